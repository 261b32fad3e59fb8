// RUN: %check-execution %s
// The 8-bit formats: every code, every half and bfloat16, and floats and
// doubles around every tie. The reference looks for the nearest in a table.
#include "reference.h"
#include <cuda_fp8.h>

struct Table {
  Format format;
  unsigned largest; // its successor stands for overflow
  std::vector<double> values;

  Table(Format format, unsigned largest) : format(format), largest(largest) {
    for (unsigned code = 0; code <= largest + 1; ++code)
      values.push_back((double)format.finite(code));
  }
  unsigned nearest(double x, unsigned overflow) const {
    if (x != x)
      return 0x7f;
    double magnitude = std::fabs(x);
    unsigned best = largest + 1;
    for (unsigned code = 0; code <= largest; ++code) {
      double middle = (values[code] + values[code + 1]) / 2;
      if (magnitude < middle || (magnitude == middle && code % 2 == 0)) {
        best = code;
        break;
      }
    }
    return (std::signbit(x) ? 0x80 : 0) | (best > largest ? overflow : best);
  }
};

template <class T> __host__ __device__ unsigned codeOf(T value) {
  return value.__x;
}

__global__ void decode(unsigned short *out, float *members) {
  unsigned char code = threadIdx.x;
  out[code] = __nv_cvt_fp8_to_halfraw(code, __NV_E4M3).x;
  out[256 + code] = __nv_cvt_fp8_to_halfraw(code, __NV_E5M2).x;
  __nv_fp8_e4m3 a;
  __nv_fp8_e5m2 b;
  a.__x = b.__x = code;
  members[code] = float(a);
  members[256 + code] = float(b);
}

const int results = 8;

template <class From>
__global__ void encode(const From *in, unsigned char *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned char *to = out + i * results;
  From x = in[i];
  if constexpr (sizeof(From) == 4) {
    to[0] = __nv_cvt_float_to_fp8(x, __NV_SATFINITE, __NV_E4M3);
    to[1] = __nv_cvt_float_to_fp8(x, __NV_NOSAT, __NV_E4M3);
    to[2] = __nv_cvt_float_to_fp8(x, __NV_SATFINITE, __NV_E5M2);
    to[3] = __nv_cvt_float_to_fp8(x, __NV_NOSAT, __NV_E5M2);
    __nv_fp8x2_e4m3 pair(make_float2(0.5f, x));
    __nv_fp8x4_e5m2 quad(make_float4(x, 0.5f, 0.5f, x));
    to[6] = pair.__x >> 8;
    to[7] = quad.__x >> 24;
    if ((quad.__x & 0xff) != to[7] || (quad.__x >> 8 & 0xffff) != 0x3838)
      to[7] = 0xee;
  } else {
    to[0] = __nv_cvt_double_to_fp8(x, __NV_SATFINITE, __NV_E4M3);
    to[1] = __nv_cvt_double_to_fp8(x, __NV_NOSAT, __NV_E4M3);
    to[2] = __nv_cvt_double_to_fp8(x, __NV_SATFINITE, __NV_E5M2);
    to[3] = __nv_cvt_double_to_fp8(x, __NV_NOSAT, __NV_E5M2);
    to[6] = __nv_cvt_double2_to_fp8x2(make_double2(1, x), __NV_SATFINITE,
                                      __NV_E4M3) >>
            8;
    to[7] = to[2];
  }
  to[4] = codeOf(__nv_fp8_e4m3(x));
  to[5] = codeOf(__nv_fp8_e5m2(x));
}

__global__ void narrow(unsigned char *out) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  __half_raw h;
  __nv_bfloat16_raw b;
  h.x = b.x = (unsigned short)i;
  __half2_raw pair;
  pair.x = 0;
  pair.y = (unsigned short)i;
  out[4 * i] = __nv_cvt_halfraw_to_fp8(h, __NV_SATFINITE, __NV_E4M3);
  out[4 * i + 1] =
      __nv_cvt_halfraw2_to_fp8x2(pair, __NV_SATFINITE, __NV_E5M2) >> 8;
  out[4 * i + 2] = __nv_cvt_bfloat16raw_to_fp8(b, __NV_NOSAT, __NV_E4M3);
  out[4 * i + 3] = codeOf(__nv_fp8_e5m2(__nv_bfloat16(b)));
}

