// RUN: %check-execution %s
// Barriers in the inner loop and in the outer loop around it.
#include "../check.h"

const int kThreads = 32;

__global__ void nested(int *out, int rows, int columns) {
  __shared__ int tile[kThreads];
  int t = threadIdx.x, value = t;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      tile[t] = value;
      __syncthreads();
      value = tile[(t + row + column) % kThreads];
      __syncthreads();
    }
    tile[t] = value + 1;
    __syncthreads();
    value = tile[kThreads - 1 - t];
    __syncthreads();
  }
  out[t] = value;
}

int main() {
  const int rows = 4, columns = 3;
  DeviceArray<int> out(kThreads);
  nested<<<1, kThreads>>>(out, rows, columns);
  std::vector<int> values = iota<int>(kThreads), old;
  for (int row = 0; row < rows; ++row) {
    for (int column = 0; column < columns; ++column) {
      old = values;
      for (int t = 0; t < kThreads; ++t)
        values[t] = old[(t + row + column) % kThreads];
    }
    old = values;
    for (int t = 0; t < kThreads; ++t)
      values[t] = old[kThreads - 1 - t] + 1;
  }
  expect(out, [&](int t) { return values[t]; });
}
