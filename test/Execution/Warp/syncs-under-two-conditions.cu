// RUN: %check-execution --auto %s
// Lanes synchronise in both branches of an `if` with two conditions, which
// control flow turns into two branches one after the other.
#include "../check.h"

const int kThreads = 85;

__global__ void exchange(const unsigned *in, unsigned *out) {
  __shared__ unsigned tile[96];
  unsigned t = threadIdx.x, lane = t % 32, other = t / 32 * 32 + 31 - lane;
  unsigned mask = kThreads - t / 32 * 32 >= 32
                      ? 0xffffffff
                      : (1u << (kThreads % 32)) - 1;
  unsigned sum = 0;
  if (lane == 5 && in[t] < 50) {
    tile[t] = in[t];
    __syncwarp(mask);
    if (other < kThreads)
      sum += tile[other];
    __syncwarp(mask);
  } else {
    tile[t] = 3 * t;
    __syncwarp(mask);
    if (other < kThreads)
      sum += tile[other];
    __syncwarp(mask);
  }
  out[t] = sum;
}

int main() {
  DeviceArray<unsigned> in(iota<unsigned>(kThreads)), out(kThreads);
  exchange<<<1, kThreads>>>(in, out);
  expect(out, [](int t) {
    int other = t / 32 * 32 + 31 - t % 32;
    if (other >= kThreads)
      return 0;
    return other % 32 == 5 && other < 50 ? other : 3 * other;
  });
}
