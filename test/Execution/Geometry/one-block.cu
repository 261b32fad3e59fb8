// RUN: %check-execution %s
// A grid of one block loops over all the data.
#include "../check.h"

__global__ void fill(int *out, int n) {
  for (int i = threadIdx.x; i < n; i += blockDim.x)
    out[i] = i * 3;
}

int main() {
  DeviceArray<int> out(5000);
  fill<<<1, 100>>>(out, 5000);
  expect(out, [](int i) { return i * 3; });
}
