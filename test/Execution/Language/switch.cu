// RUN: %check-execution %s
// Switches of all shapes, without barriers: dense, sparse, fall-through, on a
// char, with a default in the middle and a loop around.
#include "../check.h"

__host__ __device__ int classify(int n) {
  int result = 0;
  switch (n % 12) {
  case 0:
  case 1:
    result = 1;
    break;
  case 2:
    result = 2;
    [[fallthrough]];
  case 3:
    result += 10;
    break;
  default:
    result = -1;
    [[fallthrough]];
  case 7:
    result += 100;
    break;
  case 11:
    return 11;
  }
  switch (char('a' + n % 3)) {
  case 'a':
    result *= 2;
    break;
  case 'c':
    result *= 3;
  }
  for (int i = 0; i < 4; ++i) {
    switch (n * 1000 + i) {
    case 5001:
    case 1000002:
      result += 7;
      continue;
    case -1:
      return 0;
    }
    result += i;
  }
  return result;
}

__global__ void kernel(int *out) { out[threadIdx.x] = classify(threadIdx.x); }

int main() {
  DeviceArray<int> out(64);
  kernel<<<1, 64>>>(out);
  expect(out, classify);
}
