// RUN: %check-execution %s
// Barriers in both branches, a different number of them in each.
#include "../check.h"

__global__ void kernel(int *out, const int *choices) {
  __shared__ int tile[32];
  int t = threadIdx.x, value = t;
  tile[t] = t;
  if (choices[blockIdx.x]) {
    __syncthreads();
    value = tile[31 - t];
  } else {
    value += 100;
    __syncthreads();
    value += tile[(t + 1) % 32];
    __syncthreads();
    tile[t] = value;
    __syncthreads();
    value = tile[t ^ 4];
  }
  out[blockIdx.x * 32 + t] = value;
}

int main() {
  const std::vector<int> choices = {1, 0, 0, 1};
  DeviceArray<int> out(4 * 32), chosen(choices);
  kernel<<<4, 32>>>(out, chosen);
  expect(out, [&](int i) {
    int t = i % 32, other = t ^ 4;
    return choices[i / 32] ? 31 - t : other + 100 + (other + 1) % 32;
  });
}
