// RUN: %check-execution %s
// A private array indexed by values known only at run time, on both sides of
// barriers.
#include "../check.h"

const int kThreads = 40;

__global__ void kernel(const int *order, int *out) {
  __shared__ int tile[kThreads];
  int t = threadIdx.x;
  int queue[8];
  for (int i = 0; i < 8; ++i)
    queue[order[i]] = 10 * t + i;
  for (int round = 0; round < 8; ++round) {
    tile[t] = queue[(round + t) % 8];
    __syncthreads();
    queue[order[(round + t) % 8]] += tile[(t + 1) % kThreads];
    __syncthreads();
  }
  int sum = 0;
  for (int i = 0; i < 8; ++i)
    sum = sum * 3 + queue[i];
  out[t] = sum;
}

int main() {
  const std::vector<int> order = {3, 1, 4, 7, 5, 0, 2, 6};
  DeviceArray<int> permutation(order), out(kThreads);
  kernel<<<1, kThreads>>>(permutation, out);

  std::vector<std::vector<int>> queues(kThreads, std::vector<int>(8));
  for (int t = 0; t < kThreads; ++t)
    for (int i = 0; i < 8; ++i)
      queues[t][order[i]] = 10 * t + i;
  for (int round = 0; round < 8; ++round) {
    std::vector<int> tile(kThreads);
    for (int t = 0; t < kThreads; ++t)
      tile[t] = queues[t][(round + t) % 8];
    for (int t = 0; t < kThreads; ++t)
      queues[t][order[(round + t) % 8]] += tile[(t + 1) % kThreads];
  }
  expect(out, [&](int t) {
    int sum = 0;
    for (int value : queues[t])
      sum = sum * 3 + value;
    return sum;
  });
}
