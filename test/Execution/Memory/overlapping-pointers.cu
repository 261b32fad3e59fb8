// RUN: %check-execution %s
// Two pointer arguments into the same array: no one promised otherwise.
#include "../check.h"

__global__ void kernel(int *first, int *second, int n) {
  int t = threadIdx.x;
  first[t] = t;
  __syncthreads();
  int mirrored = second[n - 1 - t];
  __syncthreads();
  second[t] += 100 * mirrored;
  first[t] += 1;
}

__global__ void chain(int *to, const int *from, int n) {
  for (int i = 1; i < n; ++i)
    to[i] = from[i - 1] + 1;
}

int main() {
  const int n = 64;
  DeviceArray<int> data(n), line(100);
  kernel<<<1, n>>>(data, data, n);
  expect(data, [](int t) { return t + 100 * (n - 1 - t) + 1; });
  chain<<<1, 1>>>(line, line, 100);
  expect(line, [](int i) { return i; });
}
