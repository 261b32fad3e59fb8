// RUN: %check-execution %s
// A guard that one lane of a vector of bytes passes, and elements after it that
// keep their values. LLVM 22 stored four bytes there.
#include "../check.h"

__global__ void overwrite(unsigned *out, const unsigned *in) {
  __shared__ unsigned char bytes[64];
  __shared__ unsigned short halves[64];
  unsigned t = threadIdx.x;
  bytes[t] = t + 1;
  halves[t] = t + 1000;
  __syncthreads();
  if (t <= 32)
    bytes[t] = (int)in[t] % 7;
  if (t <= 16)
    halves[t] = (int)in[t] % 5;
  __syncthreads();
  out[t] = bytes[63 - t] + 256 * halves[63 - t];
}

int main() {
  std::vector<unsigned> values(64);
  for (unsigned i = 0; i < 64; ++i)
    values[i] = 1000003 * i;
  DeviceArray<unsigned> in(values), out(64);
  overwrite<<<1, 64>>>(out, in);
  expect(out, [&](int i) -> unsigned {
    unsigned t = 63 - i;
    unsigned byte = t <= 32 ? values[t] % 7 : t + 1;
    unsigned half = t <= 16 ? values[t] % 5 : t + 1000;
    return byte + 256 * half;
  });
}
