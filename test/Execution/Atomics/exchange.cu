// RUN: %check-execution %s
// atomicExch: what goes round comes out exactly once.
#include "../check.h"

__global__ void kernel(int *slot, float *floatSlot, unsigned long long *wide,
                       int *seen) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&seen[atomicExch(slot, t + 1)], 1);
  atomicAdd(&seen[int(atomicExch(floatSlot, t + 1.0f))], 1);
  atomicAdd(&seen[int(atomicExch(wide, t + 1ull))], 1);
}

int main() {
  const int n = 300;
  DeviceArray<int> slot(1), seen(n + 1);
  DeviceArray<float> floatSlot(1);
  DeviceArray<unsigned long long> wide(1);
  kernel<<<3, 100>>>(slot, floatSlot, wide, seen);
  std::vector<int> counts = seen.read();
  counts[slot.read()[0]] += 1;
  counts[int(floatSlot.read()[0])] += 1;
  counts[int(wide.read()[0])] += 1;
  expect(counts, [](int) { return 3; });
}
