// RUN: %check-execution %s
// Static and dynamic shared memory in one kernel.
#include "../check.h"

__global__ void kernel(int *out) {
  extern __shared__ int dynamic[];
  __shared__ int fixed[64];
  int t = threadIdx.x;
  fixed[t] = t;
  dynamic[t] = dynamic[t + 64] = 100 * t;
  __syncthreads();
  out[t] = fixed[63 - t] + dynamic[127 - t];
}

int main() {
  DeviceArray<int> out(64);
  kernel<<<1, 64, 128 * sizeof(int)>>>(out);
  expect(out, [](int t) { return 101 * (63 - t); });
}
