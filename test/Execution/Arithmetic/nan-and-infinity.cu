// RUN: %check-execution %s
// Comparisons, minima and classification of NaN, infinities and signed zeros.
#include "../check.h"

__global__ void kernel(const float *in, int *out, int n) {
  int i = threadIdx.x / n, j = threadIdx.x % n;
  float a = in[i], b = in[j];
  int bits = 0;
  bits |= (a < b) << 0 | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3;
  bits |= (a == b) << 4 | (a != b) << 5 | !(a < b) << 6;
  bits |= bool(isnan(a + b)) << 7 | bool(isinf(a * b)) << 8;
  bits |= bool(isfinite(a - b)) << 9 | bool(signbit(a)) << 10;
  bits |= (fminf(a, b) == a) << 11 | (fmaxf(a, b) == b) << 12;
  bits |= bool(isnan(fmaxf(a, b))) << 13 | (a != a) << 14;
  out[threadIdx.x] = bits;
}

int main() {
  const std::vector<float> x = {0.0f,     -0.0f,     1.0f, -2.5f,
                                INFINITY, -INFINITY, NAN};
  const int n = x.size();
  DeviceArray<float> in(x);
  DeviceArray<int> out(n * n);
  kernel<<<1, n * n>>>(in, out, n);
  expect(out, [&](int k) {
    float a = x[k / n], b = x[k % n];
    int bits = 0;
    bits |= (a < b) << 0 | (a <= b) << 1 | (a > b) << 2 | (a >= b) << 3;
    bits |= (a == b) << 4 | (a != b) << 5 | !(a < b) << 6;
    bits |= std::isnan(a + b) << 7 | std::isinf(a * b) << 8;
    bits |= std::isfinite(a - b) << 9 | std::signbit(a) << 10;
    bits |= (std::fmin(a, b) == a) << 11 | (std::fmax(a, b) == b) << 12;
    bits |= std::isnan(std::fmax(a, b)) << 13 | (a != a) << 14;
    return bits;
  });
}
