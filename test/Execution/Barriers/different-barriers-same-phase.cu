// RUN: %check-execution %s
// A loop peeled by its own first round: different barrier statements, one
// after another, over many rounds with alternating shared buffers.
#include "../check.h"

const int kThreads = 32;

__global__ void relax(const int *in, int *out, int rounds) {
  __shared__ int even[kThreads], odd[kThreads];
  int t = threadIdx.x, left = (t + kThreads - 1) % kThreads,
      right = (t + 1) % kThreads;
  even[t] = in[t];
  __syncthreads();
  for (int round = 0; round < rounds; ++round)
    if (round % 2 == 0) {
      odd[t] = max(even[left], even[right]);
      __syncthreads();
    } else {
      even[t] = max(odd[left], odd[right]) - 1;
      __syncthreads();
    }
  out[t] = rounds % 2 ? odd[t] : even[t];
}

int main() {
  std::vector<int> now(kThreads);
  for (int i = 0; i < kThreads; ++i)
    now[i] = i * 11 % 32 * (i % 3);
  DeviceArray<int> in(now), out(kThreads);
  const int rounds = 5;
  relax<<<1, kThreads>>>(in, out, rounds);
  for (int round = 0; round < rounds; ++round) {
    std::vector<int> old = now;
    for (int t = 0; t < kThreads; ++t)
      now[t] = std::max(old[(t + kThreads - 1) % kThreads],
                        old[(t + 1) % kThreads]) -
               round % 2;
  }
  expect(out, [&](int t) { return now[t]; });
}
