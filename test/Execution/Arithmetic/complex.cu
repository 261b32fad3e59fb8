// RUN: %check-execution %s
// The functions of cuComplex.h against std::complex, on small integers, and the
// numbers of math_constants.h. The headers come in an order of their own.
#include <cuComplex.h>
#include <cuda_runtime_api.h>
#include <math_constants.h>
#include <vector_functions.h>
#include <vector_types.h>

#include "../check.h"
#include <complex>

const int kPairs = 25, kResults = 8;

/// Small numbers whose quotients are exact: the divisor is a power of i.
__host__ __device__ double part(int i, int k) {
  return (i * 7 + k * 3) % 9 - 4;
}

__global__ void inFloat(cuFloatComplex *out) {
  int i = threadIdx.x;
  cuComplex a = make_cuFloatComplex(part(i, 0), part(i, 1));
  cuComplex b = make_cuComplex(part(i, 2), part(i, 3));
  cuComplex unit = make_cuFloatComplex(i % 2 ? 2 : 0, i % 2 ? 0 : -2);
  cuFloatComplex *to = out + i * kResults;
  to[0] = cuCaddf(a, b);
  to[1] = cuCsubf(a, b);
  to[2] = cuCmulf(a, b);
  to[3] = cuCdivf(a, unit);
  to[4] = cuConjf(a);
  to[5] = cuCfmaf(a, b, unit);
  to[6] = make_float2(cuCabsf(make_cuFloatComplex(3 * i, 4 * i)), cuCimagf(b));
  to[7] = cuComplexDoubleToFloat(make_cuDoubleComplex(cuCrealf(a), i));
}

__global__ void inDouble(cuDoubleComplex *out) {
  int i = threadIdx.x;
  cuDoubleComplex a = make_cuDoubleComplex(part(i, 0), part(i, 1));
  cuDoubleComplex b = make_cuDoubleComplex(part(i, 2), part(i, 3));
  cuDoubleComplex unit = make_double2(i % 2 ? 2 : 0, i % 2 ? 0 : -2);
  cuDoubleComplex *to = out + i * kResults;
  to[0] = cuCadd(a, b);
  to[1] = cuCsub(a, b);
  to[2] = cuCmul(a, b);
  to[3] = cuCdiv(a, unit);
  to[4] = cuConj(a);
  to[5] = cuCfma(a, b, unit);
  to[6] = make_cuDoubleComplex(cuCabs(make_cuDoubleComplex(3 * i, 4 * i)),
                               cuCimag(b));
  to[7] = cuComplexFloatToDouble(make_cuFloatComplex(cuCreal(a), i));
}

__global__ void constants(double *out) {
  const double values[] = {CUDART_PI,       CUDART_PI_F,
                           CUDART_SQRT_TWO, CUDART_LN2_F,
                           1 / CUDART_INF,  1 / CUDART_INF_F,
                           CUDART_PIO2_F,   double(CUDART_NAN != CUDART_NAN)};
  out[threadIdx.x] = values[threadIdx.x];
}

static double want(int k) {
  int i = k / 2 / kResults;
  std::complex<double> a(part(i, 0), part(i, 1)), b(part(i, 2), part(i, 3));
  std::complex<double> unit(i % 2 ? 2 : 0, i % 2 ? 0 : -2);
  const std::complex<double> results[kResults] = {a + b,
                                                  a - b,
                                                  a * b,
                                                  a / unit,
                                                  std::conj(a),
                                                  a * b + unit,
                                                  {5.0 * i, b.imag()},
                                                  {a.real(), double(i)}};
  std::complex<double> result = results[k / 2 % kResults];
  return k % 2 ? result.imag() : result.real();
}

/// The parts of complex numbers, one by one.
template <class T, class Part>
static std::vector<Part> parts(const DeviceArray<T> &array, Part) {
  std::vector<Part> flat;
  for (T z : array.read()) {
    flat.push_back(z.x);
    flat.push_back(z.y);
  }
  return flat;
}

int main() {
  DeviceArray<cuFloatComplex> narrow(kPairs * kResults);
  DeviceArray<cuDoubleComplex> wide(kPairs * kResults);
  inFloat<<<1, kPairs>>>(narrow);
  inDouble<<<1, kPairs>>>(wide);
  // Zeros may have either sign, so only the values are compared.
  for (int k = 0; k < 2 * kPairs * kResults; ++k) {
    static const std::vector<float> floats = parts(narrow, 0.0f);
    static const std::vector<double> doubles = parts(wide, 0.0);
    if (floats[k] != want(k) || doubles[k] != want(k))
      fail("a part", doubles[k] == want(k) ? double(floats[k]) : doubles[k],
           want(k));
  }
  DeviceArray<double> numbers(8);
  constants<<<1, 8>>>(numbers);
  const double pi = std::acos(-1.0);
  expectNear(numbers, 1e-15, [&](int i) {
    const double values[] = {
        pi, float(pi), std::sqrt(2.0), float(std::log(2.0)),
        0,  0,         float(pi / 2),  1};
    return values[i];
  });
}
