// RUN: %check-execution %s
// Shifts of signed and unsigned values, by constant and variable amounts.
#include "../check.h"

__host__ __device__ unsigned long long work(int t) {
  int value = int(t * 123456789u);
  unsigned bits = value;
  long long wide = value * 1048576ll;
  unsigned char byte = (unsigned char)(t << 3);
  return (unsigned long long)(value >> (t % 32)) + (bits >> (t % 32)) +
         (bits << (31 - t % 32)) + (wide >> (t % 64)) + (byte >> 1) +
         ((unsigned long long)bits << 32) + (value >> 31);
}

__global__ void kernel(unsigned long long *out) {
  out[threadIdx.x] = work(threadIdx.x);
}

int main() {
  DeviceArray<unsigned long long> out(64);
  kernel<<<1, 64>>>(out);
  expect(out, work);
}
