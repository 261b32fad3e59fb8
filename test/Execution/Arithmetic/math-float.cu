// RUN: %check-execution %s
// Single-precision math functions, within a few units in the last place.
#include "../check.h"
#include <math.h>

const int kFunctions = 30, kPoints = 64;

template <typename T> __host__ __device__ T evaluate(int function, T x) {
  // clang-format off
  switch (function) {
  case 0: return sin(x);
  case 1: return cos(x);
  case 2: return tan(x);
  case 3: return asin(x / 8);
  case 4: return acos(x / 8);
  case 5: return atan(x);
  case 6: return atan2(x, T(2));
  case 7: return sinh(x);
  case 8: return cosh(x);
  case 9: return tanh(x);
  case 10: return exp(x);
  case 11: return exp2(x);
  case 12: return expm1(x);
  case 13: return log(x + 9);
  case 14: return log2(x + 9);
  case 15: return log10(x + 9);
  case 16: return log1p(x + 8);
  case 17: return pow(x + 9, T(1.7));
  case 18: return sqrt(x + 9);
  case 19: return cbrt(x);
  case 20: return hypot(x, T(3));
  case 21: return erf(x);
  case 22: return erfc(x);
  case 23: return tgamma(x + 9);
  case 24: return lgamma(x + 9);
  case 25: return fmod(x, T(0.75));
  case 26: return floor(x) + ceil(x) * 10;
  case 27: return round(x) + trunc(x) * 10 + rint(x) * 100;
  case 28: return fabs(x) + copysign(T(2), x);
  default: return fmax(x, T(1)) + fmin(x, T(-1)) * 10 + fdim(x, T(1)) * 100;
  }
  // clang-format on
}

__global__ void kernel(float *out) {
  int t = threadIdx.x;
  out[blockIdx.x * kPoints + t] =
      evaluate(blockIdx.x, (t - kPoints / 2) * 0.25f);
}

int main() {
  DeviceArray<float> out(kFunctions * kPoints);
  kernel<<<kFunctions, kPoints>>>(out);
  expectNear(out, 4e-6, [](int i) {
    return evaluate(i / kPoints, (i % kPoints - kPoints / 2) * 0.25);
  });
}
