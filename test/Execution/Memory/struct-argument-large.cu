// RUN: %check-execution %s
// A large struct argument indexed dynamically; one kernel only reads it, one
// uses its copy as scratch memory.
#include "../check.h"

struct Large {
  int table[60];
  int *out;
};

__global__ void readOnly(Large large) {
  large.out[threadIdx.x] = large.table[threadIdx.x * 7 % 60];
}

__global__ void scratch(Large large) {
  int t = threadIdx.x;
  for (int i = t % 5; i < 60; i += 5)
    large.table[i] = -large.table[i];
  int sum = 0;
  for (int i = 0; i < 60; ++i)
    sum += large.table[(i + t) % 60] * (i % 3);
  large.out[t] = sum;
}

int main() {
  DeviceArray<int> out(64);
  Large large;
  for (int i = 0; i < 60; ++i)
    large.table[i] = i * i;
  large.out = out;
  readOnly<<<1, 64>>>(large);
  expect(out, [&](int t) { return large.table[t * 7 % 60]; });
  scratch<<<1, 64>>>(large);
  expect(out, [&](int t) {
    int sum = 0;
    for (int i = 0; i < 60; ++i) {
      int k = (i + t) % 60;
      sum += (k % 5 == t % 5 ? -1 : 1) * large.table[k] * (i % 3);
    }
    return sum;
  });
}
