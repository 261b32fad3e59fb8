// RUN: %check-execution %s --map=lanes
// RUN: %check-execution %s --map=lanes -march=x86-64-v3
// Divisors and distances of shifts that the compiler knows for each lane: those
// of lane 0 are valid only where lane 0 is not active.
#include "../check.h"

__host__ __device__ unsigned divided(unsigned t) {
  unsigned divisor = t & 3, sum = t;
  if (divisor != 0)
    sum += 65537 / divisor + 1000 % divisor;
  if (divisor > 1)
    sum += 77 / (1 - int(divisor));
  return sum;
}

__host__ __device__ unsigned shifted(unsigned t) {
  unsigned distance = 35 - (t & 7), sum = t;
  if (distance < 32)
    sum += 5u << distance;
  return sum;
}

__global__ void run(unsigned *out, unsigned n) {
  unsigned t = threadIdx.x;
  if (t < n)
    out[t] = divided(t) * 3 + shifted(t);
}

int main() {
  DeviceArray<unsigned> out(64);
  run<<<1, 64>>>(out, 61);
  expect(out,
         [](unsigned t) { return t < 61 ? divided(t) * 3 + shifted(t) : 0; });
  return 0;
}
