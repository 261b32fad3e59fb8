// RUN: %heddle -O1 %s -o %t && %t
// What NVIDIA's headers give for the conversions of cuda_fp8.h, cuda_fp6.h and
// cuda_fp4.h, as checksums: all halves, bfloat16s and codes; floats and doubles
// at, just below and just above all of 16 bits and all ties.
#include "../check.h"
#include <cstring>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp4.h>
#include <cuda_fp6.h>
#include <cuda_fp8.h>

/// In the order in which `main` computes them.
static const unsigned long long facts[] = {
    0xf4144884474fef45, 0x509f2676a8078ed1, 0x958402e938751a25,
    0xb06a62118cb4fa15, 0x4384938d6bd97f25, 0x94eba89a6e3990a5,
    0xa4d561d43c91ba85, 0xd4addae529696fbd, 0xe600af6fc703efc5,
    0x2aa1663c7bed7325, 0xc050767bd86bbeb5, 0x304feac115993fa5,
    0xa701dd201af279e5, 0x78448a4ad3d11f25, 0xc1556ca8d61ce009,
    0x3105cae5ff260281, 0xd16bea87f38cea31, 0xe5dea5275916c255,
    0x366d8d0b8c412325, 0x5a1e4f3a6b600b25, 0x2520a46ad2925b25,
    0xe602c804ab64d325, 0x1b526e5023df1945, 0x033332d2458b9325,
    0x91621a859c7cea25, 0x60b3e7d5324a1325, 0xd001666c77e7e5a5,
    0x0701d5205ac31109, 0x01dae60490bc49a5, 0xd1e6a8df2712fb99,
    0x132c373fd456c9a5, 0xf1e182bdc8cf7675, 0x55456763debf12a5,
    0xd8b2feb674a31125, 0x4384938d6bd97f25, 0xe5793b3f5083e9e5,
    0x110da6728fb8f575, 0xfd2137fa688fb025, 0xe600af6fc703efc5,
    0xafc0516bbd53cce5, 0x199ea8d3bf5f883d, 0xd102d7d39f29d5a5,
    0x22c10a2b6f34bb85, 0x78448a4ad3d11f25, 0x21605f6102e48ac5,
    0xfb3073a13965d0ed, 0x6a33970a2b35a6e5, 0xe5dea5275916c255,
    0x2564d6b302302325, 0x2bc7973dc8e8a525, 0x90dd51996179ff25,
    0xe8b6d15b98022f25, 0x5e9881e5859f0165, 0xd91b6cd77859c919,
    0xbcaec8b9f44aac25, 0x79d06b221cfba3e5, 0x9ce1f23834a282a5,
    0x2fb305f25f3c28e1, 0xa71c9672f2be49b5, 0x1761e8b50870a8a1,
    0xe708b818ed3b6325, 0x731229c35aa1ea6d, 0x0a8e30c1f58a35a5,
    0xe14d960848fbfc11, 0xf130f95910cc7385, 0xab2336af61e9bc75,
    0x889e8fe263802325, 0x4f7a6f5b8f89fa65, 0xf55406e983e3d325,
    0x4f7a7d614e119105, 0xc8af12cd5f327c9d, 0xc9671b852ec23805,
    0x4ba5737e769c23e5, 0x435aad56e1d72325, 0x78bb2717befc4d95,
    0x038b7bec5b172325, 0x820182fef3d6f9ad, 0xfeaf1c1ca49ddfd5,
    0x710df48454d2c12d, 0x0a965526aaa756ed, 0x8cadabfa60042325,
    0x6e54769a72bfd62d, 0xd5300dc48c932325, 0xd7bf7b484b39b205,
    0x08f9617266ee5ce5, 0xf0dbe00d4707a705, 0x50862dcaa67c7705,
    0x889e8fe263802325, 0x9673a856678b1fa5, 0xf55406e983e3d325,
    0x99a585964dc8af05, 0xd3daa1efac7fb2a5, 0xc9a5cb3a0446b305,
    0x20c40b597e98d005, 0x435aad56e1d72325, 0x651760e3029efba5,
    0x038b7bec5b172325, 0xdf4b728940952e2d, 0xc399931b37fdc455,
    0x3f52551813e4072d, 0x1840a90e19838fad, 0x8cadabfa60042325,
    0x1af7405a02439cad, 0xd5300dc48c932325, 0x132c373fd456c9a5,
    0xf1e182bdc8cf7675, 0x55456763debf12a5, 0xd8b2feb674a31125,
    0xbb327a5175163333, 0xfa27f9212b3703c6, 0xfa27f9212b3703c6,
    0xbb327a5175163333, 0x4c44c53948578b25, 0xf257d3077212f725,
    0x4384938d6bd97f25, 0xf5897b3996cc8725, 0xfbd5349691be4325,
    0x4a1307518e339325, 0xed5e254dc77dd325, 0xe8aa932b28eb5325,
    0x662b0a9d42630f25, 0x5efbfda91ab30325, 0x7c15aff1ef002325,
    0x23656a5da25a6325, 0xfb05abb2ea342325, 0xafc0516bbd53cce5,
    0x199ea8d3bf5f883d, 0xd102d7d39f29d5a5, 0x22c10a2b6f34bb85,
    0x1218a04bf316766d, 0x9a85110ebae7f333, 0x9a85110ebae7f333,
    0x1218a04bf316766d, 0x8e9c0247871d1b25, 0x16b946457b4c0b25,
    0x78448a4ad3d11f25, 0x39df24d7c0848f25, 0xb1543c0d57ef3b25,
    0x3c7885086d1c4325, 0x2ac356f2d2ef4125, 0x6f3f231290d1fd25,
    0x85039beaf423fb25, 0xf4bb5bfbd0ab6725, 0x5b55f652aeb98f25,
    0x547bdca7ba60eb25, 0xfb05abb2ea342325, 0xbcaec8b9f44aac25,
    0x79d06b221cfba3e5, 0x1e058a90b912c5c1, 0x9ce1f23834a282a5,
    0x6bd04793369d61bb, 0x63d7224aed2af191, 0x63d7224aed2af191,
    0x6bd04793369d61bb, 0xf7fa2b211bac6325, 0xc1375e61576d6325,
    0x754a07685e7a9725, 0xe708b818ed3b6325, 0x8de6d15535ae6b25,
    0xbd73f9e78ee38125, 0xe1580f9eb22ae125, 0xec11d15316cbcd25,
    0x42d8d25e5f4ea725, 0x056eda9449562725, 0xf7ac61f5b9b8b325,
    0x0d4f4dcc03b7eb25, 0x2d438615f3572325, 0x0a8e30c1f58a35a5,
    0xe14d960848fbfc11, 0xf130f95910cc7385, 0xab2336af61e9bc75,
    0xca7a83106b7c6f22, 0x1b8e402168e460ef, 0x1b8e402168e460ef,
    0xca7a83106b7c6f22, 0xe346a06a72ec2325, 0x84569d9dabeea325,
    0x889e8fe263802325, 0x54d0d172d0512325, 0x32893396614d4325,
    0xe5348a2e25a65325, 0x9198c21f05bd6325, 0x52ae72233f78a325,
    0x439de5550c7a2325, 0xe5a419408c4f2325, 0x05033bb67d2b2325,
    0x2d845a0ed0bc2325, 0x7b281c0d14742325, 0x4f7a7d614e119105,
    0xc8af12cd5f327c9d, 0xc9671b852ec23805, 0x4ba5737e769c23e5,
    0x7bd8c514552807ee, 0x05e8ccb513d1a6e7, 0x05e8ccb513d1a6e7,
    0x7bd8c514552807ee, 0xfe81683e67c8a325, 0x887ec52bfaf9e325,
    0x435aad56e1d72325, 0xfdcc421486bd6325, 0x20257b411c306325,
    0x482422b8a7f27b25, 0xdb3e9de1fe350325, 0x699abaeab708c325,
    0x0ebc2ccf446e2325, 0x46a73e1915c66325, 0x135c546638bee325,
    0x13da0194b57ea325, 0x7b281c0d14742325, 0x820182fef3d6f9ad,
    0xfeaf1c1ca49ddfd5, 0x710df48454d2c12d, 0x0a965526aaa756ed,
    0xb8841607b0d7ebd6, 0xeeae78ccf2c362b3, 0xeeae78ccf2c362b3,
    0xb8841607b0d7ebd6, 0x6456735ae89a2325, 0xced0ca489a9f2325,
    0x8cadabfa60042325, 0x75c8fc1bbff62325, 0xdc76136b4ed8a325,
    0x431eeb884bf3a325, 0x7bc8161ac8fea325, 0xd8d4712bd7f42325,
    0xb044bb61dc492325, 0x8991938af9162325, 0xc0dabbd21b492325,
    0x82e913de614a2325, 0x8484e160af042325};

