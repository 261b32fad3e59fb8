// RUN: %check-execution %s

// Arrays of a thread that it fills before a barrier and reads after it
// (`spread-arrays`): of numbers and of records, in rows of several dimensions,
// in loops that hold barriers, with elements that are the same for all threads,
// and with ones that are not, or whose address others get.

#include "../check.h"

#include <cstring>

struct Pair {
  int first, second;
};

constexpr int kItems = 5;

/// What a neighbour had, in turns.
template <typename Index>
__device__ int exchange(const int *in, int t, int count, Index index) {
  __shared__ int shared[256];
  Pair own[kItems];
  int sum = 0;
  for (int k = 0; k < kItems; ++k) {
    own[k].first = in[(t + k * 7) % count] * (k + 1);
    own[k].second = t - k;
    sum += own[k].first;
  }
  shared[t] = sum;
  __syncthreads();
  for (int k = 0; k < kItems; ++k) {
    own[index(k)].second += shared[(t + k + 1) % count];
    __syncthreads();
    shared[t] = own[k].first ^ own[k].second;
    __syncthreads();
  }
  sum = shared[(t + 3) % count];
  for (int k = 0; k < kItems; ++k)
    sum = sum * 3 + own[k].first - own[k].second;
  return sum;
}

__global__ void inStep(const int *in, int *out) {
  int count = blockDim.x * blockDim.y, t = threadIdx.y * blockDim.x + threadIdx.x;
  out[t] = exchange(in, t, count, [](int k) { return k; });
}

__global__ void outOfStep(const int *in, int *out) {
  int t = threadIdx.x;
  out[t] = exchange(in, t, blockDim.x, [=](int k) { return (k + t) % kItems; });
}

template <typename Index>
std::vector<int> onHost(const std::vector<int> &in, int count, Index index) {
  std::vector<Pair> own(count * kItems);
  std::vector<int> shared(count), next(count), out(count);
  for (int t = 0; t < count; ++t)
    for (int k = 0; k < kItems; ++k) {
      own[t * kItems + k] = {in[(t + k * 7) % count] * (k + 1), t - k};
      shared[t] += own[t * kItems + k].first;
    }
  for (int k = 0; k < kItems; ++k) {
    for (int t = 0; t < count; ++t)
      own[t * kItems + index(k, t)].second += shared[(t + k + 1) % count];
    for (int t = 0; t < count; ++t)
      next[t] = own[t * kItems + k].first ^ own[t * kItems + k].second;
    shared = next;
  }
  for (int t = 0; t < count; ++t) {
    unsigned sum = shared[(t + 3) % count];
    for (int k = 0; k < kItems; ++k)
      sum = sum * 3 + own[t * kItems + k].first - own[t * kItems + k].second;
    out[t] = sum;
  }
  return out;
}

/// Doubles seen as words, and an array that threads use where they differ.
__global__ void seen(const double *in, int *out) {
  __shared__ double shared[64];
  double own[3];
  short bytes[4] = {1, 2, 3, 4};
  int t = threadIdx.x;
  for (int k = 0; k < 3; ++k)
    own[k] = in[t] * (k + 1);
  if (t % 3 == 1)
    bytes[t % 4] = t;
  shared[t] = own[t % 3];
  __syncthreads();
  own[1] += shared[63 - t];
  int sum = bytes[0] + bytes[1] * 2 + bytes[2] * 3 + bytes[3] * 4;
  for (int k = 0; k < 3; ++k)
    sum += __double2hiint(own[k]) ^ (int)own[k];
  out[t] = sum;
}

int main() {
  std::vector<int> in(256);
  for (int i = 0; i < 256; ++i)
    in[i] = i * 7919 % 1000;
  DeviceArray<int> deviceIn(in), out(256), half(128);
  inStep<<<1, 256>>>(deviceIn, out);
  auto same = [](int k, int) { return k; };
  std::vector<int> wanted = onHost(in, 256, same);
  expect(out, [&](int i) { return wanted[i]; });
  inStep<<<1, dim3(16, 8)>>>(deviceIn, half);
  wanted = onHost(in, 128, same);
  expect(half, [&](int i) { return wanted[i]; });
  outOfStep<<<1, 128>>>(deviceIn, half);
  wanted = onHost(in, 128, [](int k, int t) { return (k + t) % kItems; });
  expect(half, [&](int i) { return wanted[i]; });

  std::vector<double> numbers(64);
  for (int i = 0; i < 64; ++i)
    numbers[i] = i * 1.25 + 3;
  DeviceArray<double> deviceNumbers(numbers);
  DeviceArray<int> words(64);
  seen<<<1, 64>>>(deviceNumbers, words);
  expect(words, [&](int t) {
    double own[3];
    for (int k = 0; k < 3; ++k)
      own[k] = numbers[t] * (k + 1);
    int u = 63 - t;
    own[1] += numbers[u] * (u % 3 + 1);
    int bytes[4] = {1, 2, 3, 4};
    if (t % 3 == 1)
      bytes[t % 4] = t;
    int sum = bytes[0] + bytes[1] * 2 + bytes[2] * 3 + bytes[3] * 4;
    for (int k = 0; k < 3; ++k) {
      long long bits;
      memcpy(&bits, &own[k], 8);
      sum += (int)(bits >> 32) ^ (int)own[k];
    }
    return sum;
  });
}
