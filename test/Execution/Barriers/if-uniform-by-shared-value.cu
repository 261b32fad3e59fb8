// RUN: %check-execution %s
// All threads take the same branch because one of them decided it.
#include "../check.h"

__global__ void kernel(const int *in, int *out) {
  __shared__ int tile[64], sorted;
  int t = threadIdx.x, i = blockIdx.x * 64 + t;
  if (t == 0)
    sorted = 1;
  tile[t] = in[i];
  __syncthreads();
  if (t > 0 && tile[t - 1] > tile[t])
    atomicAnd(&sorted, 0);
  __syncthreads();
  if (!sorted) {
    int smaller = 0;
    for (int k = 0; k < 64; ++k)
      smaller += tile[k] < tile[t];
    int mine = tile[t];
    __syncthreads();
    tile[smaller] = mine;
    __syncthreads();
  }
  out[i] = tile[t];
}

int main() {
  std::vector<int> values(3 * 64);
  for (int i = 0; i < 3 * 64; ++i)
    values[i] = i / 64 == 1 ? i % 64 : i * 37 % 64;
  DeviceArray<int> in(values), out(3 * 64);
  kernel<<<3, 64>>>(in, out);
  expect(out, [](int i) { return i % 64; });
}
