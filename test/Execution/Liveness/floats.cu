// RUN: %check-execution %s
// float and double values across a barrier.
#include "../check.h"

__global__ void kernel(const float *in, double *out) {
  __shared__ float tile[32];
  int t = threadIdx.x;
  float quarter = in[t] * 0.25f;
  double eighth = in[t] * 0.125;
  tile[t] = in[t];
  __syncthreads();
  out[t] = quarter + eighth * 1024 + tile[31 - t];
}

int main() {
  DeviceArray<float> in(iota<float>(32));
  DeviceArray<double> out(32);
  kernel<<<1, 32>>>(in, out);
  expect(out, [](int t) { return 0.25 * t + 128.0 * t + 31 - t; });
}
