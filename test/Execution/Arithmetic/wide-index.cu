// RUN: %check-execution %s
// A 32-bit unsigned index that wraps before it is widened, and a negative
// offset from a pointer.
#include "../check.h"

__global__ void kernel(const int *middle, const int *in, int *out) {
  int t = threadIdx.x;
  unsigned wrapped = 0xfffffff0u + t; // 0 for t = 16
  int signedOffset = t - 16;
  size_t wide = size_t(t) * 3 % 32;
  int value = middle[signedOffset];
  if (t >= 16)
    value += 100 * in[wrapped];
  short narrow = short(t - 16);
  unsigned char byte = (unsigned char)(t * 8);
  out[t] = value + 10000 * in[wide] + middle[narrow] + in[byte / 8];
}

int main() {
  DeviceArray<int> in(iota<int>(32)), out(32);
  kernel<<<1, 32>>>(in.data() + 16, in, out);
  expect(out, [](int t) {
    return t + (t >= 16 ? 100 * (t - 16) : 0) + 10000 * (t * 3 % 32) + t + t;
  });
}
