// RUN: %check-execution %s
// A barrier under a condition on an argument, with one after it for all.
#include "../check.h"

__global__ void kernel(int *out, bool mirror, int shift) {
  __shared__ int tile[64];
  int t = threadIdx.x, value = t;
  if (mirror) {
    tile[t] = value;
    __syncthreads();
    value = tile[63 - t];
    __syncthreads();
  }
  if (shift > 0) {
    tile[t] = value;
    __syncthreads();
    value = tile[(t + shift) % 64];
  }
  out[t] = value;
}

int main() {
  DeviceArray<int> out(64);
  for (int choice = 0; choice < 4; ++choice) {
    bool mirror = choice & 1;
    int shift = choice & 2 ? 9 : 0;
    kernel<<<1, 64>>>(out, mirror, shift);
    expect(out, [=](int t) {
      int from = (t + shift) % 64;
      return mirror ? 63 - from : from;
    });
  }
}
