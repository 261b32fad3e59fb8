// RUN: %check-execution %s
// A __device__ variable that holds a pointer, and the address of a symbol used
// as a kernel's argument.
#include "../check.h"

__device__ int *target;
__device__ int storage[32];

__global__ void kernel(const int *in) {
  target[threadIdx.x] = in[31 - threadIdx.x];
}

int main() {
  DeviceArray<int> out(32);
  int *pointer = out;
  CUDA(cudaMemcpyToSymbol(target, &pointer, sizeof pointer));
  void *address = nullptr;
  size_t size = 0;
  CUDA(cudaGetSymbolAddress(&address, storage));
  CUDA(cudaGetSymbolSize(&size, storage));
  expectValue(size, sizeof storage, "size");
  std::vector<int> values = iota<int>(32);
  CUDA(cudaMemcpy(address, values.data(), size, cudaMemcpyHostToDevice));
  kernel<<<1, 32>>>(static_cast<int *>(address));
  expect(out, [](int i) { return 31 - i; });
}
