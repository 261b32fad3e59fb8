// RUN: %check-execution %s
// Unsigned numbers that wrap around to small ones: a negative constant is a
// large one.
#include "../check.h"

__global__ void wraps(unsigned *out) {
  unsigned t = threadIdx.x, after = t - 0xffffffffu, twice = t + t;
  unsigned before = twice + 5u + 0xfffffffcu; // twice + 1
  unsigned turns = 0;
  for (unsigned i = 0; i < (after & 3u) + 1u && i < 5u; ++i)
    turns += i < before ? 1u : 100u;
  out[blockIdx.x * 64 + t] =
      turns * 10000u + after * 100u + (before > after ? 1u : 2u);
}

int main() {
  DeviceArray<unsigned> out(128);
  wraps<<<2, 64>>>(out);
  expect(out, [](int i) {
    unsigned t = i % 64, turns = 0;
    for (unsigned k = 0; k < ((t + 1) & 3) + 1; ++k)
      turns += k < 2 * t + 1 ? 1 : 100;
    return turns * 10000 + (t + 1) * 100 + (2 * t + 1 > t + 1 ? 1 : 2);
  });
}
