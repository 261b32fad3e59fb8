// RUN: %check-execution %s --map=lanes
// RUN: %check-execution %s --map=lanes -march=x86-64-v3
// Elements that have another size in an array than in a vector, or no vectors.
#include "../check.h"

typedef _BitInt(24) Int24;

template <typename T> __global__ void scale(const T *in, T *out, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < n)
    out[t] = in[t] * T(3) + T(t);
}

__global__ void negate(const bool *in, bool *out, int *chosen, int n) {
  int t = threadIdx.x;
  if (t < n) {
    out[t] = !in[t];
    chosen[t] = in[t] ? 3 : 4;
  }
}

constexpr int threads = 45, count = 2 * threads, used = 71;

template <typename T> void check() {
  DeviceArray<T> in(iota<T>(count)), out(count);
  scale<<<2, threads>>>(in.data(), out.data(), used);
  std::vector<T> got = out.read();
  for (int i = 0; i < count; ++i)
    CHECK(got[i] == T(i < used ? 4 * i : 0));
}

int main() {
  check<long double>();
  check<__int128>();
  check<Int24>();
  check<signed char>();
  check<short>();
  check<long long>();
  check<double>();
  std::vector<char> flags(threads);
  for (int i = 0; i < threads; ++i)
    flags[i] = i % 3 == 0;
  DeviceArray<char> in(flags), out(threads);
  DeviceArray<int> chosen(threads);
  negate<<<1, threads>>>((bool *)in.data(), (bool *)out.data(), chosen, 40);
  expect(out, [&](int i) { return i < 40 ? !flags[i] : 0; });
  expect(chosen, [&](int i) { return i < 40 ? flags[i] ? 3 : 4 : 0; });
  return 0;
}
