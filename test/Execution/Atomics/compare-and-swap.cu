// RUN: %check-execution %s
// atomicCAS on 32 and 64 bits: only one thread wins each slot.
#include "../check.h"

__global__ void claim(int *slots, unsigned long long *wide, int *won) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (atomicCAS(&slots[t % 10], 0, t + 1) == 0)
    atomicAdd(&won[t % 10], 1);
  if (atomicCAS(&wide[t % 10], 5ull, 1ull << 40) == 5)
    atomicAdd(&won[t % 10], 100);
  if (atomicCAS(&wide[t % 10], 77ull, 0ull) == 77)
    atomicAdd(&won[t % 10], 10000);
}

int main() {
  DeviceArray<int> slots(10), won(10);
  DeviceArray<unsigned long long> wide(std::vector<unsigned long long>(10, 5));
  claim<<<4, 50>>>(slots, wide, won);
  expect(won, [](int) { return 101; });
  expect(wide, [](int) { return 1ull << 40; });
  std::vector<int> owners = slots.read();
  for (int &owner : owners)
    owner = (owner - 1) % 10;
  expect(owners, [](int i) { return i; });
}
