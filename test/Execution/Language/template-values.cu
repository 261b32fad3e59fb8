// RUN: %check-execution %s
// Kernel templates over integers and booleans, with barriers that depend on
// them.
#include "../check.h"

template <int kSize, bool kMirror> __global__ void kernel(int *out) {
  __shared__ int tile[kSize];
  int t = threadIdx.x;
  tile[t] = t * 2;
  if (kMirror)
    __syncthreads();
  out[t] = kMirror ? tile[kSize - 1 - t] : tile[t];
}

template <int kSize, bool kMirror> void test() {
  DeviceArray<int> out(kSize);
  kernel<kSize, kMirror><<<1, kSize>>>(out);
  expect(out, [](int t) { return 2 * (kMirror ? kSize - 1 - t : t); });
}

int main() {
  test<16, false>();
  test<16, true>();
  test<100, true>();
}
