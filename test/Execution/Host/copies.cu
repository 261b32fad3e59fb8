// RUN: %check-execution %s
// Copies in all directions, cudaMemset, pinned host memory.
#include "../check.h"

__global__ void negate(int *data) { data[threadIdx.x] = -data[threadIdx.x]; }

int main() {
  const int n = 100;
  const size_t bytes = n * sizeof(int);
  int *pinned = nullptr, *mapped = nullptr;
  CUDA(cudaMallocHost(&pinned, bytes));
  CUDA(cudaHostAlloc(&mapped, bytes, cudaHostAllocDefault));
  for (int i = 0; i < n; ++i)
    pinned[i] = i;
  DeviceArray<int> a(n), b(n);
  CUDA(cudaMemcpy(a, pinned, bytes, cudaMemcpyHostToDevice));
  negate<<<1, n>>>(a);
  CUDA(cudaMemcpy(b, a, bytes, cudaMemcpyDeviceToDevice));
  negate<<<1, n>>>(a);
  CUDA(cudaMemcpy(mapped, b, bytes, cudaMemcpyDefault));
  CUDA(cudaMemcpy(pinned, mapped, bytes, cudaMemcpyHostToHost));
  expect(std::vector<int>(pinned, pinned + n), [](int i) { return -i; });
  CUDA(cudaMemset(a, 0x01, bytes / 2));
  expect(a, [](int i) { return i < n / 2 ? 0x01010101 : i; });
  CUDA(cudaFreeHost(pinned));
  CUDA(cudaFreeHost(mapped));
}
