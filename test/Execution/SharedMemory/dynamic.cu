// RUN: %check-execution %s
// extern __shared__: the size comes with the launch.
#include "../check.h"

__global__ void reverse(const int *in, int *out) {
  extern __shared__ int tile[];
  int t = threadIdx.x, n = blockDim.x, base = blockIdx.x * n;
  tile[t] = in[base + t];
  __syncthreads();
  out[base + t] = tile[n - 1 - t];
}

int main() {
  for (int n : {1, 32, 100, 256}) {
    DeviceArray<int> in(iota<int>(4 * n)), out(4 * n);
    reverse<<<4, n, n * sizeof(int)>>>(in, out);
    expect(out, [=](int i) { return i / n * n + n - 1 - i % n; });
  }
}
