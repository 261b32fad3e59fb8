// RUN: %check-execution %s
// Integers of several widths, computed before a barrier and used after it.
#include "../check.h"

__global__ void kernel(const int *in, long long *out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  signed char narrow = in[t] * 3;
  unsigned short word = in[t] * 1001;
  int plain = in[t] - 32;
  long long wide = 1000000007ll * in[t];
  tile[t] = t;
  __syncthreads();
  out[t] = narrow + word + plain + wide + tile[63 - t];
}

int main() {
  DeviceArray<int> in(iota<int>(64));
  DeviceArray<long long> out(64);
  kernel<<<1, 64>>>(in, out);
  expect(out, [](int t) {
    return (signed char)(t * 3) + (unsigned short)(t * 1001) + (t - 32) +
           1000000007ll * t + (63 - t);
  });
}