static size_t next = 0;

static void expect(unsigned long long sum, const char *what, int first,
                   int second) {
  if (sum == facts[next++])
    return;
  printf("%s (%d, %d): not the fact %zu\n", what, first, second, next - 1);
  exit(1);
}

class Checksum {
public:
  template <typename T> void add(const T &value) {
    unsigned char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    for (unsigned char byte : bytes)
      sum = (sum ^ byte) * 0x100000001b3ull;
  }
  operator unsigned long long() const { return sum; }

private:
  unsigned long long sum = 0xcbf29ce484222325ull;
};

template <typename To, typename From> static To bits(From value) {
  To to;
  static_assert(sizeof(To) == sizeof(From));
  std::memcpy(&to, &value, sizeof(To));
  return to;
}

static const unsigned lows[] = {0, 1, 0x7fff, 0x8000, 0x8001, 0xffff};

template <typename Convert> static Checksum floats(Convert convert) {
  Checksum sum;
  for (unsigned high = 0; high < 0x10000; ++high)
    for (unsigned low : lows)
      sum.add(convert(bits<float>(high << 16 | low)));
  return sum;
}
template <typename Convert> static Checksum doubles(Convert convert) {
  Checksum sum;
  for (unsigned high = 0; high < 0x10000; ++high)
    for (unsigned low : lows) {
      auto middle = bits<long long>(double(bits<float>(high << 16 | low)));
      for (long long apart : {0, 1, -1, 0x10000000})
        sum.add(convert(bits<double>(middle + apart)));
    }
  for (unsigned long long high = 0; high < 0x10000; ++high) {
    sum.add(convert(bits<double>(high << 48)));
    sum.add(convert(bits<double>(high << 48 | 1)));
  }
  return sum;
}
/// Of all 16-bit values.
template <typename Convert> static Checksum shorts(Convert convert) {
  Checksum sum;
  for (unsigned x = 0; x < 0x10000; ++x)
    sum.add(convert((unsigned short)x));
  return sum;
}