static void compare(unsigned got, unsigned want, const char *what, double x) {
  if (got == want || ((got ^ want) == 0x80 && x != x))
    return;
  printf("%s of %a is %02x but should be %02x\n", what, x, got, want);
  exit(1);
}

template <class From>
void check(const Table &e4m3, const Table &e5m2,
           const std::vector<From> &values) {
  const int n = (int)values.size();
  DeviceArray<From> in(values);
  DeviceArray<unsigned char> out(n * results);
  encode<From><<<(n + 127) / 128, 128>>>(in, out, n);
  std::vector<unsigned char> got = out.read();
  for (int i = 0; i < n; ++i) {
    double x = values[i];
    const unsigned char *g = &got[i * results];
    compare(g[0], e4m3.nearest(x, 0x7e), "e4m3", x);
    compare(g[1], e4m3.nearest(x, 0x7f), "e4m3, not saturated", x);
    // Only from a double a NaN keeps its bits.
    bool keeps = x != x && sizeof(From) == 8;
    compare(g[2], keeps ? 0x7e : e5m2.nearest(x, 0x7b), "e5m2", x);
    compare(g[3], keeps ? 0x7e : e5m2.nearest(x, 0x7c), "e5m2, not saturated",
            x);
    compare(g[4], g[0], "__nv_fp8_e4m3", x);
    compare(g[5], g[2], "__nv_fp8_e5m2", x);
    compare(g[6], g[0], "a pair", x);
    compare(g[7], g[2], "a quadruple", x);
  }
  printf("%d values\n", n);
}

int main() {
  Table e4m3({4, 3}, 0x7e), e5m2({5, 2}, 0x7b);
  DeviceArray<unsigned short> halves(512);
  DeviceArray<float> members(512);
  decode<<<1, 256>>>(halves, members);
  auto bits = halves.read();
  auto floats = members.read();
  for (int i = 0; i < 512; ++i) {
    const Table &table = i < 256 ? e4m3 : e5m2;
    unsigned code = i % 128;
    bool nan = code > (i < 256 ? 0x7e : 0x7c);
    double want = nan                    ? NAN
                  : code > table.largest ? INFINITY
                                         : table.values[code];
    want = i & 128 ? -want : want;
    double got = (double)binary16.decode(bits[i]);
    if (nan ? got == got || floats[i] == floats[i]
            : got != want || floats[i] != want) {
      printf("code %x is %g, %g but should be %g\n", i, got, floats[i], want);
      return 1;
    }
  }

  std::vector<float> singles = {0,     -0.0f,  NAN,   INFINITY, -INFINITY,
                                448,   464,    480,   57344,    61440,
                                65536, -1e38f, 1e-40f};
  std::vector<double> doubles = {0, -0.0, NAN, INFINITY, 1e300, -1e300, 1e-300};
  for (const Table &table : {e4m3, e5m2})
    for (size_t i = 0; i + 1 < table.values.size(); ++i) {
      double tie = (table.values[i] + table.values[i + 1]) / 2;
      for (double x : {table.values[i], tie, -tie, std::nextafter(tie, 0),
                       std::nextafter(tie, 1e9), -std::nextafter(tie, 1e9)})
        doubles.push_back(x);
      float t = (float)tie;
      for (float x : {(float)table.values[i], t, -t, std::nextafter(t, 0.0f),
                      std::nextafter(t, 1e9f), -std::nextafter(t, 1e9f)})
        singles.push_back(x);
    }
  check(e4m3, e5m2, singles);
  check(e4m3, e5m2, doubles);

  DeviceArray<unsigned char> out(4 * 65536);
  narrow<<<512, 128>>>(out);
  auto got = out.read();
  for (unsigned i = 0; i < 65536; ++i) {
    double h = (double)binary16.decode(i), b = (double)bfloat16.decode(i);
    compare(got[4 * i], e4m3.nearest(h, 0x7e), "half to e4m3", h);
    compare(got[4 * i + 1], e5m2.nearest(h, 0x7b), "half to e5m2", h);
    compare(got[4 * i + 2], e4m3.nearest(b, 0x7f), "bfloat16 to e4m3", b);
    compare(got[4 * i + 3], e5m2.nearest(b, 0x7b), "bfloat16 to e5m2", b);
  }
  __nv_fp8_e4m3 host(3.3f);
  expectValue(float(host), 3.25f, "on the host");
  expectValue(int(__nv_fp8_e5m2(-7)), -7, "an integer");
}
