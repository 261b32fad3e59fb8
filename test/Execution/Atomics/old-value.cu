// RUN: %check-execution %s
// atomicAdd returns the value before: the tickets are all different.
#include "../check.h"

__global__ void kernel(int *next, int *owner) {
  int ticket = atomicAdd(next, 2);
  owner[ticket / 2] = ticket;
}

int main() {
  DeviceArray<int> next(1), owner(1000);
  kernel<<<10, 100>>>(next, owner);
  expect(owner, [](int i) { return 2 * i; });
  expect(next, [](int) { return 2000; });
}
