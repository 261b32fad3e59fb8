// RUN: %check-execution %s

// Loops that count down, to the smallest numbers.

#include "../check.h"
#include <climits>

constexpr int joints = 3;

/// An array that stays in registers if the loops are written out.
__host__ __device__ float bend(float x) {
  float angles[joints] = {0, 0, 0};
  for (int turn = 0; turn < 4; ++turn)
    for (int i = joints; i > 0; --i) {
      angles[i - 1] = angles[i % joints] * 0.5f + x * i;
      for (int k = joints - 2; k >= 0; k--)
        angles[k + 1] += angles[k] * 0.25f;
    }
  return angles[0] + 2 * angles[1] + 4 * angles[2];
}

__global__ void bendAll(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = bend(in[i]);
}

/// From the last row of a matrix to the first.
__host__ __device__ float substitute(const float *in, int w, int h, int x) {
  float value = 0;
  for (int y = h - 1; y >= 0; --y)
    value = value * 0.5f + in[y * w + x];
  return value;
}

__global__ void columns(const float *in, float *out, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < w)
    out[x] = substitute(in, w, h, x);
}

struct Turns {
  int count, last, sum;
};

template <int step, bool isInclusive>
__host__ __device__ Turns countTurns(int from, int to) {
  Turns turns = {0, 0, 0};
  int i = from;
  for (; isInclusive ? i >= to : i > to; i -= step) {
    ++turns.count;
    turns.sum += i;
  }
  turns.last = i;
  return turns;
}

template <int step, bool isInclusive>
__global__ void turns(const int *from, const int *to, int *out) {
  Turns turns =
      countTurns<step, isInclusive>(from[threadIdx.x], to[threadIdx.x]);
  out[3 * threadIdx.x] = turns.count;
  out[3 * threadIdx.x + 1] = turns.last;
  out[3 * threadIdx.x + 2] = turns.sum;
}

template <int step, bool isInclusive> void testTurns() {
  std::vector<int> from = {0,           5,  5,      100, 101, INT_MIN + 40,
                           INT_MIN + 5, -3, INT_MAX};
  std::vector<int> to = {0,           5,           6,       -100,        2,
                         INT_MIN + 8, INT_MIN + 7, INT_MAX, INT_MAX - 50};
  int n = from.size();
  DeviceArray<int> deviceFrom(from), deviceTo(to), out(3 * n);
  turns<step, isInclusive><<<1, n>>>(deviceFrom, deviceTo, out);
  expect(out, [&](int i) {
    Turns turns = countTurns<step, isInclusive>(from[i / 3], to[i / 3]);
    return i % 3 == 0 ? turns.count : i % 3 == 1 ? turns.last : turns.sum;
  });
}

/// The steps together are more than an int holds, the counter is not.
__host__ __device__ long long stride(int from, int to) {
  long long sum = 0;
  int count = 0;
  for (int i = from; i > to; i -= 1000000000)
    sum += (long long)i * ++count + (i < 0 ? 1 : 0);
  return sum * 10 + count;
}

__global__ void longStrides(long long *out, int from, int to) {
  out[threadIdx.x] = stride(from + int(threadIdx.x), to);
}

int main() {
  std::vector<float> numbers = iota<float>(1000);
  DeviceArray<float> in(numbers), out(1000), sums(100);
  bendAll<<<8, 128>>>(in, out, 1000);
  expect(out, [&](int i) { return bend(numbers[i]); });
  for (int h : {0, 1, 10}) {
    columns<<<1, 128>>>(in, sums, 100, h);
    expect(sums, [&](int i) { return substitute(numbers.data(), 100, h, i); });
  }
  testTurns<1, false>();
  testTurns<1, true>();
  testTurns<3, false>();
  testTurns<3, true>();
  DeviceArray<long long> strides(32);
  longStrides<<<1, 32>>>(strides, 2000000000, -1100000000);
  expect(strides, [](int t) { return stride(2000000000 + t, -1100000000); });
}
