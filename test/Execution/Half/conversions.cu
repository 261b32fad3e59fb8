// RUN: %check-execution %s
// Every half and every bfloat16 to float and to integers, and floats, doubles
// and integers around every tie back, in all rounding modes.
#include "reference.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

struct Half {
  using T = __half;
#define NAME(before, after) before##half##after
#include "conversions.inc"
#undef NAME
};
struct BFloat {
  using T = __nv_bfloat16;
#define NAME(before, after) before##bfloat16##after
#include "conversions.inc"
#undef NAME
};

template <class F> __global__ void widen(float *out, long long *integers) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  typename F::T h = F::fromBits((unsigned short)i);
  out[i] = F::toFloat(h);
  F::toIntegers(h, integers + 26 * i);
}
template <class F, class From>
__global__ void narrow(const From *in, unsigned short *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    F::narrow(in[i], out + 4 * i);
}

/// `x` rounded to an integer, kept in a range; NaN as PTX has it.
static long long toInteger(long double x, char mode, int bits, bool isSigned) {
  if (x != x)
    return bits == 64 ? std::numeric_limits<long long>::min() : 0;
  long double rounded = mode == 'n'   ? rintl(x)
                        : mode == 'z' ? truncl(x)
                        : mode == 'u' ? ceill(x)
                                      : floorl(x);
  long double low = isSigned ? -ldexpl(1, bits - 1) : 0;
  long double high = ldexpl(1, isSigned ? bits - 1 : bits) - 1;
  if (rounded <= low)
    return isSigned ? (long long)(~0ull << (bits - 1)) : 0;
  if (rounded >= high)
    return (long long)(~0ull >> (isSigned ? 65 - bits : 64 - bits));
  return isSigned ? (long long)rounded : (long long)(unsigned long long)rounded;
}

template <class F> void checkWiden(const Format &format) {
  DeviceArray<float> wide(65536);
  DeviceArray<long long> integers(65536 * 26);
  widen<F><<<256, 256>>>(wide, integers);
  std::vector<float> floats = wide.read();
  std::vector<long long> got = integers.read();
  const int widths[] = {16, 16, 32, 32, 64, 64};
  for (unsigned i = 0; i < 65536; ++i) {
    long double x = format.decode(i);
    if (!(floats[i] == (float)x || (floats[i] != floats[i] && x != x))) {
      printf("%04x is %a but should be %a\n", i, floats[i], (double)x);
      exit(1);
    }
    for (int k = 0; k < 26; ++k) {
      long long want =
          k < 24 ? toInteger(x, "nzud"[k % 4], widths[k / 4], k / 4 % 2 == 0)
                 : toInteger(x, 'z', 8, k == 24);
      if (got[26 * i + k] != want) {
        printf("%04x to integer %d is %lld but should be %lld\n", i, k,
               got[26 * i + k], want);
        exit(1);
      }
    }
  }
}

template <class F, class From>
void checkNarrow(const Format &format, const std::vector<From> &values) {
  const int n = (int)values.size();
  DeviceArray<From> in(values);
  DeviceArray<unsigned short> out(4 * n);
  narrow<F, From><<<(n + 255) / 256, 256>>>(in, out, n);
  std::vector<unsigned short> got = out.read();
  for (int i = 0; i < n; ++i)
    for (int mode = 0; mode < (F::modes((From *)0) ? 4 : 1); ++mode)
      expectBits(format, got[4 * i + mode],
                 format.round((long double)values[i], "nzud"[mode]), "rounding",
                 (double)values[i], mode, sizeof(From));
  // The same function on the host.
  for (int i = 0; i < n; i += 7) {
    unsigned short bits[4];
    F::narrow(values[i], bits);
    expectBits(format, bits[0], got[4 * i], "host", (double)values[i]);
  }
  printf("%d values\n", n);
}

template <class F> void check(const Format &format) {
  checkWiden<F>(format);
  std::vector<float> floats;
  std::vector<double> doubles;
  for (unsigned i = 0; i < 65536; ++i) {
    float x = (float)format.decode(i);
    double tie =
        (x + (double)(float)format.decode(i + 1 < 65536 ? i + 1 : 0)) / 2;
    if (i % 3 != 0 && (i & 0x7fff) < format.infinity() - 2 && i % 1024 > 3)
      continue;
    floats.insert(floats.end(), {x, (float)tie, std::nextafterf((float)tie, 0),
                                 std::nextafterf((float)tie, 1e38f)});
    doubles.insert(doubles.end(), {(double)x, tie, std::nextafter(tie, 0),
                                   std::nextafter(tie, 1e300)});
  }
  floats.insert(floats.end(), {65520.0f, -65520.0f, 65519.0f, 1e-30f, -1e-44f,
                               3.4e38f, -3.4e38f, INFINITY, -INFINITY, NAN});
  doubles.insert(doubles.end(),
                 {1e300, -1e300, 1e-300, -1e-300, 65520.0, 65519.999999999});
  checkNarrow<F>(format, floats);
  checkNarrow<F>(format, doubles);

  std::vector<short> shorts;
  std::vector<unsigned short> unsignedShorts;
  for (int i = -32768; i < 32768; ++i) {
    shorts.push_back((short)i);
    unsignedShorts.push_back((unsigned short)i);
  }
  checkNarrow<F>(format, shorts);
  checkNarrow<F>(format, unsignedShorts);

  std::vector<int> ints;
  std::vector<unsigned> unsignedInts;
  std::vector<long long> longs;
  std::vector<unsigned long long> unsignedLongs;
  for (int shift = 0; shift < 64; ++shift)
    for (int step = -2; step <= 2; ++step)
      for (unsigned long long top :
           {0x8000000000000000ull, 0xff80000000000000ull, 0x8080000000000000ull,
            0x8180000000000000ull, 0xffe0000000000000ull,
            0x8010000000000000ull}) {
        unsigned long long x = (top >> shift) + (unsigned long long)step;
        unsignedLongs.push_back(x);
        longs.push_back((long long)x);
        unsignedInts.push_back((unsigned)x);
        ints.push_back((int)x);
      }
  checkNarrow<F>(format, ints);
  checkNarrow<F>(format, unsignedInts);
  checkNarrow<F>(format, longs);
  checkNarrow<F>(format, unsignedLongs);
}

int main() {
  check<Half>(binary16);
  check<BFloat>(bfloat16);
}
