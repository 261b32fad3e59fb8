// RUN: %check-execution %s
// One dynamic buffer holds two arrays of different types.
#include "../check.h"

__global__ void kernel(double *out, int n) {
  extern __shared__ double buffer[];
  double *values = buffer;
  int *keys = reinterpret_cast<int *>(buffer + n);
  int t = threadIdx.x;
  values[t] = t * 0.25;
  keys[t] = (t * 5 + 3) % n;
  __syncthreads();
  out[t] = values[keys[t]] + keys[n - 1 - t];
}

int main() {
  const int n = 48;
  DeviceArray<double> out(n);
  kernel<<<1, n, n * (sizeof(double) + sizeof(int))>>>(out, n);
  expect(out, [](int t) {
    return (t * 5 + 3) % n * 0.25 + ((n - 1 - t) * 5 + 3) % n;
  });
}
