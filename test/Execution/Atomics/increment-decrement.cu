// RUN: %check-execution %s
// atomicInc and atomicDec wrap around at their bound.
#include "../check.h"

__global__ void kernel(unsigned *up, unsigned *down, int *seen) {
  unsigned before = atomicInc(up, 6);
  atomicAdd(&seen[before], 1);
  atomicDec(down, 9);
}

int main() {
  DeviceArray<unsigned> up(1), down(std::vector{3u});
  DeviceArray<int> seen(7);
  kernel<<<4, 35>>>(up, down, seen);
  expect(seen, [](int) { return 20; });
  expect(up, [](int) { return 0; });
  // 3, 2, 1, 0, 9, 8, …: 140 steps of a cycle of ten.
  expect(down, [](int) { return 3; });
}
