// RUN: %check-execution %s
// The fast, less accurate intrinsics.
#include "../check.h"

__global__ void kernel(float *out) {
  float x = (threadIdx.x + 1) * 0.0625f, sine, cosine;
  __sincosf(x, &sine, &cosine);
  out[threadIdx.x] = __sinf(x) + __cosf(x) * 2 + __expf(x) + __logf(x) +
                     __powf(x, 1.5f) + __fdividef(3.0f, x) + sine + cosine +
                     __log2f(x) + __log10f(x) + __fsqrt_rn(x) + __frcp_rn(x) +
                     __fdiv_rn(x, 3.0f) + __exp10f(x);
}

int main() {
  DeviceArray<float> out(32);
  kernel<<<1, 32>>>(out);
  expectNear(out, 1e-4, [](int i) {
    double x = (i + 1) * 0.0625;
    return std::sin(x) + std::cos(x) * 2 + std::exp(x) + std::log(x) +
           std::pow(x, 1.5) + 3 / x + std::sin(x) + std::cos(x) + std::log2(x) +
           std::log10(x) + std::sqrt(x) + 1 / x + x / 3 + std::pow(10.0, x);
  });
}
