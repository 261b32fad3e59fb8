// RUN: %check-execution %s
// REQUIRES: cccl

// Hints about caches leave a pointer as it is.

#include "../check.h"
#include <cuda/annotated_ptr>

__global__ void
addOne(cuda::annotated_ptr<int, cuda::access_property::persisting> x, int *y) {
  int i = threadIdx.x;
  auto *same =
      cuda::associate_access_property(y, cuda::access_property::streaming());
  same[i] = x[i] + 1;
}

int main() {
  const int n = 32;
  DeviceArray<int> x(iota<int>(n)), y(n);
  cuda::annotated_ptr<int, cuda::access_property::persisting> from(x.data());
  addOne<<<1, n>>>(from, y);
  expect(y, [](int i) { return i + 1; });
}
