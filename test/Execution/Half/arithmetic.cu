// RUN: %check-execution %s
// Arithmetic, comparisons, minimum and maximum of half and bfloat16, alone and
// in pairs, exactly rounded.
#include "reference.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <class T> struct Pair;
template <> struct Pair<__half> {
  using type = __half2;
};
template <> struct Pair<__nv_bfloat16> {
  using type = __nv_bfloat162;
};

template <class T> __host__ __device__ T make(unsigned short bits) {
  T value;
  memcpy(&value, &bits, 2);
  return value;
}
template <class T> __host__ __device__ unsigned short bitsOf(T value) {
  unsigned short bits;
  memcpy(&bits, &value, 2);
  return bits;
}
template <class T2> __device__ unsigned bits2Of(T2 value) {
  unsigned bits;
  memcpy(&bits, &value, 4);
  return bits;
}

const int twoOperands = 15;

template <class T>
__global__ void binary(const unsigned short *in, unsigned short *out, int n) {
  T a = make<T>(in[blockIdx.x]);
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    T b = make<T>(in[i]);
    unsigned short *to = out + (blockIdx.x * n + i) * twoOperands;
    to[0] = bitsOf(__hadd(a, b));
    to[1] = bitsOf(__hsub(a, b));
    to[2] = bitsOf(__hmul(a, b));
    to[3] = bitsOf(__hdiv(a, b));
    to[4] = bitsOf(__hmin(a, b));
    to[5] = bitsOf(__hmax(a, b));
    to[6] = bitsOf(__hmin_nan(a, b));
    to[7] = bitsOf(__hmax_nan(a, b));
    to[8] = bitsOf(__hadd_sat(a, b));
    to[9] = bitsOf(__hmul_sat(a, b));
    to[10] = __heq(a, b) | __hne(a, b) << 1 | __hle(a, b) << 2 |
             __hge(a, b) << 3 | __hlt(a, b) << 4 | __hgt(a, b) << 5 |
             __hequ(a, b) << 6 | __hneu(a, b) << 7 | __hleu(a, b) << 8 |
             __hgeu(a, b) << 9 | __hltu(a, b) << 10 | __hgtu(a, b) << 11;
    to[11] = bitsOf(a + b);
    to[12] = bitsOf(__hmul_rn(a, b));
    to[13] = (a == b) | (a != b) << 1 | (a <= b) << 2 | (a >= b) << 3 |
             (a < b) << 4 | (a > b) << 5;
    T c = a;
    c -= b;
    to[14] = bitsOf(c);
  }
}

template <class T>
__global__ void ternary(const unsigned short *in, unsigned short *out, int n) {
  T a = make<T>(in[blockIdx.x]), b = make<T>(in[blockIdx.y]);
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    T c = make<T>(in[i]);
    unsigned short *to = out + ((blockIdx.x * n + blockIdx.y) * n + i) * 3;
    to[0] = bitsOf(__hfma(a, b, c));
    to[1] = bitsOf(__hfma_relu(a, b, c));
    to[2] = bitsOf(__hfma_sat(a, b, c));
  }
}

const int pairResults = 42;

