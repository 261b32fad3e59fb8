// RUN: %check-execution %s
// Threads of which one finds something and tells the others through shared
// memory: by one condition or several, at the ends of the block or in its
// middle, or not at all.
#include "../check.h"

constexpr int n = 96, queries = 300;

__global__ void place(const int *keys, const int *wanted, int *out) {
  __shared__ int low, found, level;
  int t = threadIdx.x, key = wanted[blockIdx.x];
  if (t == 0) {
    low = -1;
    found = -7;
    level = 0;
  }
  __syncthreads();
  for (int round = 0; round < 3; ++round) {
    int current = level;
    __syncthreads();
    const int *row = keys + current * n;
    if ((t == 0 || row[t] <= key) && (t == n - 1 || row[t + 1] > key)) {
      low = t;
      level = (current + t) % 3;
    }
    __syncthreads();
  }
  if (keys[level * n + t] == key)
    found = keys[level * n + n - 1 - t] + low;
  __syncthreads();
  if (t == n - 1)
    out[blockIdx.x] = found * 1000 + low * 10 + level;
}

// What is stored is computed from what was there.
__global__ void grows(int *out) {
  __shared__ int sum, rounds;
  int t = threadIdx.x;
  if (t == 3)
    sum = 5, rounds = 0;
  __syncthreads();
  while (sum < 1000) {
    int before = sum;
    __syncthreads();
    if (t == before % n) {
      sum = before + t + 1;
      rounds += 1;
    }
    __syncthreads();
  }
  out[blockIdx.x * n + t] = sum * 100 + rounds;
}

int main() {
  std::vector<int> keys(3 * n), wanted(queries);
  for (int i = 0; i < 3 * n; ++i)
    keys[i] = 3 * (i % n) + i / n;
  for (int i = 0; i < queries; ++i)
    wanted[i] = i - 5;
  DeviceArray<int> deviceKeys(keys), deviceWanted(wanted), out(queries);
  place<<<queries, n>>>(deviceKeys, deviceWanted, out);
  expect(out, [&](int q) {
    int low = -1, found = -7, level = 0, key = wanted[q];
    for (int round = 0; round < 3; ++round) {
      const int *row = &keys[level * n];
      low = 0;
      while (low < n - 1 && row[low + 1] <= key)
        ++low;
      level = (level + low) % 3;
    }
    for (int t = 0; t < n; ++t)
      if (keys[level * n + t] == key)
        found = keys[level * n + n - 1 - t] + low;
    return found * 1000 + low * 10 + level;
  });

  DeviceArray<int> sums(4 * n);
  grows<<<4, n>>>(sums);
  int sum = 5, rounds = 0;
  for (; sum < 1000; ++rounds)
    sum += sum % n + 1;
  expect(sums, [&](int) { return sum * 100 + rounds; });
}
