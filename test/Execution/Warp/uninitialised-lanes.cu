// RUN: %heddle -O1 %s -o %t && %t
// RUN: %heddle -O3 %s -o %t && %t
// A shuffle from one lane: what the others pass is not initialised. And values
// of a class that are exchanged as ints, against the rules of C++'s types.
#include "../check.h"

struct Sums {
  double first, second, third;
};

__device__ int broadcast(const int &value) {
  return __shfl_sync(~0u, value, 0);
}

__device__ Sums down(const Sums &value, int delta) {
  Sums result;
  for (int i = 0; i < int(sizeof(Sums) / sizeof(int)); ++i)
    reinterpret_cast<int *>(&result)[i] = __shfl_down_sync(
        ~0u, reinterpret_cast<const int *>(&value)[i], delta);
  return result;
}

__global__ void count(int *counter, int *out, Sums *sums) {
  int mine;
  if (threadIdx.x == 0)
    mine = atomicAdd(counter, 1);
  mine = broadcast(mine);
  out[blockIdx.x * 32 + threadIdx.x] = mine;

  Sums sum = {1, double(threadIdx.x), 0.5};
  for (int delta = 16; delta; delta /= 2) {
    const Sums other = down(sum, delta);
    sum.first += other.first;
    sum.second += other.second;
    sum.third += other.third;
  }
  if (threadIdx.x == 0)
    sums[blockIdx.x] = sum;
}

int main() {
  DeviceArray<int> counter(1), out(64);
  DeviceArray<Sums> sums(2);
  count<<<2, 32>>>(counter, out, sums);
  expect(counter, [](int) { return 2; });
  int sum = 0;
  for (int i = 0; i < 64; ++i)
    sum += out[i];
  for (int i = 0; i < 2; ++i)
    if (sum != 32 || sums[i].first != 32 || sums[i].second != 496 ||
        sums[i].third != 16) {
      printf("%d: %d %g %g %g\n", i, sum, sums[i].first, sums[i].second,
             sums[i].third);
      return 1;
    }
}