/// Each pair function against the single one on both sides.
template <class T>
__global__ void pairs(const unsigned short *in, unsigned *out, int n) {
  using T2 = typename Pair<T>::type;
  T a = make<T>(in[blockIdx.x]), d = make<T>(in[(blockIdx.x * 5 + 3) % n]);
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    T b = make<T>(in[i]), e = make<T>(in[(i * 3 + 1) % n]);
    T2 x(a, b), y(d, e), z(b, d);
    unsigned *to = out + (blockIdx.x * n + i) * pairResults;
    T one = make<T>(bitsOf(T(1.0f))), zero = make<T>(0);
#define SAME(call2, low, high)                                                 \
  *to++ = bits2Of(call2) ==                                                    \
          ((unsigned)bitsOf(T(low)) | (unsigned)bitsOf(T(high)) << 16);
#define COMPARE(name)                                                          \
  SAME(__h##name##2(x, y), __h##name(a, d) ? one : zero,                       \
       __h##name(b, e) ? one : zero)                                           \
  *to++ = __hb##name##2(x, y) == (__h##name(a, d) && __h##name(b, e)) &&       \
          __h##name##2_mask(x, y) == ((__h##name(a, d) ? 0xffffu : 0) |        \
                                      (__h##name(b, e) ? 0xffff0000u : 0));
    COMPARE(eq)
    COMPARE(ne)
    COMPARE(le)
    COMPARE(ge)
    COMPARE(lt)
    COMPARE(gt)
    COMPARE(equ)
    COMPARE(neu)
    COMPARE(leu)
    COMPARE(geu)
    COMPARE(ltu)
    COMPARE(gtu)
    SAME(__hadd2(x, y), __hadd(a, d), __hadd(b, e))
    SAME(__hsub2(x, y), __hsub(a, d), __hsub(b, e))
    SAME(__hmul2(x, y), __hmul(a, d), __hmul(b, e))
    SAME(__h2div(x, y), __hdiv(a, d), __hdiv(b, e))
    SAME(__hfma2(x, y, z), __hfma(a, d, b), __hfma(b, e, d))
    SAME(__hfma2_relu(x, y, z), __hfma_relu(a, d, b), __hfma_relu(b, e, d))
    SAME(__hadd2_sat(x, y), __hadd_sat(a, d), __hadd_sat(b, e))
    SAME(__hneg2(x), __hneg(a), __hneg(b))
    SAME(__habs2(x), __habs(a), __habs(b))
    SAME(__hmax2(x, y), __hmax(a, d), __hmax(b, e))
    SAME(__hmin2_nan(x, y), __hmin_nan(a, d), __hmin_nan(b, e))
    SAME(__hisnan2(x), __hisnan(a) ? one : zero, __hisnan(b) ? one : zero)
    SAME(x * y, a * d, b * e)
    SAME(__lowhigh2highlow(x), b, a)
    *to++ = (x == y) == __hbeq2(x, y) && (x < y) == __hblt2(x, y);
    T2 w = x;
    w += y;
    T2 v = w++;
    SAME(v, a + d, b + e)
    *to++ = __hisinf(a) == ((bitsOf(__habs(a)) == bitsOf(T(INFINITY)))
                                ? (bitsOf(a) & 0x8000 ? -1 : 1)
                                : 0);
    *to++ = __low2float(x) == float(a) || __hisnan(a);
  }
}

template <class T> void check(const Format &format, int step) {
  auto in = interesting(format, step);
  const int n = (int)in.size();
  DeviceArray<unsigned short> bits(in), out(n * n * twoOperands);
  binary<T><<<n, 64>>>(bits, out, n);
  std::vector<unsigned short> got = out.read();
  const unsigned one = format.bias() << format.fractionBits;
  auto saturated = [&](unsigned value) {
    return format.isNan(value) || value & format.signBit() ? 0
           : value > one                                   ? one
                                                           : value;
  };
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k) {
      const unsigned short *g = &got[(i * n + k) * twoOperands];
      long double a = format.decode(in[i]), b = format.decode(in[k]);
      auto expectOne = [&](int index, unsigned want, const char *what) {
        expectBits(format, g[index], want, what, a, b);
      };
      auto rounded = [&](Sum sum) {
        return format.round(sum.value, 'n', sum.rest);
      };
      unsigned sum = rounded(Sum(a, b)), product = format.round(a * b, 'n');
      expectOne(0, sum, "sum");
      expectOne(11, sum, "operator +");
      expectOne(1, rounded(Sum(a, -b)), "difference");
      expectOne(14, rounded(Sum(a, -b)), "operator -=");
      expectOne(2, product, "product");
      expectOne(12, product, "product");
      expectOne(3, format.round(a / b, 'n'), "quotient");
      bool less = a < b || (a == b && std::signbit(a) && !std::signbit(b));
      bool nan = a != a || b != b;
      unsigned least = a != a ? in[k] : b != b ? in[i] : less ? in[i] : in[k];
      unsigned most = a != a ? in[k] : b != b ? in[i] : less ? in[k] : in[i];
      expectOne(4, least, "minimum");
      expectOne(5, most, "maximum");
      expectOne(6, nan ? 0x7fff : least, "minimum or NaN");
      expectOne(7, nan ? 0x7fff : most, "maximum or NaN");
      expectOne(8, saturated(sum), "saturated sum");
      expectOne(9, saturated(product), "saturated product");
      unsigned ordered = (a == b) | (a < b || a > b) << 1 | (a <= b) << 2 |
                         (a >= b) << 3 | (a < b) << 4 | (a > b) << 5;
      unsigned want = ordered | (nan ? 0x3f : ordered) << 6;
      if (g[10] != want || g[13] != ((ordered & ~2u) | (a != b) << 1)) {
        printf("comparisons of %a %a: %04x %04x\n", (double)a, (double)b, g[10],
               g[13]);
        exit(1);
      }
    }
  printf("%d pairs of operands\n", n * n);

  DeviceArray<unsigned> same(n * n * pairResults);
  pairs<T><<<n, 64>>>(bits, same, n);
  expect(same, [](int i) { return 1; });

  auto few = interesting(format, step * 3);
  const int m = (int)few.size();
  DeviceArray<unsigned short> fewBits(few), fused(m * m * m * 3);
  ternary<T><<<dim3(m, m), 64>>>(fewBits, fused, m);
  got = fused.read();
  for (int i = 0; i < m * m * m; ++i) {
    long double a = format.decode(few[i / m / m]),
                b = format.decode(few[i / m % m]),
                c = format.decode(few[i % m]);
    Sum exact(a * b, c);
    unsigned want = format.round(exact.value, 'n', exact.rest);
    expectBits(format, got[3 * i], want, "fma", a, b, c);
    bool negative = want & format.signBit() && !format.isNan(want);
    expectBits(format, got[3 * i + 1], negative ? 0 : want, "fma_relu", a, b,
               c);
    expectBits(format, got[3 * i + 2], saturated(want), "fma_sat", a, b, c);
  }
  printf("%d triples of operands\n", m * m * m);
}

int main() {
  check<__half>(binary16, 2);
  check<__nv_bfloat16>(bfloat16, 15);
}
