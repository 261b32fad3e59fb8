// RUN: %check-execution %s --map=lanes
// RUN: %check-execution %s --map=lanes -march=x86-64-v3
// Values that only some threads have: what the others have is poison, which
// says nothing of the lanes that have one.
#include "../check.h"

__host__ __device__ unsigned fallsThrough(const unsigned *in, unsigned t) {
  unsigned x = t;
  switch (in[t] % 5) {
  case 2:
    x ^= in[t / 2];
  case 1:
    if (t < 40)
      x += in[t + 3] * 7;
  }
  return x;
}

__host__ __device__ unsigned sometimesSet(const unsigned *in, unsigned t,
                                          unsigned n) {
  unsigned x, y;
  bool isSet = in[t] % 3 == 0;
  if (isSet) {
    x = in[n] + 3;
    y = t + n;
  }
  unsigned sum = in[t] % 7;
  for (unsigned k = 0; k < sum; ++k)
    sum -= in[k] % 2;
  return isSet ? x * sum + y : sum;
}

__host__ __device__ unsigned lastRound(const unsigned *in, unsigned t) {
  unsigned kind, rounds = in[t] % 4;
  for (unsigned k = 0; k < rounds; ++k)
    kind = 77;
  return rounds ? kind + t : 1;
}

__global__ void run(const unsigned *in, unsigned *out, unsigned n) {
  unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
  out[3 * t] = fallsThrough(in, t);
  out[3 * t + 1] = sometimesSet(in, t, n);
  out[3 * t + 2] = lastRound(in, t);
}

int main() {
  constexpr unsigned threads = 77, blocks = 3;
  std::vector<unsigned> numbers(threads * blocks + 8);
  for (size_t i = 0; i < numbers.size(); ++i)
    numbers[i] = unsigned(i * 2654435761u) >> 9;
  DeviceArray<unsigned> in(numbers), out(3 * threads * blocks);
  run<<<blocks, threads>>>(in, out, 5);
  expect(out, [&](int i) {
    unsigned t = i / 3;
    return i % 3 == 0   ? fallsThrough(numbers.data(), t)
           : i % 3 == 1 ? sometimesSet(numbers.data(), t, 5)
                        : lastRound(numbers.data(), t);
  });
  return 0;
}
