// RUN: %check-execution %s
// The old value that an atomic returned before a barrier: the operation must
// not be repeated to have it again.
#include "../check.h"

const int kThreads = 64;

__global__ void compact(const int *in, int *out, int *count) {
  __shared__ int used, tile[kThreads];
  int t = threadIdx.x, slot = -1;
  if (t == 0)
    used = 0;
  __syncthreads();
  if (in[t] % 3 == 0)
    slot = atomicAdd(&used, 1);
  __syncthreads();
  tile[t] = -1;
  __syncthreads();
  if (slot >= 0)
    tile[slot] = in[t];
  __syncthreads();
  out[t] = tile[t];
  if (t == 0)
    *count = used;
}

int main() {
  DeviceArray<int> in(iota<int>(kThreads)), out(kThreads), count(1);
  compact<<<1, kThreads>>>(in, out, count);
  // The order is not determined; the set is.
  std::vector<int> values = out.read(), seen(kThreads, 0);
  for (int value : values)
    if (value >= 0)
      seen[value] += 1;
  expect(seen, [](int i) { return i % 3 == 0; });
  expect(count, [](int) { return 22; });
}
