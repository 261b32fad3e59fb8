// RUN: %check-execution %s
// The _block and _system forms do what the plain ones do.
#include "../check.h"

__global__ void kernel(int *out, unsigned *wraps) {
  __shared__ int local;
  int t = threadIdx.x;
  if (t == 0)
    local = 0;
  __syncthreads();
  atomicAdd_block(&local, 2);
  atomicAdd_system(&out[0], 1);
  atomicMax_system(&out[1], t);
  atomicMin_system(&out[2], -t);
  atomicAnd_system(&out[3], ~(1 << t % 16));
  atomicOr_system(&out[4], 1 << t % 8);
  atomicXor_system(&out[5], 1 << t % 5);
  atomicSub_system(&out[6], 3);
  // One thread gets the old value, the next gets what that one left.
  int got = atomicExch_system(&out[7], t + 1);
  atomicAdd_system(&out[8], got - (t + 1));
  for (int old = 5, seen;
       (seen = atomicCAS_system(&out[9], old, old + 2)) != old;)
    old = seen;
  atomicInc_system(&wraps[0], 6);
  atomicDec_system(&wraps[1], 6);
  __threadfence_block();
  __threadfence_system();
  __syncthreads();
  if (t == 0)
    atomicAdd(&out[10], local);
}

int main() {
  DeviceArray<int> out(std::vector<int>{0, 0, 0, -1, 0, 0, 0, 0, 0, 5, 0});
  DeviceArray<unsigned> wraps(2);
  kernel<<<3, 40>>>(out, wraps);
  std::vector<int> got = out.read();
  // Of all that was exchanged, what is missing is what is there last.
  expectValue(got[7] >= 1 && got[7] <= 40 && got[7] + got[8] == 0, true,
              "exchange");
  got[7] = got[8] = 0;
  // Each bit of the fifth is flipped 24 times.
  const int want[] = {120, 39, -39, -1 << 16, 255, 0, -360, 0, 0, 245, 240};
  expect(got, [&](int i) { return want[i]; });
  // 120 steps around 7 values, upwards and downwards.
  expect(wraps, [](int i) { return i == 0 ? 120 % 7 : (7 - 120 % 7) % 7; });
}
