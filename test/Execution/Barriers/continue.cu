// RUN: %check-execution %s
// `continue` in every other round skips the barrier for the whole block.
#include "../check.h"

const int kThreads = 32;

__global__ void rotate(int *out, int modulus) {
  __shared__ int tile[kThreads];
  int t = threadIdx.x, value = t;
  for (int round = 0; round < 9; ++round) {
    value += 100;
    if (round % modulus == 1)
      continue;
    tile[t] = value;
    __syncthreads();
    value = tile[(t + 1) % kThreads];
    __syncthreads();
  }
  out[t] = value;
}

int main() {
  DeviceArray<int> out(kThreads);
  for (int modulus : {2, 3, 100}) {
    rotate<<<1, kThreads>>>(out, modulus);
    expect(out, [=](int t) {
      int rotations = 0;
      for (int round = 0; round < 9; ++round)
        rotations += round % modulus != 1;
      return (t + rotations) % kThreads + 900;
    });
  }
}
