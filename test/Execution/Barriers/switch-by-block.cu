// RUN: %check-execution %s
// The selector is the block's number: blocks pass different barriers.
#include "../check.h"

__global__ void roles(int *out) {
  __shared__ int tile[32];
  int t = threadIdx.x, value = 0;
  tile[t] = t;
  switch (blockIdx.x % 3) {
  case 0:
    __syncthreads();
    value = tile[31 - t];
    break;
  case 1:
    for (int i = 1; i < 32; i *= 2) {
      __syncthreads();
      value += tile[t ^ i];
    }
    break;
  }
  out[blockIdx.x * 32 + t] = value;
}

int main() {
  DeviceArray<int> out(6 * 32);
  roles<<<6, 32>>>(out);
  expect(out, [](int i) {
    int t = i % 32, sum = 0;
    for (int bit = 1; bit < 32; bit *= 2)
      sum += t ^ bit;
    int role = i / 32 % 3;
    return role == 0 ? 31 - t : role == 1 ? sum : 0;
  });
}
