// RUN: %check-execution %s
// Several values go round a loop with barriers: a sum, a product, the last two
// values, a running index.
#include "../check.h"

const int kThreads = 32;

__global__ void kernel(unsigned *out, int rounds) {
  __shared__ unsigned tile[kThreads];
  int t = threadIdx.x, index = t;
  unsigned sum = 0, product = 1, last = t, beforeLast = 1;
  for (int round = 0; round < rounds; ++round) {
    tile[t] = last;
    __syncthreads();
    unsigned next = tile[index] + beforeLast;
    beforeLast = last;
    last = next;
    sum += next;
    product *= 2 * next + 1;
    index = (index + round) % kThreads;
    __syncthreads();
  }
  out[t] = sum ^ product ^ last ^ (beforeLast << 3) ^ index;
}

int main() {
  const int rounds = 9;
  DeviceArray<unsigned> out(kThreads);
  kernel<<<1, kThreads>>>(out, rounds);

  std::vector<unsigned> sum(kThreads, 0), product(kThreads, 1),
      last = iota<unsigned>(kThreads), beforeLast(kThreads, 1),
      index = iota<unsigned>(kThreads);
  for (int round = 0; round < rounds; ++round) {
    std::vector<unsigned> tile = last;
    for (int t = 0; t < kThreads; ++t) {
      unsigned next = tile[index[t]] + beforeLast[t];
      beforeLast[t] = last[t];
      last[t] = next;
      sum[t] += next;
      product[t] *= 2 * next + 1;
      index[t] = (index[t] + round) % kThreads;
    }
  }
  expect(out, [&](int t) {
    return sum[t] ^ product[t] ^ last[t] ^ (beforeLast[t] << 3) ^ index[t];
  });
}
