// RUN: %check-execution %s
// atomicMin and atomicMax, signed and unsigned, 32 and 64 bits.
#include "../check.h"

struct Extremes {
  int low, high;
  unsigned ulow, uhigh;
  long long llow, lhigh;
  unsigned long long ullow, ulhigh;
};

__global__ void kernel(Extremes *e) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int value = (t * 37 + 11) % 1000 - 500;
  long long wide = value * 10000000000ll;
  atomicMin(&e->low, value);
  atomicMax(&e->high, value);
  atomicMin(&e->ulow, unsigned(value));
  atomicMax(&e->uhigh, unsigned(value));
  atomicMin(&e->llow, wide);
  atomicMax(&e->lhigh, wide);
  atomicMin(&e->ullow, (unsigned long long)wide);
  atomicMax(&e->ulhigh, (unsigned long long)wide);
}

int main() {
  DeviceArray<Extremes> e(std::vector{Extremes{0, 0, ~0u, 0, 0, 0, ~0ull, 0}});
  kernel<<<10, 100>>>(e);
  // 37 and 1000 have no common factor: every value from -500 to 499 occurs.
  Extremes got = e.read()[0];
  expectValue(got.low, -500, "int minimum");
  expectValue(got.high, 499, "int maximum");
  expectValue(got.ulow, 0u, "unsigned minimum");
  expectValue(got.uhigh, unsigned(-1), "unsigned maximum");
  expectValue(got.llow, -5000000000000ll, "long long minimum");
  expectValue(got.lhigh, 4990000000000ll, "long long maximum");
  expectValue(got.ullow, 0ull, "unsigned long long minimum");
  expectValue(got.ulhigh, (unsigned long long)-10000000000ll,
              "unsigned long long maximum");
}
