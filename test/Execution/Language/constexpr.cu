// RUN: %check-execution %s
// constexpr values, functions, tables and `if constexpr` in device code.
#include "../check.h"

__host__ __device__ constexpr int factorial(int n) {
  return n < 2 ? 1 : n * factorial(n - 1);
}

constexpr int kSize = factorial(4) + 8;
static_assert(kSize == 32, "");

struct Config {
  static constexpr int kPad = 3;
  static constexpr float kScale = 0.5f;
};

template <typename T> __device__ T halved(T x) {
  if constexpr (sizeof(T) == sizeof(float))
    return x * T(Config::kScale);
  else
    return x / 2;
}

__global__ void kernel(double *out) {
  constexpr int weights[] = {1, factorial(3), 9};
  __shared__ int tile[kSize + Config::kPad];
  int t = threadIdx.x;
  tile[t] = weights[t % 3];
  __syncthreads();
  out[t] = tile[kSize - 1 - t] + halved(float(t)) + halved(short(t));
}

int main() {
  DeviceArray<double> out(kSize);
  kernel<<<1, kSize>>>(out);
  expect(out, [](int t) {
    const int weights[] = {1, 6, 9};
    return weights[(kSize - 1 - t) % 3] + 0.5 * t + t / 2;
  });
}
