// RUN: %check-execution %s
// Lambdas made in device code: with captures by value and by reference,
// generic, passed to functions, and with a barrier inside.
#include "../check.h"

template <typename Function> __device__ void repeat(int times, Function f) {
  for (int i = 0; i < times; ++i)
    f(i);
}

__global__ void kernel(int *out) {
  __shared__ int tile[32];
  int t = threadIdx.x, sum = 0;
  repeat(5, [&](int i) { sum += i * t; });
  auto twice = [](auto x) { return x + x; };
  auto exchange = [t](int value, int with) {
    tile[t] = value;
    __syncthreads();
    int other = tile[with];
    __syncthreads();
    return other;
  };
  int other = exchange(sum, 31 - t);
  other = exchange(other + 1, t ^ 1);
  out[t] = twice(other) + int(twice(0.5f));
}

int main() {
  DeviceArray<int> out(32);
  kernel<<<1, 32>>>(out);
  expect(out, [](int t) { return 2 * (10 * (31 - (t ^ 1)) + 1) + 1; });
}