static __half_raw rawHalf(unsigned short x) { return bits<__half_raw>(x); }
static __half2_raw rawHalf2(unsigned short x) {
  __half2_raw raw;
  raw.x = x;
  raw.y = (unsigned short)(x * 257);
  return raw;
}
static __nv_bfloat16_raw rawBfloat16(unsigned short x) {
  return bits<__nv_bfloat16_raw>(x);
}
static __nv_bfloat162_raw rawBfloat162(unsigned short x) {
  __nv_bfloat162_raw raw;
  raw.x = x;
  raw.y = (unsigned short)(x * 257);
  return raw;
}
template <typename Pair> static unsigned both(Pair raw) {
  return raw.x | (unsigned)raw.y << 16;
}

using Raw = unsigned short;

static void fp8(__nv_saturation_t s, __nv_fp8_interpretation_t k) {
#define EXPECT(sum) expect(sum, #sum, s, k)
  EXPECT(floats([&](float x) { return __nv_cvt_float_to_fp8(x, s, k); }));
  EXPECT(doubles([&](double x) { return __nv_cvt_double_to_fp8(x, s, k); }));
  EXPECT(
      shorts([&](Raw x) { return __nv_cvt_halfraw_to_fp8(rawHalf(x), s, k); }));
  EXPECT(shorts([&](Raw x) {
    return __nv_cvt_bfloat16raw_to_fp8(rawBfloat16(x), s, k);
  }));
  EXPECT(shorts(
      [&](Raw x) { return __nv_cvt_fp8_to_halfraw((unsigned char)x, k).x; }));
  EXPECT(floats([&](float x) {
    return __nv_cvt_float2_to_fp8x2(make_float2(x, -x * 0.5f), s, k);
  }));
  EXPECT(shorts(
      [&](Raw x) { return __nv_cvt_halfraw2_to_fp8x2(rawHalf2(x), s, k); }));
  EXPECT(shorts([&](Raw x) {
    return __nv_cvt_bfloat16raw2_to_fp8x2(rawBfloat162(x), s, k);
  }));
  EXPECT(shorts([&](Raw x) { return both(__nv_cvt_fp8x2_to_halfraw2(x, k)); }));
#undef EXPECT
}

