// RUN: %check-execution %s
// RUN: %heddle -G %s -o %t && %t
// An instance of a kernel that is launched only where a constant condition
// rules it out has device code and nobody to launch it.
#include "../check.h"

template <int width> __global__ void fill(int *out) {
  __shared__ int row[width + 1];
  row[threadIdx.x % (width + 1)] = width;
  __syncthreads();
  out[threadIdx.x] = row[threadIdx.x % (width + 1)];
}

template <typename T> void run(int *out, bool wide) {
  if (4 / sizeof(T) && wide)
    fill<4 / sizeof(T)><<<1, 32>>>(out);
  else
    fill<7><<<1, 32>>>(out);
}

int main() {
  DeviceArray<int> out(32);
  run<double>(out, true);
  expect(out, [](int) { return 7; });
  run<short>(out, true);
  expect(out, [](int) { return 2; });
}
