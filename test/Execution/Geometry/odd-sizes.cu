// RUN: %check-execution %s
// Block sizes that are no multiple of anything, with a barrier.
#include "../check.h"

__global__ void rotate(const int *in, int *out) {
  __shared__ int tile[512];
  int t = threadIdx.x, n = blockDim.x, base = blockIdx.x * n;
  tile[t] = in[base + t];
  __syncthreads();
  out[base + t] = tile[(t + 1) % n];
}

int main() {
  for (int n : {2, 3, 7, 31, 33, 97, 255, 511}) {
    DeviceArray<int> in(iota<int>(3 * n)), out(3 * n);
    rotate<<<3, n>>>(in, out);
    expect(out, [=](int i) { return i / n * n + (i % n + 1) % n; });
  }
}
