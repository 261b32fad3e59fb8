// RUN: %check-execution %s
// A thread that returns while others go on to barriers executes its remaining
// stores before they synchronise.
#include "../check.h"

// Out of a short loop, which is written out, and of one of unknown length.
__device__ void play(const int *in, int *out, int rounds) {
  __shared__ int shared[32];
  int t = threadIdx.x, mine = in[t];
  for (int round = 0; round < rounds; ++round) {
    shared[t] = 5;
    if (mine & 1) {
      shared[t] += 7;
      return;
    }
    __syncthreads();
    mine += shared[1] * 2;
    __syncthreads();
  }
  out[t] = mine;
}

__global__ void twice(const int *in, int *out) { play(in, out, 2); }

__global__ void often(const int *in, int *out, int rounds) {
  play(in, out, rounds);
}

// The one that goes on is the other branch.
__global__ void branches(int *out, int few) {
  __shared__ int shared[32];
  int t = threadIdx.x;
  shared[t] = t;
  if (t < few) {
    __syncthreads();
    out[t] = shared[31 - t];
  } else {
    shared[t] = 100 + t;
  }
}

// A loop whose length is another in each thread, and what follows it.
__global__ void lengths(int *out) {
  __shared__ int shared[32];
  int t = threadIdx.x, sum = 0;
  shared[t] = 0;
  __syncthreads();
  for (int i = t; i < 48; i += 16) {
    __syncthreads();
    sum += shared[31];
    __syncthreads();
  }
  shared[t] = 1;
  out[t] = sum;
}

// Out of two loops at once, and on to what others do later.
__global__ void nested(const int *limit, int *out, int n) {
  __shared__ int left;
  int t = threadIdx.x, seen = 0;
  if (t == 0)
    left = 0;
  __syncthreads();
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (i * n + j == limit[t]) {
        atomicAdd(&left, 1);
        out[t] = seen;
        return;
      }
      __syncthreads();
      seen += left;
      __syncthreads();
    }
  }
  out[t] = seen + 1000 * atomicAdd(&left, 0);
}

// What a thread reads on its way out, others overwrite later.
__global__ void reads(int *out, int rounds) {
  __shared__ int shared;
  int t = threadIdx.x;
  if (t == 0)
    shared = 0;
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    if (round == t)
      break;
    __syncthreads();
    if (t == 31)
      shared = round + 1;
    __syncthreads();
  }
  out[t] = shared;
}

int main() {
  std::vector<int> numbers(32);
  for (int i = 0; i < 32; ++i)
    numbers[i] = i * 10 + (i == 1);
  DeviceArray<int> in(numbers), out(32);
  twice<<<1, 32>>>(in, out);
  expect(out, [&](int i) { return i == 1 ? 0 : numbers[i] + 48; });
  DeviceArray<int> more(32);
  often<<<1, 32>>>(in, more, 7);
  expect(more, [&](int i) { return i == 1 ? 0 : numbers[i] + 7 * 24; });

  DeviceArray<int> parts(32);
  branches<<<1, 32>>>(parts, 16);
  expect(parts, [&](int i) { return i < 16 ? 100 + 31 - i : 0; });

  // Thread 31 goes round twice (31, 47), the first 16 three times.
  DeviceArray<int> sums(32);
  lengths<<<1, 32>>>(sums);
  expect(sums, [&](int i) { return i < 16 ? 1 : 0; });

  std::vector<int> limits(32);
  for (int i = 0; i < 32; ++i)
    limits[i] = i * 3;
  DeviceArray<int> limit(limits), counts(32);
  nested<<<1, 32>>>(limit, counts, 8);
  expect(counts, [&](int i) {
    int steps = std::min(limits[i], 64), seen = 0;
    for (int s = 0; s < steps; ++s)
      seen += s / 3 + 1;
    // Those that never leave early see all that did.
    return limits[i] < 64 ? seen : seen + 22 * 1000;
  });

  DeviceArray<int> read(32);
  reads<<<1, 32>>>(read, 20);
  expect(read, [&](int i) { return i < 20 ? i : 20; });
}
