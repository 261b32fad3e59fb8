// RUN: %check-execution %s
// A private array with constant indices, written before a barrier and read
// after it.
#include "../check.h"

__global__ void kernel(int *out) {
  __shared__ int tile[32];
  int t = threadIdx.x;
  int mine[4];
  mine[0] = t;
  mine[1] = t * t;
  mine[2] = 7;
  mine[3] = -t;
  tile[t] = mine[1];
  __syncthreads();
  mine[2] += tile[31 - t];
  __syncthreads();
  out[t] = mine[0] + mine[1] + 10 * mine[2] + mine[3];
}

int main() {
  DeviceArray<int> out(32);
  kernel<<<1, 32>>>(out);
  expect(out, [](int t) { return t * t + 10 * (7 + (31 - t) * (31 - t)); });
}
