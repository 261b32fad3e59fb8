// RUN: %check-execution %s -std=c++20 --expt-relaxed-constexpr
// --extended-lambda

// What of the C++ library is constexpr works in device code, and lambdas of all
// kinds go to kernels.

#include "../check.h"
#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <tuple>
#include <type_traits>
#include <utility>

template <class T>
concept Number = std::is_arithmetic_v<T>;

template <Number... Ts> __device__ auto sumOf(Ts... values) {
  return (values + ... + 0);
}

template <class F> __global__ void apply(int *out, int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = f(i);
}

__host__ __device__ constexpr int square(int x) { return x * x; }
constexpr int cube(int x) { return x * x * x; }

__global__ void library(int *out) {
  std::array<int, 4> values = {4, 2, 9, 1};
  int sum = 0;
  for (int value : values)
    sum += value;
  out[0] = sum;
  out[1] = std::max(values[0], values[2]) + std::min(3, 5);
  out[2] = std::numeric_limits<short>::max();
  auto pair = std::make_tuple(3, 4.5f);
  out[3] = std::get<0>(pair) + (int)std::get<1>(pair);
  auto [a, b] = std::pair<int, int>(6, 7);
  out[4] = a * b;
  std::optional<int> maybe;
  maybe = 11;
  out[5] = maybe.value_or(0) + (maybe ? 1 : 0);
  out[6] = *std::max_element(values.begin(), values.end());
  std::sort(values.begin(), values.end());
  out[7] = values[0] * 1000 + values[3];
  out[8] = sumOf(1, 2.5, 3u);
  out[9] = cube(3) + square(2) + std::clamp(12, 0, 10);
  if constexpr (sizeof(void *) == 8)
    out[10] = std::gcd(12, 18);
  int x = 1, y = 2;
  std::swap(x, y);
  out[11] = x;
  constexpr auto table = [] {
    std::array<int, 3> t{};
    for (int i = 0; i < 3; ++i)
      t[i] = i + 10;
    return t;
  }();
  out[12] = table[threadIdx.x + 2];
}

int main() {
  DeviceArray<int> out(13);
  library<<<1, 1>>>(out);
  int want[13] = {16, 12, 32767, 7, 42, 12, 9, 1009, 6, 41, 6, 2, 12};
  expect(out, [&](int i) { return want[i]; });

  int offset = 5;
  std::array<int, 2> pair = {100, 200};
  DeviceArray<int> mapped(50);
  apply<<<1, 64>>>(mapped.data(), 50,
                   [=] __device__(int i) { return i * offset + pair[i & 1]; });
  expect(mapped, [&](int i) { return i * offset + pair[i & 1]; });
  apply<<<1, 64>>>(mapped.data(), 50, [=] __host__ __device__(int i) {
    auto inner = [&](int k) { return k + offset; };
    return inner(i) * 2;
  });
  expect(mapped, [&](int i) { return (i + offset) * 2; });
}
