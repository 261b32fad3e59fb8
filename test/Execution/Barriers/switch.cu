// RUN: %check-execution %s
// Barriers in the cases of a switch, one of which falls through.
#include "../check.h"

const int kThreads = 64;

__global__ void select(int *out, int selector) {
  __shared__ int tile[kThreads];
  int t = threadIdx.x, value = t;
  tile[t] = t;
  switch (selector) {
  case 0:
    __syncthreads();
    value = tile[kThreads - 1 - t];
    break;
  case 1:
    value = 100;
    break;
  case 5:
    __syncthreads();
    value += tile[(t + 1) % kThreads];
    __syncthreads();
    tile[t] = value;
    [[fallthrough]];
  case 6:
    __syncthreads();
    value = 2 * tile[(t + 2) % kThreads];
    break;
  default:
    value = -1;
  }
  __syncthreads();
  tile[t] = value;
  __syncthreads();
  out[t] = tile[t ^ 1];
}

int main() {
  DeviceArray<int> out(kThreads);
  for (int selector : {0, 1, 5, 6, 9}) {
    select<<<1, kThreads>>>(out, selector);
    expect(out, [=](int i) {
      int t = i ^ 1, far = (t + 2) % kThreads;
      return selector == 0   ? kThreads - 1 - t
             : selector == 1 ? 100
             : selector == 5 ? 2 * (far + (far + 1) % kThreads)
             : selector == 6 ? 2 * far
                             : -1;
    });
  }
}
