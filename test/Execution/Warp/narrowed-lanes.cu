// RUN: %check-execution %s
// Loops over lanes are narrowed to those that a guard lets through. Lane 0 may
// not be among them, and there may be none: what all lanes agree on, such as a
// trip count, must not be read from lane 0.
#include "../check.h"

const int kThreads = 128, kCount = 256;

__device__ int chain(const int *in, int i, int count, int x) {
  for (int k = 0; k < count; ++k)
    x = x * 3 + in[(i + k * 7) & 255];
  return x;
}

__global__ void upperHalf(const int *in, const int *count, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = __shfl_xor_sync(0xffffffffu, in[i], 1);
  if ((threadIdx.x & 31) >= 16) {
    int m = *count;
    out[i] = x;
    out[i] = chain(in, i, m, x);
  }
}

__global__ void oneLane(const int *in, const int *count, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = __shfl_xor_sync(0xffffffffu, in[i], 1);
  if ((threadIdx.x & 31) == 9) {
    int m = *count;
    for (; m > 0 && !(x & 4096); m -= 2)
      x = x * 3 + in[(i + m * 7) & 255];
    out[i] = x;
  }
}

// No lane passes where `first` is 32 or more; then `count` may be no address.
__global__ void fromGiven(const int *in, const int *count, int *out,
                          int first) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = __shfl_xor_sync(0xffffffffu, in[i], 1);
  if (int(threadIdx.x & 31) >= first)
    out[i] = chain(in, i, count[0], x);
}

int main() {
  std::vector<int> values(kCount);
  for (int i = 0; i < kCount; ++i)
    values[i] = i * 3 + 1;
  auto chained = [&](int i, int count) {
    int x = values[i ^ 1];
    for (int k = 0; k < count; ++k)
      x = x * 3 + values[(i + k * 7) & 255];
    return x;
  };
  DeviceArray<int> in(values), count(std::vector<int>{5}), half(kCount),
      one(kCount);
  upperHalf<<<2, kThreads>>>(in, count, half);
  expect(half, [&](int i) { return i % 32 >= 16 ? chained(i, 5) : 0; });
  oneLane<<<2, kThreads>>>(in, count, one);
  expect(one, [&](int i) {
    if (i % 32 != 9)
      return 0;
    int x = values[i ^ 1];
    for (int m = 5; m > 0 && !(x & 4096); m -= 2)
      x = x * 3 + values[(i + m * 7) & 255];
    return x;
  });
  for (int first : {0, 7, 31, 32, 40}) {
    DeviceArray<int> out(kCount);
    fromGiven<<<2, kThreads>>>(in, first < 32 ? count.data() : nullptr, out,
                               first);
    expect(out, [&](int i) { return i % 32 >= first ? chained(i, 5) : 0; });
  }
}
