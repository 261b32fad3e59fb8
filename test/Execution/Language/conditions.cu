// RUN: %check-execution %s
// Ternaries, && and || evaluate no more than they should.
#include "../check.h"

__host__ __device__ bool tick(int &counter, int by, bool result) {
  counter += by;
  return result;
}

__host__ __device__ int work(int t, const int *values) {
  int count = 0;
  if (tick(count, 1, t % 2) && tick(count, 10, t % 3) && tick(count, 100, true))
    count += 1000;
  if (tick(count, 2, t % 4 == 0) || tick(count, 20, t % 5 == 0))
    count += 2000;
  int value = t < 8 ? values[t] : tick(count, 300, true) ? -1 : values[t];
  // The guard keeps the index in range.
  bool inside = t < 8 && values[t] > 3;
  const int *pointer = t % 7 ? values : nullptr;
  int first = pointer != nullptr && pointer[0] == 0 ? 7 : 8;
  return (count * 10 + value) * 100 + inside * 10 + first;
}

__global__ void kernel(const int *values, int *out) {
  out[threadIdx.x] = work(threadIdx.x, values);
}

int main() {
  const std::vector<int> host = iota<int>(8);
  DeviceArray<int> values(host), out(64);
  kernel<<<1, 64>>>(values, out);
  expect(out, [&](int t) { return work(t, host.data()); });
}
