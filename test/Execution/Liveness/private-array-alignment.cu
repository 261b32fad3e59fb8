// RUN: %check-execution %s
// A private array that Clang aligns beyond its element type: each thread's copy
// in the buffer must keep that alignment.
#include "../check.h"

__global__ void sum(float *out) {
  __shared__ float tile[32];
  int t = threadIdx.x;
  float values[5] = {1, 2, 3, 4, 5};
  values[t % 5] += t;
  tile[t] = values[(t + 1) % 5];
  __syncthreads();
  out[t] = tile[31 - t] + values[t % 5];
}

int main() {
  DeviceArray<float> out(32);
  sum<<<1, 32>>>(out);
  expect(out, [](int t) {
    int u = 31 - t; // whose tile it is
    float theirs = (u + 1) % 5 + 1, own = t % 5 + 1 + t;
    return theirs + own;
  });
}
