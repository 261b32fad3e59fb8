// RUN: %heddle %s -o %t && %t
// RUN: %heddle -DTHRUST_DEVICE_SYSTEM=2 -Xcompiler -fopenmp %s -o %t && %t
// RUN: %heddle -DTHRUST_DEVICE_SYSTEM=4 %s -o %t && %t
// REQUIRES: cccl

// Thrust's transform and reduce on the device, and on the two other systems
// that need no further library: OMP (2) and CPP (4).

#include "../check.h"
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/sequence.h>
#include <thrust/transform.h>

struct Square {
  __host__ __device__ long operator()(int x) const { return long(x) * x; }
};

int main() {
  const long count = 100000;
  thrust::device_vector<int> numbers(count);
  thrust::device_vector<long> squares(count);
  thrust::sequence(numbers.begin(), numbers.end());
  thrust::transform(numbers.begin(), numbers.end(), squares.begin(), Square());
  expectValue(long(squares[300]), 90000l, "300 squared");
  long sum = thrust::reduce(squares.begin(), squares.end(), 0l);
  expectValue(sum, (count - 1) * count * (2 * count - 1) / 6, "sum");
}
