// RUN: %check-execution %s
// A loop carries one value under two names, which begin differently.
#include "../check.h"

__global__ void halves(const unsigned *in, float *last, float *sum) {
  int t = threadIdx.x;
  float a = t * 0.5f, b = 3;
  for (unsigned j = in[t] & 15u; j; j >>= 1) {
    b = a * 0.5f - (float)(in[t] >> 12) * 0.25f;
    a = b;
  }
  last[t] = b;
  sum[t] = a;
}

int main() {
  std::vector<unsigned> numbers(64);
  for (unsigned i = 0; i < 64; ++i)
    numbers[i] = i * 2246822519u ^ i << 13;
  std::vector<float> first(64), second(64);
  for (int t = 0; t < 64; ++t) {
    float a = t * 0.5f, b = 3;
    for (unsigned j = numbers[t] & 15u; j; j >>= 1)
      a = b = a * 0.5f - (float)(numbers[t] >> 12) * 0.25f;
    first[t] = b;
    second[t] = a;
  }
  DeviceArray<unsigned> in(numbers);
  DeviceArray<float> last(64), sum(64);
  halves<<<1, 64>>>(in, last, sum);
  expect(last, [&](int t) { return first[t]; });
  expect(sum, [&](int t) { return second[t]; });
}
