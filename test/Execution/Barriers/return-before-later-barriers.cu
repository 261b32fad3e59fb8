// RUN: %check-execution --auto %s
// RUN: not %heddle --lowering=fission -c %s -o %t.o 2>&1 | FileCheck %s
// Threads store and return while others go on to barriers in a loop and after
// it. What they stored is overwritten later.
// CHECK: cannot be lowered by fission: it has threads that leave a loop or branch with a barrier before others
#include "../check.h"

const int kThreads = 128;

// The loop has a known or an unknown length.
template <int rounds> __global__ void leave(int *out, int length) {
  __shared__ int tile[kThreads];
  int t = threadIdx.x, warp = t / 32, value = t % 32;
  tile[t] = -1;
  __syncthreads();
  for (int round = 0; round < (rounds ? rounds : length); ++round) {
    tile[t] = value;
    __syncthreads();
    if (value <= warp) {
      tile[(t + 4) % kThreads] = 1000;
      return;
    }
    __syncthreads();
    value += 32;
  }
  __syncthreads();
  out[t] = tile[kThreads - 1 - t];
}

template <int rounds> static void check() {
  DeviceArray<int> out(kThreads);
  leave<rounds><<<1, kThreads>>>(out, 2);
  expect(out, [](int t) {
    auto returns = [](int t) { return t % 32 <= t / 32; };
    int other = kThreads - 1 - t;
    if (returns(t))
      return 0;
    if (!returns(other))
      return 32 + other % 32;
    return returns((other + kThreads - 4) % kThreads) ? 1000 : other % 32;
  });
}

int main() {
  check<0>();
  check<2>();
}
