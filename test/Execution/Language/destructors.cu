// RUN: %check-execution %s
// Destructors run at the end of a scope, on break, continue and return too.
#include "../check.h"

struct Guard {
  int *counter;
  int amount;
  __device__ Guard(int *counter, int amount)
      : counter(counter), amount(amount) {}
  __device__ ~Guard() { *counter += amount; }
};

__device__ int run(int *counter, int t) {
  Guard whole(counter, 1000);
  for (int i = 0; i < 5; ++i) {
    Guard round(counter, 1);
    if (i == t)
      break;
    if (i == 1)
      continue;
    if (i == t - 10)
      return -1;
    Guard late(counter, 10);
  }
  return *counter;
}

__global__ void kernel(int *out) {
  int counter = 0;
  int result = run(&counter, threadIdx.x);
  out[threadIdx.x] = counter * 10000 + result;
}

static int want(int t) {
  int counter = 0;
  for (int i = 0; i < 5; ++i) {
    counter += 1;
    if (i == t)
      break;
    if (i == 1)
      continue;
    if (i == t - 10)
      return (counter + 1000) * 10000 - 1;
    counter += 10;
  }
  return (counter + 1000) * 10000 + counter;
}

int main() {
  DeviceArray<int> out(16);
  kernel<<<1, 16>>>(out);
  expect(out, want);
}
