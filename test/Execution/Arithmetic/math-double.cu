// RUN: %check-execution %s
// Double-precision math functions.
#include "../check.h"

const int kFunctions = 16, kPoints = 64;

__host__ __device__ double evaluate(int function, double x) {
  // clang-format off
  switch (function) {
  case 0: return sin(x);
  case 1: return cos(x);
  case 2: return tan(x);
  case 3: return asin(x / 8);
  case 4: return atan2(x, 2.0);
  case 5: return exp(x);
  case 6: return log(x + 9);
  case 7: return log2(x + 9);
  case 8: return pow(x + 9, 1.7);
  case 9: return sqrt(x + 9);
  case 10: return tanh(x);
  case 11: return erf(x);
  case 12: return cbrt(x);
  case 13: return fmod(x, 0.75);
  case 14: return hypot(x, 3.0);
  default: return floor(x) + ceil(x) * 10 + round(x) * 100;
  }
  // clang-format on
}

__global__ void kernel(double *out) {
  int t = threadIdx.x;
  out[blockIdx.x * kPoints + t] =
      evaluate(blockIdx.x, (t - kPoints / 2) * 0.25);
}

int main() {
  DeviceArray<double> out(kFunctions * kPoints);
  kernel<<<kFunctions, kPoints>>>(out);
  expectNear(out, 1e-14, [](int i) {
    return evaluate(i / kPoints, (i % kPoints - kPoints / 2) * 0.25);
  });
}
