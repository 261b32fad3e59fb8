// RUN: %check-execution %s
// Copies to a part of a __constant__ array, and back from it.
#include "../check.h"

__constant__ int table[8] = {10, 11, 12, 13, 14, 15, 16, 17};

__global__ void kernel(int *out) { out[threadIdx.x] = table[threadIdx.x]; }

int main() {
  const int patch[2] = {-1, -2};
  CUDA(cudaMemcpyToSymbol(table, patch, sizeof patch, 3 * sizeof(int)));
  DeviceArray<int> out(8);
  kernel<<<1, 8>>>(out);
  auto want = [](int i) { return i == 3 ? -1 : i == 4 ? -2 : 10 + i; };
  expect(out, want);
  std::vector<int> tail(4);
  CUDA(cudaMemcpyFromSymbol(tail.data(), table, 4 * sizeof(int),
                            4 * sizeof(int)));
  expect(tail, [=](int i) { return want(i + 4); });
}
