// RUN: %check-execution %s
// Arrays of different types and lengths side by side do not overlap.
#include "../check.h"

__global__ void kernel(double *out) {
  __shared__ char letters[33];
  __shared__ double wide[32];
  __shared__ short small[17];
  __shared__ float single[64];
  int t = threadIdx.x;
  letters[t] = 'a';
  if (t == 0)
    letters[32] = 'a';
  wide[t] = t * 0.5;
  if (t < 17)
    small[t] = 3;
  single[t] = single[t + 32] = 2.0f * t;
  __syncthreads();
  int sum = 0;
  for (int i = 0; i < 33; ++i)
    sum += letters[i] - 'a';
  for (int i = 0; i < 17; ++i)
    sum += small[i];
  out[t] = sum + wide[31 - t] + single[63 - t];
}

int main() {
  DeviceArray<double> out(32);
  kernel<<<1, 32>>>(out);
  expect(out, [](int t) { return 51 + (31 - t) * 2.5; });
}
