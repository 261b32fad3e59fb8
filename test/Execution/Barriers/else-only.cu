// RUN: %check-execution %s
// A barrier in the else branch alone, nested in a second if.
#include "../check.h"

__global__ void kernel(int *out, int selector) {
  __shared__ int tile[32];
  int t = threadIdx.x, value = -1;
  tile[t] = t * t;
  if (selector == 0) {
    value = 7;
  } else {
    if (selector > 1)
      value = 8;
    else {
      __syncthreads();
      value = tile[31 - t];
    }
    value += 1000;
  }
  out[t] = value;
}

int main() {
  DeviceArray<int> out(32);
  for (int selector = 0; selector < 3; ++selector) {
    kernel<<<1, 32>>>(out, selector);
    expect(out, [=](int t) {
      return selector == 0   ? 7
             : selector == 1 ? (31 - t) * (31 - t) + 1000
                             : 1008;
    });
  }
}
