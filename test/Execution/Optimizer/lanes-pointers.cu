// RUN: %check-execution %s --map=lanes
// RUN: %check-execution %s --map=lanes -march=x86-64-v3
// Pointers that threads move at their own pace, and compare.
#include "../check.h"

__host__ __device__ unsigned walk(const unsigned *in, unsigned t, unsigned n) {
  unsigned sum = t, last = 0;
  const unsigned *p = in + (in[t] & 63);
  for (; p < in + 100 + (in[t + 1] & 127); p += n)
    sum += *p;
  for (const unsigned *q = in + (t & 15); q < in + 100; q += n + (t & 3)) {
    last = *q;
    if (last % 16 == 1)
      break;
    sum = sum * 31 + last;
  }
  return sum + last + unsigned(p - in);
}

__global__ void run(const unsigned *in, unsigned *out, unsigned n) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  out[t] = walk(in, t, n);
}

int main() {
  constexpr unsigned threads = 77, blocks = 3;
  std::vector<unsigned> numbers(512);
  for (size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = unsigned(i * 2654435761u) >> 9;
  DeviceArray<unsigned> in(numbers), out(threads * blocks);
  run<<<blocks, threads>>>(in, out, 5);
  expect(out, [&](int i) { return walk(numbers.data(), i, 5); });
  return 0;
}