static void e8m0(__nv_saturation_t s, cudaRoundMode m) {
#define EXPECT(sum) expect(sum, #sum, s, m)
  EXPECT(floats([&](float x) { return __nv_cvt_float_to_e8m0(x, s, m); }));
  EXPECT(doubles([&](double x) { return __nv_cvt_double_to_e8m0(x, s, m); }));
  EXPECT(shorts([&](Raw x) {
    return __nv_cvt_bfloat16raw_to_e8m0(rawBfloat16(x), s, m);
  }));
  EXPECT(floats([&](float x) {
    return __nv_cvt_float2_to_e8m0x2(make_float2(x, -x * 0.5f), s, m);
  }));
  EXPECT(doubles([&](double x) {
    return __nv_cvt_double2_to_e8m0x2(make_double2(x, -x * 0.5), s, m);
  }));
  EXPECT(shorts([&](Raw x) {
    return __nv_cvt_bfloat162raw_to_e8m0x2(rawBfloat162(x), s, m);
  }));
#undef EXPECT
}

static void fp6(__nv_fp6_interpretation_t k, cudaRoundMode m) {
#define EXPECT(sum) expect(sum, #sum, k, m)
  EXPECT(floats([&](float x) { return __nv_cvt_float_to_fp6(x, k, m); }));
  EXPECT(doubles([&](double x) { return __nv_cvt_double_to_fp6(x, k, m); }));
  EXPECT(
      shorts([&](Raw x) { return __nv_cvt_halfraw_to_fp6(rawHalf(x), k, m); }));
  EXPECT(shorts([&](Raw x) {
    return __nv_cvt_bfloat16raw_to_fp6(rawBfloat16(x), k, m);
  }));
  EXPECT(shorts(
      [&](Raw x) { return __nv_cvt_fp6_to_halfraw((unsigned char)x, k).x; }));
  EXPECT(floats([&](float x) {
    return __nv_cvt_float2_to_fp6x2(make_float2(x, -x * 0.5f), k, m);
  }));
  EXPECT(shorts([&](Raw x) { return both(__nv_cvt_fp6x2_to_halfraw2(x, k)); }));
#undef EXPECT
}

static void fp4(cudaRoundMode m) {
  const auto k = __NV_E2M1;
#define EXPECT(sum) expect(sum, #sum, k, m)
  EXPECT(floats([&](float x) { return __nv_cvt_float_to_fp4(x, k, m); }));
  EXPECT(doubles([&](double x) { return __nv_cvt_double_to_fp4(x, k, m); }));
  EXPECT(
      shorts([&](Raw x) { return __nv_cvt_halfraw_to_fp4(rawHalf(x), k, m); }));
  EXPECT(shorts([&](Raw x) {
    return __nv_cvt_bfloat16raw_to_fp4(rawBfloat16(x), k, m);
  }));
  EXPECT(shorts(
      [&](Raw x) { return __nv_cvt_fp4_to_halfraw((unsigned char)x, k).x; }));
  EXPECT(floats([&](float x) {
    return __nv_cvt_float2_to_fp4x2(make_float2(x, -x * 0.5f), k, m);
  }));
  EXPECT(shorts([&](Raw x) {
    return both(__nv_cvt_fp4x2_to_halfraw2((unsigned char)x, k));
  }));
#undef EXPECT
}

