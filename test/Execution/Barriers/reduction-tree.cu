// RUN: %check-execution %s
// The loop whose bound halves, with only some of the threads at work.
#include "../check.h"

template <int kThreads> __global__ void sum(const int *in, int *out) {
  __shared__ int partial[kThreads];
  int t = threadIdx.x;
  partial[t] = in[blockIdx.x * kThreads + t];
  __syncthreads();
  for (int stride = kThreads / 2; stride > 0; stride >>= 1) {
    if (t < stride)
      partial[t] += partial[t + stride];
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = partial[0];
}

int main() {
  DeviceArray<int> in(iota<int>(8 * 256)), out(8);
  sum<256><<<8, 256>>>(in, out);
  expect(out, [](int i) { return 256 * 256 * i + 256 * 255 / 2; });
}
