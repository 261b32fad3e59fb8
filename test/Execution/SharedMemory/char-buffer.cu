// RUN: %check-execution %s
// A buffer of bytes, aligned by hand, holds objects of other types.
#include "../check.h"

struct Pair {
  float weight;
  int index;
};

__global__ void kernel(float *out) {
  __shared__ __align__(16) unsigned char buffer[64 * sizeof(Pair) + 64];
  Pair *pairs = reinterpret_cast<Pair *>(buffer);
  unsigned char *flags = buffer + 64 * sizeof(Pair);
  int t = threadIdx.x;
  pairs[t] = {t * 0.5f, 63 - t};
  flags[t] = t % 5;
  __syncthreads();
  const Pair &other = pairs[pairs[t].index];
  out[t] = other.weight + 1000 * flags[other.index];
}

int main() {
  DeviceArray<float> out(64);
  kernel<<<1, 64>>>(out);
  expect(out, [](int t) { return (63 - t) * 0.5f + 1000 * (t % 5); });
}
