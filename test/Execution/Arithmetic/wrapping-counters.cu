// RUN: %check-execution %s

// Counters that wrap around, as sums without a sign may: `i < n` holds again
// after them.

#include "../check.h"

__host__ __device__ int countTurns(int from, int to, unsigned step) {
  int count = 0;
  for (int i = from; i < to; i += step)
    ++count;
  return count;
}

__global__ void kernel(const int *from, const int *to, const unsigned *step,
                       int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = countTurns(from[i], to[i], step[i]);
}

/// With a step that all threads have.
__global__ void same(int from, int to, unsigned step, int *out) {
  out[threadIdx.x] = countTurns(from + threadIdx.x, to, step);
}

/// And one that is known.
__global__ void known(int from, int to, int *out) {
  int count = 0;
  for (int i = from + threadIdx.x; i < to; i += 1600000000u)
    ++count;
  out[threadIdx.x] = count;
}

int main() {
  std::vector<int> from = {600000000, 0, -2147483647, 5, 100},
                   to = {700000000, 100, -5, 5, 200};
  std::vector<unsigned> step = {1600000000u, 7, 4000000000u, 3, 3000000000u};
  int n = from.size();
  DeviceArray<int> deviceFrom(from), deviceTo(to), out(n), more(32);
  DeviceArray<unsigned> deviceStep(step);
  kernel<<<1, 32>>>(deviceFrom, deviceTo, deviceStep, out, n);
  expect(out, [&](int i) { return countTurns(from[i], to[i], step[i]); });
  same<<<1, 32>>>(600000000, 700000000, 1600000000u, more);
  expect(more, [](int i) {
    return countTurns(600000000 + i, 700000000, 1600000000u);
  });
  known<<<1, 32>>>(600000000, 700000000, more);
  expect(more, [](int i) {
    return countTurns(600000000 + i, 700000000, 1600000000u);
  });
}
