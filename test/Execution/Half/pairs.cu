// RUN: %check-execution %s
// Two numbers in a word: how they are put together and taken apart.
#include "../check.h"
#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void halves(const float2 *in, float *out) {
  int t = threadIdx.x;
  float2 v = in[t], back;
  auto put = [&](int i, float x) { out[i * blockDim.x + t] = x; };
  put(0, __half2float(__float2half(v.x)));
  __half2 both = __float2half2_rn(v.y);
  put(1, __low2float(both) + __high2float(both));
  back = __half22float2(__float22half2_rn(v));
  put(2, back.x - 3 * back.y);
  __half2 turned = __halves2half2(__float2half(v.y), __float2half(v.x));
  put(3, __low2float(turned) - 3 * __high2float(turned));
  back = __half22float2(__floats2half2_rn(v.x, v.y));
  put(4, back.x - 3 * back.y);
  put(5,
      __half2float(__low2half(turned)) - 3 * __half2float(__high2half(turned)));
}

__global__ void bfloats(const float2 *in, float *out) {
  int t = threadIdx.x;
  float2 v = in[t], back;
  auto put = [&](int i, float x) { out[i * blockDim.x + t] = x; };
  put(0, __bfloat162float(__float2bfloat16(v.x)));
  __nv_bfloat162 both = __float2bfloat162_rn(v.y);
  put(1, __low2float(both) + __high2float(both));
  back = __bfloat1622float2(__float22bfloat162_rn(v));
  put(2, back.x - 3 * back.y);
  __nv_bfloat162 turned =
      __halves2bfloat162(__float2bfloat16(v.y), __float2bfloat16(v.x));
  put(3, __low2float(turned) - 3 * __high2float(turned));
  back = __bfloat1622float2(__floats2bfloat162_rn(v.x, v.y));
  put(4, back.x - 3 * back.y);
  put(5, __bfloat162float(__low2bfloat16(turned)) -
             3 * __bfloat162float(__high2bfloat16(turned)));
}

/// The nearest number with so many binary digits.
static float rounded(float x, int digits) {
  int exponent;
  float fraction = std::frexp(x, &exponent);
  return std::ldexp(std::nearbyint(std::ldexp(fraction, digits)),
                    exponent - digits);
}

int main() {
  const int threads = 32, values = 6;
  std::vector<float2> pairs(threads);
  for (int i = 0; i < threads; ++i)
    pairs[i] = {0.37f * i - 5, 1.0009f * i + 0.123f};
  DeviceArray<float2> in(pairs);
  DeviceArray<float> out(values * threads);
  for (int digits : {11, 8}) {
    (digits == 11 ? halves : bfloats)<<<1, threads>>>(in, out);
    expect(out, [&](int i) {
      float x = rounded(pairs[i % threads].x, digits);
      float y = rounded(pairs[i % threads].y, digits);
      const float want[values] = {x,         2 * y,     x - 3 * y,
                                  y - 3 * x, x - 3 * y, y - 3 * x};
      return want[i / threads];
    });
  }
}
