// RUN: %check-execution %s
// An array of structs, with member accesses by other threads.
#include "../check.h"

struct Entry {
  int key;
  double weight;
  struct {
    short low, high;
  } range;
};

__global__ void kernel(double *out) {
  __shared__ Entry table[32];
  int t = threadIdx.x;
  table[t].key = t * 7 % 32;
  table[t].weight = t * 0.5;
  table[t].range = {short(-t), short(t)};
  __syncthreads();
  const Entry &other = table[table[t].key];
  double value = other.weight + other.range.low * 100 + other.range.high * 1000;
  __syncthreads();
  table[31 - t].weight = value;
  __syncthreads();
  out[t] = table[t].weight;
}

int main() {
  DeviceArray<double> out(32);
  kernel<<<1, 32>>>(out);
  expect(out, [](int i) { return (31 - i) * 7 % 32 * 900.5; });
}
