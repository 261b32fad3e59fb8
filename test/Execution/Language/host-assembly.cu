// RUN: %check-execution %s
// Host code may have the host's assembly in it, kernels have their own.
#include "../check.h"

__global__ void twice(int *out) {
  int i = threadIdx.x, result;
  asm("add.s32 %0, %1, %1;" : "=r"(result) : "r"(i));
  out[i] = result;
}

static int thrice(int x) {
  int result;
  asm("leal (%1, %1, 2), %0" : "=r"(result) : "r"(x));
  return result;
}

int main() {
  DeviceArray<int> out(32);
  twice<<<1, 32>>>(out);
  expect(out, [](int i) { return thrice(i) - i; });
}
