// RUN: %check-execution %s

// Quotients, remainders and comparisons of sums of a thread's index with
// multiples of the warp's size that are negative or wrap.

#include "../check.h"

constexpr int blocks = 64, threads = 64;

__host__ __device__ unsigned wraps(unsigned first, unsigned t) {
  unsigned at = first * 64u + t;
  return at / 32 + (at < 64u) * 7 + (at >> 6) + at % 32 * 3;
}

__host__ __device__ int isNegative(int first, int t) {
  int at = first * 64 + t;
  return at / 32 + at % 32 * 5 + (at >> 5) + at / 64 +
         int(unsigned(at) / 32) + int(unsigned(at) >> 5) + (at < -64) +
         (at < 32);
}

__global__ void wrapsAll(const unsigned *first, unsigned *out) {
  unsigned t = threadIdx.x, other = __shfl_xor_sync(~0u, t, 1);
  out[blockIdx.x * threads + t] = wraps(first[blockIdx.x], t) + other;
}

__global__ void isNegativeAll(const int *first, int *out) {
  int t = threadIdx.x, other = __shfl_xor_sync(~0u, t, 1);
  out[blockIdx.x * threads + t] = isNegative(first[blockIdx.x], t) + other;
}

int main() {
  std::vector<unsigned> large(blocks);
  std::vector<int> negative(blocks);
  for (int i = 0; i < blocks; ++i) {
    large[i] = i * 0x05000001u;
    negative[i] = i % 2 ? -i : -i * 100003;
  }
  DeviceArray<unsigned> out(blocks * threads);
  wrapsAll<<<blocks, threads>>>(DeviceArray<unsigned>(large), out);
  expect(out, [&](int i) {
    return wraps(large[i / threads], i % threads) + (i % threads ^ 1);
  });
  DeviceArray<int> numbers(blocks * threads);
  isNegativeAll<<<blocks, threads>>>(DeviceArray<int>(negative), numbers);
  expect(numbers, [&](int i) {
    return isNegative(negative[i / threads], i % threads) + (i % threads ^ 1);
  });
  return 0;
}
