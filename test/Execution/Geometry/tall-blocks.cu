// RUN: %check-execution %s
// Blocks that are narrow in x: the threads that differ in y or z come next.
#include "../check.h"

__global__ void kernel(int *out) {
  __shared__ int tile[64];
  int t = threadIdx.z * blockDim.y * blockDim.x + threadIdx.y * blockDim.x +
          threadIdx.x;
  tile[t] = t * t;
  __syncthreads();
  out[blockIdx.z * 64 + t] = tile[63 - t];
}

int main() {
  DeviceArray<int> out(2 * 64);
  const dim3 shapes[] = {{1, 64, 1}, {1, 1, 64}, {2, 32, 1}, {1, 4, 16}};
  for (dim3 shape : shapes) {
    kernel<<<dim3(1, 1, 2), shape>>>(out);
    expect(out, [](int i) { return (63 - i % 64) * (63 - i % 64); });
  }
}
