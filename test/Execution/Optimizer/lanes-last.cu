// RUN: %check-execution %s --map=lanes
// RUN: %check-execution %s --map=lanes -march=x86-64-v3
// One lane, the last one that is active, writes what all lanes would. If LLVM
// computes what it writes before it tests whether there is one, it must not
// look for it outside of the vector.
#include "../check.h"

constexpr int threads = 128;

__global__ void run(int *one, int *own, int n) {
  unsigned tid = threadIdx.x;
  int a = int(tid) - 20, b = int(tid);
  if (tid >= 40)
    return;
  for (unsigned long long j = tid;
       j < (threads * 6u & 1023u) % (4u * blockDim.x); j += blockDim.x) {
    if (tid == 17)
      *one = a + b;
    if ((unsigned)(signed char)tid > 1u)
      continue;
    if (tid < 100)
      own[tid] += b - n;
  }
}

int main() {
  DeviceArray<int> one(1), own(threads);
  run<<<1, threads>>>(one, own, 5);
  expect(one, [](int) { return 14; });
  expect(own, [](int i) { return i < 2 ? 2 * (i - 5) : 0; });
  return 0;
}
