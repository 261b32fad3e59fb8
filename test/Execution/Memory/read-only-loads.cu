// RUN: %check-execution %s
// const __restrict__ pointers and __ldg.
#include "../check.h"

__global__ void kernel(const int *__restrict__ in,
                       const float2 *__restrict__ pairs,
                       float *__restrict__ out) {
  int t = threadIdx.x;
  float2 pair = __ldg(&pairs[t]);
  out[t] = in[t] + __ldg(in + 63 - t) * 100 + pair.x + pair.y;
}

int main() {
  std::vector<float2> values(64);
  for (int i = 0; i < 64; ++i)
    values[i] = make_float2(i * 0.5f, -1.0f);
  DeviceArray<int> in(iota<int>(64));
  DeviceArray<float2> pairs(values);
  DeviceArray<float> out(64);
  kernel<<<1, 64>>>(in, pairs, out);
  expect(out, [](int t) { return t + (63 - t) * 100 + t * 0.5f - 1; });
}
