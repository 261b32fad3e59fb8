// RUN: %check-execution %s
// The formats of 6 and 4 bits: every code, every half and bfloat16 in each
// rounding mode, floats and doubles around every value and tie. The reference
// looks for the neighbours in a table of the format's values.
#include "reference.h"
#include <cuda_fp4.h>
#include <cuda_fp6.h>

struct Table {
  std::vector<double> values; // by code, without the sign
  unsigned signBit;

  explicit Table(Format format) : signBit(format.signBit()) {
    for (unsigned code = 0; code < signBit; ++code)
      values.push_back((double)format.finite(code));
  }
  unsigned largest() const { return signBit - 1; }
  /// Saturated; NaN becomes the largest.
  unsigned round(double x, cudaRoundMode mode) const {
    if (x != x)
      return largest();
    double magnitude = std::fabs(x);
    unsigned below = largest();
    while (values[below] > magnitude)
      --below;
    bool up = false;
    if (below < largest() && magnitude > values[below]) {
      double middle = (values[below] + values[below + 1]) / 2;
      if (mode == cudaRoundNearest)
        up = magnitude > middle || (magnitude == middle && below % 2);
      else if (mode == cudaRoundPosInf)
        up = x > 0;
      else if (mode == cudaRoundMinInf)
        up = x < 0;
    }
    return (std::signbit(x) ? signBit : 0) | (below + up);
  }
};

struct E2M3 {
  using One = __nv_fp6_e2m3;
  using Two = __nv_fp6x2_e2m3;
  using Four = __nv_fp6x4_e2m3;
  static constexpr auto kind = __NV_E2M3;
  static constexpr int distance = 8;
};
struct E3M2 {
  using One = __nv_fp6_e3m2;
  using Two = __nv_fp6x2_e3m2;
  using Four = __nv_fp6x4_e3m2;
  static constexpr auto kind = __NV_E3M2;
  static constexpr int distance = 8;
};
struct E2M1 {
  using One = __nv_fp4_e2m1;
  using Two = __nv_fp4x2_e2m1;
  using Four = __nv_fp4x4_e2m1;
  static constexpr auto kind = __NV_E2M1;
  static constexpr int distance = 4;
};
static_assert(sizeof(E2M1::Two) == 1 && sizeof(E2M1::Four) == 2, "");
static_assert(sizeof(E3M2::Two) == 2 && sizeof(E3M2::Four) == 4, "");

// The functions of both headers under one name.
#define OVERLOADS(from, type)                                                  \
  __device__ unsigned encode(type x, __nv_fp6_interpretation_t kind,           \
                             cudaRoundMode mode) {                             \
    return __nv_cvt_##from##_to_fp6(x, kind, mode);                            \
  }                                                                            \
  __device__ unsigned encode(type x, __nv_fp4_interpretation_t kind,           \
                             cudaRoundMode mode) {                             \
    return __nv_cvt_##from##_to_fp4(x, kind, mode);                            \
  }
OVERLOADS(float, float)
OVERLOADS(double, double)
OVERLOADS(halfraw, __half_raw)
OVERLOADS(bfloat16raw, __nv_bfloat16_raw)
#undef OVERLOADS
#define OVERLOADS(from, type)                                                  \
  __device__ unsigned encode2(type x, __nv_fp6_interpretation_t kind) {        \
    return __nv_cvt_##from##_to_fp6x2(x, kind, cudaRoundNearest);              \
  }                                                                            \
  __device__ unsigned encode2(type x, __nv_fp4_interpretation_t kind) {        \
    return __nv_cvt_##from##_to_fp4x2(x, kind, cudaRoundNearest);              \
  }
OVERLOADS(float2, float2)
OVERLOADS(double2, double2)
OVERLOADS(halfraw2, __half2_raw)
OVERLOADS(bfloat16raw2, __nv_bfloat162_raw)
#undef OVERLOADS
__device__ __half_raw decode(unsigned code, __nv_fp6_interpretation_t kind) {
  return __nv_cvt_fp6_to_halfraw((unsigned char)code, kind);
}
__device__ __half_raw decode(unsigned code, __nv_fp4_interpretation_t kind) {
  return __nv_cvt_fp4_to_halfraw((unsigned char)code, kind);
}
__device__ __half2_raw decode2(unsigned code, __nv_fp6_interpretation_t kind) {
  return __nv_cvt_fp6x2_to_halfraw2((unsigned short)code, kind);
}
__device__ __half2_raw decode2(unsigned code, __nv_fp4_interpretation_t kind) {
  return __nv_cvt_fp4x2_to_halfraw2((unsigned char)code, kind);
}

__device__ float2 pairOf(float a, float b) { return make_float2(a, b); }
__device__ double2 pairOf(double a, double b) { return make_double2(a, b); }
__device__ float4 fourOf(float a, float b) { return make_float4(a, b, b, a); }
__device__ double4 fourOf(double a, double b) {
  return make_double4(a, b, b, a);
}

const int results = 8; // the modes, the type, the first of a pair, of four

template <class F, class From>
__global__ void encodeAll(const From *in, unsigned char *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned char *to = out + i * results;
  From x = in[i];
  for (int mode = 0; mode < 4; ++mode)
    to[mode] = encode(x, F::kind, (cudaRoundMode)mode);
  to[4] = typename F::One(x).__x;
  const unsigned one = typename F::One(From(1)).__x;
  const unsigned mask = (1 << F::distance) - 1;
  typename F::Two two(pairOf(From(1), x));
  to[5] = (two.__x & mask) == one ? two.__x >> F::distance : 0xee;
  typename F::Four four(fourOf(x, From(1)));
  to[6] = (four.__x >> F::distance & (mask | mask << F::distance)) ==
                  (one | one << F::distance)
              ? four.__x & mask
              : 0xee;
  if (four.__x >> 3 * F::distance != to[6])
    to[6] = 0xef;
  to[7] = encode2(pairOf(From(1), x), F::kind) >> F::distance;
}

