// RUN: %check-execution %s
// assert and a static_assert that hold.
#include "../check.h"
#include <cassert>

__global__ void kernel(int *out, int n) {
  static_assert(sizeof(int) == 4, "int has 32 bits");
  int t = threadIdx.x;
  assert(t < n);
  assert(out != nullptr && "an array to write to");
  out[t] = t;
}

int main() {
  DeviceArray<int> out(32);
  kernel<<<1, 32>>>(out, 32);
  expect(out, [](int t) { return t; });
}
