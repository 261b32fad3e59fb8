// RUN: %check-execution %s
// Scale factors: every code, every bfloat16, floats and doubles around every
// power of two, in both rounding modes, saturated and not. The reference
// searches the powers.
#include "reference.h"
#include <cuda_fp8.h>

static unsigned reference(double x, bool up, bool saturate) {
  if (x != x)
    return 0xff;
  double magnitude = std::fabs(x);
  if (std::isinf(x))
    return saturate ? 0xfe : 0xff;
  unsigned code = 0;
  if (up) {
    while (code <= 0xfe && std::ldexp(1.0, (int)code - 127) < magnitude)
      ++code;
    return code == 0xff && saturate ? 0xfe : code;
  }
  while (code < 0xfe && std::ldexp(1.0, (int)code - 126) <= magnitude)
    ++code;
  return code;
}

__global__ void decode(unsigned short *bits, double *members) {
  unsigned code = threadIdx.x;
  bits[2 * code] = __nv_cvt_e8m0_to_bf16raw(code).x;
  bits[2 * code + 1] = __nv_cvt_e8m0x2_to_bf162raw(code << 8 | 7).y;
  __nv_fp8_e8m0 one;
  __nv_fp8x2_e8m0 two;
  __nv_fp8x4_e8m0 four;
  one.__x = code;
  two.__x = code << 8;
  four.__x = code << 24;
  members[6 * code] = float(one);
  members[6 * code + 1] = double(one);
  members[6 * code + 2] = float2(two).y;
  members[6 * code + 3] = float4(four).w;
  members[6 * code + 4] = __bfloat162float(__nv_bfloat162(two).y);
  members[6 * code + 5] = (double)(long long)one;
}

const int results = 7;

__device__ unsigned encode(float x, __nv_saturation_t s, cudaRoundMode mode) {
  return mode == cudaRoundZero ? __nv_cvt_float_to_e8m0(x, s, cudaRoundZero)
                               : __nv_cvt_float_to_e8m0(x, s, cudaRoundPosInf);
}
__device__ unsigned encode(double x, __nv_saturation_t s, cudaRoundMode mode) {
  return __nv_cvt_double_to_e8m0(x, s, mode);
}
__device__ unsigned encode(__nv_bfloat16_raw x, __nv_saturation_t s,
                           cudaRoundMode mode) {
  return __nv_cvt_bfloat16raw_to_e8m0(x, s, mode);
}
__device__ unsigned pair(float x) {
  return __nv_cvt_float2_to_e8m0x2(make_float2(1, x), __NV_SATFINITE,
                                   cudaRoundPosInf);
}
__device__ unsigned pair(double x) {
  return __nv_cvt_double2_to_e8m0x2(make_double2(1, x), __NV_SATFINITE,
                                    cudaRoundPosInf);
}
__device__ unsigned pair(__nv_bfloat16_raw x) {
  __nv_bfloat162_raw two;
  two.x = 0x3f80;
  two.y = x.x;
  return __nv_cvt_bfloat162raw_to_e8m0x2(two, __NV_SATFINITE, cudaRoundPosInf);
}
__device__ unsigned vectors(float x) {
  return __nv_fp8x4_e8m0(make_float4(x, 1, 2, x)).__x;
}
__device__ unsigned vectors(double x) {
  return __nv_fp8x4_e8m0(make_double4(x, 1, 2, x)).__x;
}
__device__ unsigned vectors(__nv_bfloat16_raw x) {
  __nv_bfloat162 low(__nv_bfloat16(x), __float2bfloat16(1));
  __nv_bfloat162 high(__float2bfloat16(2), __nv_bfloat16(x));
  return __nv_fp8x4_e8m0(low, high).__x;
}
__device__ unsigned member(float x) { return __nv_fp8_e8m0(x).__x; }
__device__ unsigned member(double x) { return __nv_fp8_e8m0(x).__x; }
__device__ unsigned member(__nv_bfloat16_raw x) {
  return __nv_fp8_e8m0(__nv_bfloat16(x)).__x;
}

