// RUN: %check-execution %s
// 64-bit integers in memory and arithmetic.
#include "../check.h"

__global__ void kernel(const long long *in, unsigned long long *out) {
  int t = threadIdx.x;
  unsigned long long value = in[t];
  value = value * 6364136223846793005ull + 1442695040888963407ull;
  value ^= value >> 33;
  out[t] = value % 1000003 + (value << (t % 64)) + in[t] / -7;
}

int main() {
  const int n = 100;
  std::vector<long long> values(n);
  for (int i = 0; i < n; ++i)
    values[i] = (i - 50) * 123456789012345ll;
  DeviceArray<long long> in(values);
  DeviceArray<unsigned long long> out(n);
  kernel<<<1, n>>>(in, out);
  expect(out, [&](int t) {
    unsigned long long value = values[t];
    value = value * 6364136223846793005ull + 1442695040888963407ull;
    value ^= value >> 33;
    return value % 1000003 + (value << (t % 64)) + values[t] / -7;
  });
}
