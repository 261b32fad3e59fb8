// RUN: %check-execution %s
// Conversions between floating point and integers, in range.
#include "../check.h"

__host__ __device__ double work(int t) {
  float value = t * 0.75f - 20.5f;
  int truncated = int(value);
  unsigned positive = unsigned(value + 100.0f);
  short narrow = short(value * 100);
  unsigned char byte = (unsigned char)(t * 3.9f);
  long long wide = (long long)(value * 1e9);
  double back = float(16777217 + t) + double(16777217 + t);
  bool truth = value;
  return truncated + positive * 1e2 + narrow * 1e4 + byte + double(wide) +
         back + truth + float(4000000000u) +
         ((unsigned long long)(9.5e18 + t * 65536.0) >> 16);
}

__global__ void kernel(double *out) { out[threadIdx.x] = work(threadIdx.x); }

int main() {
  DeviceArray<double> out(64);
  kernel<<<1, 64>>>(out);
  expect(out, work);
}
