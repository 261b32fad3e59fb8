// RUN: %check-execution %s
// Numbers that an integer cannot hold become the nearest that it can, as on a
// GPU; narrow integers have the low bits of those.
#include "../check.h"

#include <cmath>

constexpr int count = 16, casts = 8;

template <typename From>
__global__ void convert(const From *in, long long *out) {
  int i = threadIdx.x;
  From x = in[i];
  out[i * casts] = (int)x;
  out[i * casts + 1] = (unsigned)x;
  out[i * casts + 2] = (long long)x;
  out[i * casts + 3] = (unsigned long long)x;
  // Up to 65535, which all ways to get there agree on.
  From small = x < 0 ? -x : x;
  small = small < From(60000) ? small : From(60000);
  out[i * casts + 4] = (unsigned char)small;
  out[i * casts + 5] = (unsigned short)small;
  out[i * casts + 6] = (signed char)(small / 2);
  out[i * casts + 7] = (short)(small / 2);
}

/// Of constants, as they are written and as they come out after inlining.
__global__ void constants(long long *out) {
  float large = 1e20f;
  double small = -1e300;
  out[0] = (int)1e20f;
  out[1] = (unsigned)-3.5f;
  out[2] = (int)small;
  out[3] = (long long)large;
  out[4] = __float2int_rz(1e20f);
  out[5] = __float2uint_rn(-large);
  out[6] = __double2int_ru(small * large);
  out[7] = (unsigned char)300.75f;
  out[8] = __float2int_rn(__int_as_float(0x7fffffff));
  out[9] = __double2ll_rd(__longlong_as_double(~0ll));
}

static void checkConstants() {
  const long long lowest = -__LONG_LONG_MAX__ - 1;
  const long long expected[] = {(1ll << 31) - 1,
                                0,
                                -(1ll << 31),
                                __LONG_LONG_MAX__,
                                (1ll << 31) - 1,
                                0,
                                -(1ll << 31),
                                44,
                                0,
                                lowest};
  DeviceArray<long long> out(10);
  constants<<<1, 1>>>(out);
  expect(out, [&](int i) { return expected[i]; });
}

/// The nearest integer of a range, towards 0.
static long long nearest(double x, double low, double high, long long lowest,
                         long long highest, long long notANumber) {
  if (x != x)
    return notANumber;
  if (x <= low)
    return lowest;
  return x >= high     ? highest
         : x >= 0x1p63 ? (long long)(unsigned long long)x
                       : (long long)x;
}

template <typename From> void check() {
  std::vector<From> values = {
      0,          From(-0.9),   From(255.5), 300,         From(-3.5),
      From(-300), 1e5,          From(-1e5),  3e9,         -3e9,
      From(5e9),  From(1.7e19), From(1e30),  From(-1e30), From(INFINITY),
      From(NAN)};
  DeviceArray<From> in(values);
  DeviceArray<long long> out(count * casts);
  convert<From><<<1, count>>>(in, out);
  expect(out, [&](int at) {
    double x = values[at / casts];
    bool isWide = sizeof(From) == 8;
    const long long top = -__LONG_LONG_MAX__ - 1;
    double small = std::fmin(std::fabs(x), 60000);
    if (x != x)
      small = 60000;
    switch (at % casts) {
    case 0:
      return nearest(x, -0x1p31, 0x1p31 - 1, -(1ll << 31), (1ll << 31) - 1,
                     isWide ? -(1ll << 31) : 0);
    case 1:
      return nearest(x, 0, 0x1p32 - 1, 0, (1ll << 32) - 1,
                     isWide ? 1ll << 31 : 0);
    case 2:
      return nearest(x, -0x1p63, 0x1p63, top, __LONG_LONG_MAX__, top);
    case 3:
      return nearest(x, 0, 0x1p64, 0, -1, top);
    case 4:
      return (long long)(unsigned char)(int)small;
    case 5:
      return (long long)(unsigned short)(int)small;
    case 6:
      return (long long)(signed char)(int)(small / 2);
    default:
      return (long long)(short)(int)(small / 2);
    }
  });
}

int main() {
  check<float>();
  check<double>();
  checkConstants();
}