template <class F> __global__ void encodeShort(unsigned char *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  __half_raw h;
  __nv_bfloat16_raw b;
  h.x = b.x = (unsigned short)i;
  __half2_raw hh;
  __nv_bfloat162_raw bb;
  hh.x = bb.x = 0;
  hh.y = bb.y = (unsigned short)i;
  unsigned char *to = out + 12 * i;
  for (int mode = 0; mode < 4; ++mode) {
    to[mode] = encode(h, F::kind, (cudaRoundMode)mode);
    to[6 + mode] = encode(b, F::kind, (cudaRoundMode)mode);
  }
  to[4] = typename F::One(__half(h)).__x;
  to[5] = encode2(hh, F::kind) >> F::distance;
  to[10] = typename F::Two(__nv_bfloat162(bb)).__x >> F::distance;
  to[11] = encode2(bb, F::kind) >> F::distance;
}

template <class F>
__global__ void decodeAll(unsigned short *bits, float *members, int codes) {
  int code = threadIdx.x;
  bits[2 * code] = decode(code, F::kind).x;
  bits[2 * code + 1] = decode2(code << F::distance, F::kind).y;
  typename F::One one;
  typename F::Two two;
  typename F::Four four;
  one.__x = code;
  two.__x = code << F::distance;
  four.__x = (unsigned)code << 3 * F::distance;
  members[4 * code] = float(one);
  members[4 * code + 1] = float2(two).y;
  members[4 * code + 2] = float4(four).w;
  members[4 * code + 3] = (float)(int)one;
}

static void compare(double got, double want, const char *what, double x) {
  if (got == want)
    return;
  printf("%s of %a is %g but should be %g\n", what, x, got, want);
  exit(1);
}

template <class F, class From>
void check(const Table &table, const std::vector<From> &values) {
  const int n = (int)values.size();
  DeviceArray<From> in(values);
  DeviceArray<unsigned char> out(n * results);
  encodeAll<F><<<(n + 127) / 128, 128>>>((const From *)in, out, n);
  auto got = out.read();
  for (int i = 0; i < n; ++i) {
    double x = values[i];
    for (int mode = 0; mode < 4; ++mode)
      compare(got[i * results + mode], table.round(x, (cudaRoundMode)mode),
              "a code", x);
    for (int result = 4; result < results; ++result)
      compare(got[i * results + result], table.round(x, cudaRoundNearest),
              "a member", x);
  }
}

template <class F> void checkFormat(Format format) {
  Table table(format);
  const int codes = 2 * table.signBit;
  DeviceArray<unsigned short> bits(2 * codes);
  DeviceArray<float> members(4 * codes);
  decodeAll<F><<<1, codes>>>(bits, members, codes);
  auto halves = bits.read();
  auto floats = members.read();
  for (int code = 0; code < codes; ++code) {
    double want = table.values[code & table.largest()];
    want = code & table.signBit ? -want : want;
    for (int i = 0; i < 2; ++i)
      compare((double)binary16.decode(halves[2 * code + i]), want, "half",
              code);
    for (int i = 0; i < 3; ++i)
      compare((double)floats[4 * code + i], want, "float", code);
    compare((double)floats[4 * code + 3], std::trunc(want), "int", code);
  }

  std::vector<float> singles = {0,         -0.0f, NAN,    -NAN,  INFINITY,
                                -INFINITY, 1e38f, -1e38f, 1e-40f};
  std::vector<double> doubles = {0,     -0.0,   NAN,    INFINITY, -INFINITY,
                                 1e300, -1e300, 1e-300, -1e-300};
  for (size_t i = 0; i < table.values.size(); ++i) {
    double low = table.values[i];
    double high = i + 1 < table.values.size() ? table.values[i + 1] : 2 * low;
    for (double x : {low, (low + high) / 2})
      for (double sign : {1.0, -1.0}) {
        for (double near : {x, std::nextafter(x, 1e9), std::nextafter(x, -1e9)})
          doubles.push_back(sign * near);
        for (float near : {(float)x, std::nextafter((float)x, 1e9f),
                           std::nextafter((float)x, -1e9f)})
          singles.push_back((float)sign * near);
      }
  }
  check<F>(table, singles);
  check<F>(table, doubles);

  DeviceArray<unsigned char> out(12 * 65536);
  encodeShort<F><<<512, 128>>>(out);
  auto got = out.read();
  for (unsigned i = 0; i < 65536; ++i) {
    double h = (double)binary16.decode(i), b = (double)bfloat16.decode(i);
    for (int k = 0; k < 6; ++k) {
      auto mode = k < 4 ? (cudaRoundMode)k : cudaRoundNearest;
      compare(got[12 * i + k], table.round(h, mode), "a half", h);
      compare(got[12 * i + 6 + k], table.round(b, mode), "a bfloat16", b);
    }
  }
  printf("%d codes\n", codes);
}

int main() {
  checkFormat<E2M3>({2, 3});
  checkFormat<E3M2>({3, 2});
  checkFormat<E2M1>({2, 1});
  // On the host, and integers.
  expectValue(float(__nv_fp4_e2m1(2.4f)), 2.0f, "on the host");
  expectValue(int(__nv_fp6_e3m2(-100)), -28, "a saturated integer");
  expectValue((unsigned)__nv_fp4_e2m1(-3LL), 0u, "negative to unsigned");
  expectValue(bool(__nv_fp6_e2m3(-0.0f)), false, "zero is false");
  expectValue(bool(__nv_fp6_e2m3(0.125f)), true, "a denormal is true");
}
