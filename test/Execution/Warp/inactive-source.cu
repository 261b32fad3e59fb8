// RUN: %check-execution %s
// Shuffles under a condition: lanes that take no part have no source lane.
#include "../check.h"

__global__ void shuffles(const unsigned *in, float *out) {
  unsigned t = threadIdx.x, lane = t & 31;
  float f = t * 0.5f;
  unsigned mask = __ballot_sync(0xffffffffu, in[t] & 1);
  for (int round = 0; round < 2; ++round)
    if (mask >> lane & 1) {
      unsigned from = in[t + 64] & 31;
      float other = __shfl_sync(mask, f, from);
      f = mask >> from & 1 ? other + 1 : f;
    }
  out[t] = f;
}

int main() {
  std::vector<unsigned> numbers(128);
  for (int i = 0; i < 128; ++i)
    numbers[i] = i * 2654435761u >> 13;
  DeviceArray<unsigned> in(numbers);
  DeviceArray<float> out(64);
  shuffles<<<1, 64>>>(in, out);
  std::vector<float> now(64);
  for (int t = 0; t < 64; ++t)
    now[t] = t * 0.5f;
  for (int round = 0; round < 2; ++round) {
    std::vector<float> next = now;
    for (int t = 0; t < 64; ++t) {
      int from = (t & 32) + (numbers[t + 64] & 31);
      if ((numbers[t] & 1) && (numbers[from] & 1))
        next[t] = now[from] + 1;
    }
    now = next;
  }
  expect(out, [&](int t) { return now[t]; });
}
