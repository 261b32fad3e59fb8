// RUN: %check-execution %s
// Each instance of a template has a shared array of its own, of its own type
// and size.
#include "../check.h"

template <typename T, int kSize> __device__ T *slots() {
  __shared__ T array[kSize];
  return array;
}

template <typename T> __global__ void kernel(T *out) {
  int t = threadIdx.x;
  slots<int, 32>()[t] = t;
  slots<int, 33>()[t] = -t;
  slots<T, 34>()[t] = T(t);
  slots<double, 32>()[t] = t * 0.5;
  __syncthreads();
  out[t] = T(slots<int, 32>()[31 - t] + slots<int, 33>()[31 - t] * 100 +
             slots<double, 32>()[31 - t] * 2 + slots<T, 34>()[31 - t]);
}

int main() {
  DeviceArray<int> ints(32);
  DeviceArray<double> doubles(32);
  kernel<<<1, 32>>>(ints.data());
  kernel<<<1, 32>>>(doubles.data());
  auto want = [](int t) { return -97 * (31 - t); };
  expect(ints, want);
  expect(doubles, want);
}