template <class From>
__global__ void encodeAll(const From *in, unsigned char *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned char *to = out + i * results;
  to[0] = encode(in[i], __NV_SATFINITE, cudaRoundPosInf);
  to[1] = encode(in[i], __NV_NOSAT, cudaRoundPosInf);
  to[2] = encode(in[i], __NV_SATFINITE, cudaRoundZero);
  to[3] = encode(in[i], __NV_NOSAT, cudaRoundZero);
  to[4] = member(in[i]);
  unsigned two = pair(in[i]), four = vectors(in[i]);
  to[5] = (two & 0xff) == 127 ? two >> 8 : 0xee;
  to[6] = (four >> 8 & 0xffff) == 0x807f && (four & 0xff) == four >> 24
              ? four >> 24
              : 0xee;
}

static double valueOf(float x) { return x; }
static double valueOf(double x) { return x; }
static double valueOf(__nv_bfloat16_raw x) {
  return (double)bfloat16.decode(x.x);
}

template <class From> void check(const std::vector<From> &values) {
  const int n = (int)values.size();
  DeviceArray<From> in(values);
  DeviceArray<unsigned char> out(n * results);
  encodeAll<<<(n + 127) / 128, 128>>>((const From *)in, out, n);
  auto got = out.read();
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < results; ++k) {
      double x = valueOf(values[i]);
      unsigned want = reference(x, k < 2 || k > 3, k != 1 && k != 3);
      if (got[i * results + k] != want) {
        printf("result %d of %a is %02x but should be %02x\n", k, x,
               got[i * results + k], want);
        exit(1);
      }
    }
  printf("%d values\n", n);
}

static void require(bool right, const char *what, int code) {
  if (right)
    return;
  printf("code %02x: wrong %s\n", code, what);
  exit(1);
}

int main() {
  DeviceArray<unsigned short> bits(512);
  DeviceArray<double> members(6 * 256);
  decode<<<1, 256>>>(bits, members);
  auto halves = bits.read();
  auto values = members.read();
  for (int code = 0; code < 256; ++code) {
    bool nan = code == 255;
    double want = std::ldexp(1.0, code - 127);
    for (int i = 0; i < 2; ++i) {
      double got = (double)bfloat16.decode(halves[2 * code + i]);
      require(nan ? got != got : got == want, "bfloat16", code);
    }
    for (int i = 0; i < 5; ++i) {
      double got = values[6 * code + i];
      require(nan ? got != got : got == want, "a member", code);
    }
    double integer = nan               ? -9223372036854775808.0
                     : code < 127      ? 0
                     : code > 127 + 62 ? 9223372036854775807.0
                                       : want;
    require(values[6 * code + 5] == integer, "long long", code);
  }

  std::vector<float> singles = {0, -0.0f, NAN, INFINITY, -INFINITY, 3.4e38f};
  std::vector<double> doubles = {0,     -0.0,   NAN,   INFINITY, -INFINITY,
                                 1e300, 1e-300, 1e-40, 3.5e38};
  for (int exponent = -149; exponent < 128; ++exponent) {
    double power = std::ldexp(1.0, exponent);
    for (double x : {power, std::nextafter(power, 0), 1.5 * power,
                     std::nextafter(power, 1e300), -power})
      doubles.push_back(x);
    float single = (float)power;
    for (float x : {single, std::nextafter(single, 0.0f), 1.5f * single,
                    std::nextafter(single, 1e38f), -single})
      singles.push_back(x);
  }
  check(singles);
  check(doubles);
  std::vector<__nv_bfloat16_raw> all(65536);
  for (unsigned i = 0; i < 65536; ++i)
    all[i].x = (unsigned short)i;
  check(all);

  // On the host, halves and integers.
  expectValue((int)__nv_fp8_e8m0(__float2half(3.0f)).__x, 129, "a half");
  expectValue((int)__nv_fp8_e8m0(5).__x, 130, "an integer");
  expectValue((int)__nv_fp8_e8m0((1ull << 60) + 1).__x, 127 + 61, "64 bits");
  expectValue((int)__nv_fp8_e8m0(0).__x, 0, "zero");
  expectValue(bool(__nv_fp8_e8m0(0)), true, "never zero");
}
