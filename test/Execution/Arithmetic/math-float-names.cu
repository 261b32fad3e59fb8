// RUN: %check-execution %s
// The functions that CUDA has and C++ lacks, and the names with an f.
#include "../check.h"

const int kFunctions = 30, kPoints = 32;

__global__ void kernel(float *out) {
  float x = (threadIdx.x + 1) * 0.125f, sine, cosine;
  float *row = out + threadIdx.x;
  sincosf(x, &sine, &cosine);
  const float values[kFunctions] = {rsqrtf(x),       rcbrtf(x),
                                    sinpif(x),       cospif(x),
                                    exp10f(x),       sine,
                                    cosine,          normcdff(x - 2),
                                    erfcxf(x),       __saturatef(x - 1),
                                    sinf(x),         expf(-x),
                                    logf(x),         powf(x, 3.5f),
                                    sqrtf(x),        norm3df(x, 2, 3),
                                    cosf(x),         coshf(x),
                                    sinhf(x),        tanhf(x),
                                    acosf(x / 4),    atan2f(x, -2),
                                    exp2f(x),        log2f(x),
                                    log10f(x),       hypotf(x, 3),
                                    fmodf(x, 0.75f), ceilf(x),
                                    rintf(x),        roundf(x)};
  for (int f = 0; f < kFunctions; ++f)
    row[f * kPoints] = values[f];
}

int main() {
  DeviceArray<float> out(kFunctions * kPoints);
  kernel<<<1, kPoints>>>(out);
  expectNear(out, 4e-6, [](int i) {
    const double pi = std::acos(-1.0), x = (i % kPoints + 1) * 0.125;
    const double want[kFunctions] = {1 / std::sqrt(x),
                                     1 / std::cbrt(x),
                                     std::sin(pi * x),
                                     std::cos(pi * x),
                                     std::pow(10.0, x),
                                     std::sin(x),
                                     std::cos(x),
                                     0.5 * std::erfc(-(x - 2) / std::sqrt(2.0)),
                                     std::exp(x * x) * std::erfc(x),
                                     std::fmin(std::fmax(x - 1, 0), 1),
                                     std::sin(x),
                                     std::exp(-x),
                                     std::log(x),
                                     std::pow(x, 3.5),
                                     std::sqrt(x),
                                     std::sqrt(x * x + 13),
                                     std::cos(x),
                                     std::cosh(x),
                                     std::sinh(x),
                                     std::tanh(x),
                                     std::acos(x / 4),
                                     std::atan2(x, -2.0),
                                     std::exp2(x),
                                     std::log2(x),
                                     std::log10(x),
                                     std::hypot(x, 3.0),
                                     std::fmod(x, 0.75),
                                     std::ceil(x),
                                     std::rint(x),
                                     std::round(x)};
    return want[i / kPoints];
  });
}
