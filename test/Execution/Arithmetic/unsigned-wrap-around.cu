// RUN: %check-execution %s
// Unsigned arithmetic wraps at 32 bits, in values and in indices.
#include "../check.h"

__global__ void kernel(const unsigned *in, unsigned *out, unsigned n) {
  unsigned t = threadIdx.x;
  unsigned back = t - 5;           // wraps for t < 5
  unsigned index = (back + n) % n; // and comes back for n a power of two
  unsigned large = 4000000000u + t * 10000000u;
  out[t] = in[index] + large + (t - 1 < 3 ? 7 : 0) + in[(t - 1u) & (n - 1)];
}

int main() {
  const unsigned n = 64;
  DeviceArray<unsigned> in(iota<unsigned>(n)), out(n);
  kernel<<<1, n>>>(in, out, n);
  expect(out, [](int i) {
    unsigned t = i;
    unsigned index = (t - 5 + n) % n;
    return index + 4000000000u + t * 10000000u + (t - 1 < 3 ? 7 : 0) +
           ((t - 1) & (n - 1));
  });
}
