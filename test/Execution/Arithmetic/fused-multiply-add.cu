// RUN: %check-execution %s
// fma rounds once; the _rn operations are never contracted into one.
#include "../check.h"

__global__ void kernel(const float *in, float *fused, float *separate,
                       double *wide) {
  int t = threadIdx.x;
  float x = in[t];
  fused[t] = fmaf(x, x, -1.0f) + __fmaf_rn(x, 2.0f, x);
  separate[t] = __fadd_rn(__fmul_rn(x, x), -1.0f);
  wide[t] = fma(double(x), 1.0 / 3, -0.1);
}

int main() {
  const int n = 64;
  std::vector<float> x(n);
  for (int i = 0; i < n; ++i)
    x[i] = 1.0f + i * 1.1920929e-7f * 1000;
  DeviceArray<float> in(x), fused(n), separate(n);
  DeviceArray<double> wide(n);
  kernel<<<1, n>>>(in, fused, separate, wide);
  expect(fused, [&](int i) {
    volatile float first = std::fma(x[i], x[i], -1.0f);
    return first + std::fma(x[i], 2.0f, x[i]);
  });
  expect(separate, [&](int i) {
    volatile float square = x[i] * x[i];
    return square - 1.0f;
  });
  expect(wide, [&](int i) { return std::fma(double(x[i]), 1.0 / 3, -0.1); });
}
