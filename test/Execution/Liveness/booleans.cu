// RUN: %check-execution %s
// Conditions decided before a barrier and acted on after it.
#include "../check.h"

__global__ void kernel(const int *in, int *out) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  bool odd = in[t] % 2, large = in[t] > 40;
  bool either = odd || large;
  tile[t] = in[t];
  __syncthreads();
  int value = 0;
  if (odd)
    value += tile[63 - t];
  if (large && !odd)
    value += 1000;
  __syncthreads();
  out[t] = either ? value : -value - 1;
}

int main() {
  DeviceArray<int> in(iota<int>(64)), out(64);
  kernel<<<1, 64>>>(in, out);
  expect(out, [](int t) { return t % 2 ? 63 - t : t > 40 ? 1000 : -1; });
}
