#include <cstdio>
#include <cuda_runtime.h>
void launch(int *out);
int main() {
  int *out;
  cudaMallocManaged(&out, 32 * sizeof(int));
  launch(out);
  cudaDeviceSynchronize();
  std::printf("twice %d\n", out[21]);
}
