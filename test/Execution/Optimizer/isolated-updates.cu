// RUN: %check-execution %s

// Tables in shared memory that threads update under conditions that depend on
// data (`isolate-updates`): in both branches, in one, in a loop that is written
// out, with two kinds of updates of one place, and with tables whose last
// elements are updated too. Where all are of one kind, those of a thread that
// follow each other at one place are joined, and what changes nothing is left
// out.

#include "../check.h"

#include <algorithm>

constexpr int kThreads = 128, kItems = 4, kWords = 256;

struct Item {
  unsigned bits, length;
};

__host__ __device__ Item makeItem(unsigned x) {
  unsigned length = (x * 7 + (x >> 3)) % 17;
  return {(x * 2654435761u) & ((1u << length) - 1), length};
}

/// Bits one after the other: an item may reach into the next word, or have no
/// bits at all.
__global__ void pack(const unsigned *in, unsigned *out) {
  __shared__ unsigned words[kWords];
  int t = threadIdx.x;
  for (int i = t; i < kWords; i += kThreads)
    words[i] = 0;
  Item own[kItems];
  for (int k = 0; k < kItems; ++k)
    own[k] = makeItem(in[t * kItems + k]);
  __syncthreads();
  unsigned position = t * 64;
  for (int k = 0; k < kItems; ++k) {
    if (own[k].length == 0)
      continue;
    unsigned word = position / 32, used = position % 32 + own[k].length;
    if (used <= 32) {
      atomicOr(&words[word], own[k].bits << (32 - used));
    } else {
      atomicOr(&words[word], own[k].bits >> (used - 32));
      atomicOr(&words[word + 1], own[k].bits << (64 - used));
    }
    position += own[k].length;
  }
  __syncthreads();
  for (int i = t; i < kWords; i += kThreads)
    out[i] = words[i];
}

void packOnHost(const unsigned *in, unsigned *out) {
  std::fill(out, out + kWords, 0u);
  for (int t = 0; t < kThreads; ++t) {
    unsigned position = t * 64;
    for (int k = 0; k < kItems; ++k) {
      Item item = makeItem(in[t * kItems + k]);
      for (unsigned b = 0; b < item.length; ++b, ++position)
        if (item.bits >> (item.length - 1 - b) & 1)
          out[position / 32] |= 1u << (31 - position % 32);
    }
  }
}

/// Two kinds of updates of one place, of 64 bits, in the order of the thread:
/// only one thread comes to each place. The last place is one of them.
__global__ void mix(const unsigned *in, unsigned long long *out) {
  __shared__ unsigned long long table[kThreads];
  int t = threadIdx.x;
  table[t] = in[t];
  __syncthreads();
  unsigned x = in[t] ^ in[t + kThreads] * 3;
  unsigned place = (t * 5 + 3) % kThreads;
  unsigned long long wide = (unsigned long long)x * x + (x >> 7);
  if ((x & 255) < 100) {
    atomicAdd(&table[place], wide);
    atomicMax(&table[place], wide << 3 | 5);
  } else if ((x >> 9 & 255) < 150) {
    atomicMax(&table[place], wide ^ 99);
  }
  atomicAnd(&table[place], ~(wide >> 5));
  __syncthreads();
  out[t] = table[t];
}

unsigned long long mixOnHost(const unsigned *in, int t) {
  unsigned long long value = in[(t * 5 + 3) % kThreads];
  unsigned x = in[t] ^ in[t + kThreads] * 3;
  unsigned long long wide = (unsigned long long)x * x + (x >> 7);
  if ((x & 255) < 100)
    value = std::max(value + wide, wide << 3 | 5);
  else if ((x >> 9 & 255) < 150)
    value = std::max(value, wide ^ 99);
  return value & ~(wide >> 5);
}

/// One kind of update, four times in a thread: often of the place before, and
/// with values that are neutral, or not given at all.
template <typename T, int Rows, typename Update>
__device__ void many(const unsigned *in, T *out, T first, Update update) {
  __shared__ T table[kWords];
  int t = threadIdx.x;
  for (int i = t; i < kWords; i += Rows)
    table[i] = first;
  __syncthreads();
  for (int k = 0; k < kItems; ++k) {
    unsigned x = in[t * kItems + k], y = x * 40503u + (x >> 5);
    if ((y & 7) < 5)
      update(&table[(t * 3 + (y >> 8) % 3 / 2 + k / 3) % kWords],
             (T)(int)(y << 9) * (T)((y >> 3 & 3) != 0));
  }
  __syncthreads();
  for (int i = t; i < kWords; i += Rows)
    out[i] = table[i];
}

template <typename T, int Rows>
__global__ void sums(const unsigned *in, T *out) {
  many<T, Rows>(in, out, 0, [](T *at, T value) { atomicAdd(at, value); });
}

template <typename T, int Rows>
__global__ void least(const unsigned *in, T *out) {
  many<T, Rows>(in, out, 1000, [](T *at, T value) { atomicMin(at, value); });
}

template <typename T, int Rows>
void checkMany(const unsigned *in, const DeviceArray<unsigned> &deviceIn) {
  std::vector<T> sum(kWords, 0), lowest(kWords, 1000);
  for (int t = 0; t < Rows; ++t)
    for (int k = 0; k < kItems; ++k) {
      unsigned x = in[t * kItems + k], y = x * 40503u + (x >> 5);
      if ((y & 7) >= 5)
        continue;
      int place = (t * 3 + (y >> 8) % 3 / 2 + k / 3) % kWords;
      T value = (T)(int)(y << 9) * (T)((y >> 3 & 3) != 0);
      sum[place] += value;
      lowest[place] = std::min(lowest[place], value);
    }
  DeviceArray<T> device(kWords);
  sums<T, Rows><<<1, Rows>>>(deviceIn, device);
  expect(device, [&](int i) { return sum[i]; });
  least<T, Rows><<<1, Rows>>>(deviceIn, device);
  expect(device, [&](int i) { return lowest[i]; });
}

int main() {
  constexpr int n = kThreads * kItems;
  std::vector<unsigned> in(n), words(kWords);
  for (int seed = 0; seed < 3; ++seed) {
    for (int i = 0; i < n; ++i)
      in[i] = (i * 747796405u + seed * 2891336453u) >> 9;
    packOnHost(in.data(), words.data());
    DeviceArray<unsigned> deviceIn(in), deviceWords(kWords);
    pack<<<1, kThreads>>>(deviceIn, deviceWords);
    expect(deviceWords, [&](int i) { return words[i]; });

    std::vector<unsigned long long> mixed(kThreads);
    for (int t = 0; t < kThreads; ++t)
      mixed[(t * 5 + 3) % kThreads] = mixOnHost(in.data(), t);
    DeviceArray<unsigned long long> deviceMixed(kThreads);
    mix<<<1, kThreads>>>(deviceIn, deviceMixed);
    expect(deviceMixed, [&](int i) { return mixed[i]; });

    checkMany<unsigned, kThreads>(in.data(), deviceIn);
    checkMany<unsigned long long, kThreads>(in.data(), deviceIn);
    checkMany<unsigned, 40>(in.data(), deviceIn); // Not a number of vectors.
  }
}