/// The conversions of a type with members.
template <typename T> static void members(int number) {
  auto of = [](Raw x) {
    T value;
    value.__x = (unsigned char)x;
    return value;
  };
#define EXPECT(sum) expect(sum, #sum, number, 0)
  EXPECT(floats([&](float x) { return T(x).__x; }));
  EXPECT(doubles([&](double x) { return T(x).__x; }));
  EXPECT(shorts([&](Raw x) { return T(__half(rawHalf(x))).__x; }));
  EXPECT(shorts([&](Raw x) { return T(__nv_bfloat16(rawBfloat16(x))).__x; }));
  EXPECT(shorts([&](Raw x) { return T(int(short(x))).__x; }));
  EXPECT(shorts([&](Raw x) { return T((unsigned long long)x << x % 48).__x; }));
  EXPECT(shorts([&](Raw x) { return T((long long)x << x % 48).__x; }));
  EXPECT(shorts([&](Raw x) { return T(short(x)).__x; }));
  EXPECT(shorts([&](Raw x) { return float(of(x)); }));
  EXPECT(shorts([&](Raw x) { return double(of(x)); }));
  EXPECT(shorts([&](Raw x) { return __half_raw(__half(of(x))).x; }));
  EXPECT(
      shorts([&](Raw x) { return __nv_bfloat16_raw(__nv_bfloat16(of(x))).x; }));
  EXPECT(shorts([&](Raw x) { return int(of(x)); }));
  EXPECT(shorts([&](Raw x) { return (unsigned char)of(x); }));
  EXPECT(shorts([&](Raw x) { return (signed char)of(x); }));
  EXPECT(shorts([&](Raw x) { return (unsigned short)of(x); }));
  EXPECT(shorts([&](Raw x) { return short(of(x)); }));
  EXPECT(shorts([&](Raw x) { return unsigned(of(x)); }));
  EXPECT(shorts([&](Raw x) { return (long long)of(x); }));
  EXPECT(shorts([&](Raw x) { return (unsigned long long)of(x); }));
  EXPECT(shorts([&](Raw x) { return bool(of(x)); }));
#undef EXPECT
}

int main() {
  for (__nv_saturation_t saturation : {__NV_NOSAT, __NV_SATFINITE}) {
    fp8(saturation, __NV_E4M3);
    fp8(saturation, __NV_E5M2);
    e8m0(saturation, cudaRoundZero);
    e8m0(saturation, cudaRoundPosInf);
  }
  expect(shorts([](Raw x) {
           return __nv_cvt_e8m0_to_bf16raw((unsigned char)x).x;
         }),
         "e8m0 to bfloat16", 0, 0);
  expect(shorts([](Raw x) { return both(__nv_cvt_e8m0x2_to_bf162raw(x)); }),
         "e8m0x2 to bfloat162", 0, 0);
  for (cudaRoundMode mode : {cudaRoundNearest, cudaRoundZero}) {
    fp6(__NV_E2M3, mode);
    fp6(__NV_E3M2, mode);
    fp4(mode);
  }
  members<__nv_fp8_e4m3>(0);
  members<__nv_fp8_e5m2>(1);
  members<__nv_fp8_e8m0>(2);
  members<__nv_fp6_e2m3>(3);
  members<__nv_fp6_e3m2>(4);
  members<__nv_fp4_e2m1>(5);
  CHECK(next == sizeof(facts) / sizeof(facts[0]));
  printf("right\n");
}
