// RUN: %check-execution %s
// Integer division and remainder round towards zero, for all signs.
#include "../check.h"

__host__ __device__ long long work(int a, int b) {
  long long result = a / b * 1000 + a % b;
  result = result * 31 + a / 7 - a % 7;
  result = result * 31 + a / -8 + a % 8;
  result = result * 31 + unsigned(a) / 10 + unsigned(a) % 10;
  long long wide = a * 1000000007ll;
  return result + wide / b + wide % b + wide / 16 + wide % -16;
}

__global__ void kernel(long long *out) {
  int t = threadIdx.x;
  out[t] = work(t * 37 - 1000, t % 11 - 5 ? t % 11 - 5 : 9);
}

int main() {
  DeviceArray<long long> out(64);
  kernel<<<1, 64>>>(out);
  expect(out, [](int t) {
    return work(t * 37 - 1000, t % 11 - 5 ? t % 11 - 5 : 9);
  });
}
