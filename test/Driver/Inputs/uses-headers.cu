// For header-cache.test.
#include <cmath>
#include <cstdio>
#include <cuda_fp16.h>

__global__ void kernel(float *out) {
  out[0] = std::cos(out[0]);
  out[1] = __half2float(__float2half(2.5f));
}

int main() {
#ifdef WRONG
  missing();
#endif
  float *out;
  cudaMallocManaged(&out, 2 * sizeof(float));
  out[0] = 0;
  kernel<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  std::printf("value %d, cos(0) %.1f, half %.1f\n", VALUE, out[0], out[1]);
}
