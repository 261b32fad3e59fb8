// RUN: %check-execution %s
// min, max and abs for every type they take.
#include "../check.h"

__global__ void kernel(double *out) {
  int t = threadIdx.x, a = t - 16, b = 7;
  unsigned ua = a, ub = 7;
  long long wide = a * 10000000000ll;
  unsigned long long uwide = wide;
  float f = a * 0.5f;
  double d = a * 0.25;
  out[t] = min(a, b) + 2.0 * max(a, b) + (min(ua, ub) == ub) +
           4.0 * (max(ua, ub) == ua) + double(min(wide, 5ll)) +
           double(max(wide, 5ll)) + 8.0 * (min(uwide, 9ull) == 9) +
           min(f, 1.0f) + max(d, 1.0) + fminf(f, -1.0f) + fmax(d, -1.0) +
           abs(a) + fabsf(f) + fabs(d) + double(llabs(wide)) + abs(f);
}

int main() {
  DeviceArray<double> out(32);
  kernel<<<1, 32>>>(out);
  expect(out, [](int t) {
    int a = t - 16, b = 7;
    long long wide = a * 10000000000ll;
    unsigned ua = a;
    double f = a * 0.5, d = a * 0.25;
    return std::min(a, b) + 2.0 * std::max(a, b) + (ua >= 7) + 4.0 * (ua >= 7) +
           double(std::min(wide, 5ll)) + double(std::max(wide, 5ll)) +
           8.0 * (a < 0 || a > 0) + std::min(f, 1.0) + std::max(d, 1.0) +
           std::min(f, -1.0) + std::max(d, -1.0) + std::abs(a) + std::fabs(f) +
           std::fabs(d) + double(std::llabs(wide)) + std::fabs(f);
  });
}
