// RUN: %check-execution %s --map=lanes
// RUN: %check-execution %s --map=lanes -march=x86-64-v3
// Sums and products that overflow in threads that do not enter the loop that
// they are in.
#include "../check.h"

constexpr int threads = 64;

__host__ __device__ long long products(int t, int count) {
  long long sum = 0;
  for (int k = 0; k < count; ++k)
    sum += (long long)((15 - t) * 300000000) * (k + 1);
  return sum;
}

__host__ __device__ long long sums(int t, int count, int n) {
  long long sum = 0;
  for (int k = 0; k < count; ++k)
    sum += (long long)(t - 20 + n) + k;
  return sum;
}

__global__ void run(const int *few, const int *late, long long *out, int n) {
  int t = threadIdx.x;
  out[t] = products(t, few[t]);
  out[threads + t] = sums(t, late[t], n);
}

int main() {
  std::vector<int> few(threads), late(threads);
  for (int t = 0; t < threads; ++t) {
    few[t] = t >= 8 && t <= 22 ? 1 + t % 3 : 0;
    late[t] = t >= 20 ? 1 + t % 3 : 0;
  }
  DeviceArray<int> fewOnDevice(few), lateOnDevice(late);
  DeviceArray<long long> out(2 * threads);
  constexpr int n = -2147483647;
  run<<<1, threads>>>(fewOnDevice, lateOnDevice, out, n);
  expect(out, [&](int i) {
    int t = i % threads;
    return i < threads ? products(t, few[t]) : sums(t, late[t], n);
  });
  return 0;
}
