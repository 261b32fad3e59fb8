// RUN: %check-execution %s
// A barrier also orders global memory within the block.
#include "../check.h"

__global__ void neighbours(int *data, int *out) {
  int *mine = data + blockIdx.x * blockDim.x;
  int t = threadIdx.x, n = blockDim.x;
  mine[t] = t * t;
  __syncthreads();
  int sum = mine[(t + n - 1) % n] + mine[(t + 1) % n];
  __syncthreads();
  mine[t] = -sum;
  __syncthreads();
  out[blockIdx.x * n + t] = mine[n - 1 - t];
}

int main() {
  const int n = 40;
  DeviceArray<int> data(4 * n), out(4 * n);
  neighbours<<<4, n>>>(data, out);
  expect(out, [](int i) {
    int t = n - 1 - i % n, left = (t + n - 1) % n, right = (t + 1) % n;
    return -(left * left + right * right);
  });
}
