// RUN: %check-execution %s
// The math functions for every half and every bfloat16: the nearest half, and a
// bfloat16 that is nearest or at most one unit in the last place away.
#include "reference.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

template <class T> __host__ __device__ unsigned short bitsOf(T value) {
  unsigned short bits;
  memcpy(&bits, &value, 2);
  return bits;
}

const int functions = 16;

template <class T, class T2> __global__ void kernel(unsigned short *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned short bits = (unsigned short)i;
  T x;
  memcpy(&x, &bits, 2);
  unsigned short *to = out + i * functions;
  to[0] = bitsOf(hsqrt(x));
  to[1] = bitsOf(hrcp(x));
  to[2] = bitsOf(hfloor(x));
  to[3] = bitsOf(hceil(x));
  to[4] = bitsOf(htrunc(x));
  to[5] = bitsOf(hrint(x));
  to[6] = bitsOf(hrsqrt(x));
  to[7] = bitsOf(hexp(x));
  to[8] = bitsOf(hexp2(x));
  to[9] = bitsOf(hexp10(x));
  to[10] = bitsOf(hlog(x));
  to[11] = bitsOf(hlog2(x));
  to[12] = bitsOf(hlog10(x));
  to[13] = bitsOf(hsin(x));
  to[14] = bitsOf(hcos(x));
  to[15] = bitsOf(htanh(x));
}

template <class T, class T2> __global__ void pairs(unsigned *same) {
  unsigned i = threadIdx.x;
  T a = T(0.25f * (i + 1)), b = T(3.5f - 0.1f * i);
  T2 x(a, b);
#define SAME(name)                                                             \
  (bitsOf(h2##name(x).x) == bitsOf(h##name(a)) &&                              \
   bitsOf(h2##name(x).y) == bitsOf(h##name(b)))
  same[i] = SAME(sqrt) && SAME(rcp) && SAME(floor) && SAME(ceil) &&
            SAME(trunc) && SAME(rint) && SAME(rsqrt) && SAME(exp) &&
            SAME(exp2) && SAME(exp10) && SAME(log) && SAME(log2) &&
            SAME(log10) && SAME(sin) && SAME(cos) && SAME(tanh);
}

static double reference(int function, double x) {
  switch (function) {
  case 0:
    return sqrt(x);
  case 1:
    return 1 / x;
  case 2:
    return floor(x);
  case 3:
    return ceil(x);
  case 4:
    return trunc(x);
  case 5:
    return rint(x);
  case 6:
    return 1 / sqrt(x);
  case 7:
    return exp(x);
  case 8:
    return exp2(x);
  case 9:
    return pow(10, x);
  case 10:
    return log(x);
  case 11:
    return log2(x);
  case 12:
    return log10(x);
  case 13:
    return sin(x);
  case 14:
    return cos(x);
  default:
    return tanh(x);
  }
}

template <class T, class T2> void check(const Format &format, bool nearest) {
  DeviceArray<unsigned short> out(65536 * functions);
  kernel<T, T2><<<512, 128>>>(out);
  std::vector<unsigned short> got = out.read();
  for (unsigned i = 0; i < 65536; ++i)
    for (int f = 0; f < functions; ++f) {
      double x = (double)format.decode(i);
      unsigned want = format.round(reference(f, x), 'n');
      unsigned have = got[i * functions + f];
      bool near = !nearest && f > 5 && !format.isNan(want) &&
                  (have + 1 == want || have == want + 1);
      if (!near && !format.same(have, want)) {
        printf("function %d of %04x is %04x but should be %04x\n", f, i, have,
               want);
        exit(1);
      }
    }
  DeviceArray<unsigned> same(32);
  pairs<T, T2><<<1, 32>>>(same);
  expect(same, [](int) { return 1; });
}

int main() {
  check<__half, __half2>(binary16, true);
  check<__nv_bfloat16, __nv_bfloat162>(bfloat16, false);
}
