// RUN: %check-execution %s
// The intrinsics that convert with a given rounding, and those that
// reinterpret bits.
#include "../check.h"

__global__ void kernel(const float *in, int *out, int n) {
  int t = threadIdx.x;
  float x = in[t];
  out[t] = __float2int_rn(x);
  out[n + t] = __float2int_rz(x);
  out[2 * n + t] = __float2int_ru(x);
  out[3 * n + t] = __float2int_rd(x);
  out[4 * n + t] = __float_as_int(x);
  out[5 * n + t] = int(__int_as_float(__float_as_int(x)) * 2);
  out[6 * n + t] = int(__double_as_longlong(double(x)) >> 32);
  out[7 * n + t] = __double2int_rn(x + 0.25);
  out[8 * n + t] = int(__uint_as_float(__float_as_uint(x) ^ 0x80000000u) * 2);
  long long wide = __double_as_longlong(x) + (1ll << 52);
  out[9 * n + t] = int(__longlong_as_double(x == 0 ? 0 : wide));
  out[10 * n + t] =
      __float_as_int(__frsqrt_rn(float(1 << t % 16) * (1 << t % 16)));
}

int main() {
  const int n = 64;
  std::vector<float> x(n);
  for (int i = 0; i < n; ++i)
    x[i] = (i - 32) * 0.5f;
  DeviceArray<float> in(x);
  DeviceArray<int> out(11 * n);
  kernel<<<1, n>>>(in, out, n);
  expect(out, [&](int k) -> int {
    float value = x[k % n];
    double wide = value;
    int bits;
    long long wideBits;
    __builtin_memcpy(&bits, &value, 4);
    __builtin_memcpy(&wideBits, &wide, 8);
    switch (k / n) {
    case 0:
      return int(std::nearbyint(value));
    case 1:
      return int(value);
    case 2:
      return int(std::ceil(value));
    case 3:
      return int(std::floor(value));
    case 4:
      return bits;
    case 5:
      return int(value * 2);
    case 6:
      return int(wideBits >> 32);
    case 7:
      return int(std::nearbyint(value + 0.25));
    case 8:
      return int(value * -2);
    case 9: // One more in the exponent.
      return int(value * 2);
    default: // 1 / 2^t: the exponent only.
      return (127 - k % 16) << 23;
    }
  });
}
