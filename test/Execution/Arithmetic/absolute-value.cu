// RUN: %check-execution %s
// abs of every type, by its overloads: not that of int for all of them.
#include "../check.h"
#include <cstdlib>

constexpr long long wide = 1ll << 40;

__global__ void kernel(double *out, signed char c, int i, long l, long long ll,
                       float f, double d) {
  out[0] = abs(c);
  out[1] = abs(i);
  out[2] = double(abs(l));
  out[3] = double(abs(ll));
  out[4] = abs(f);
  out[5] = abs(d);
  out[6] = std::abs(i);
  out[7] = double(std::abs(l));
  out[8] = double(std::abs(ll));
  out[9] = std::abs(f);
  out[10] = std::abs(d);
  out[11] = double(labs(l)) + double(llabs(ll));
  out[12] = sizeof(abs(l)) + 10 * sizeof(abs(ll)) + 100 * sizeof(abs(f));
}

int main() {
  const double values[] = {5,
                           7,
                           double(wide),
                           double(wide + 1),
                           0.5,
                           0.25,
                           7,
                           double(wide),
                           double(wide + 1),
                           0.5,
                           0.25,
                           double(2 * wide + 1),
                           8 + 10 * 8 + 100 * 4};
  DeviceArray<double> out(13);
  kernel<<<1, 1>>>(out, -5, -7, -wide, -wide - 1, -0.5f, -0.25);
  expect(out, [&](int i) { return values[i]; });
}
