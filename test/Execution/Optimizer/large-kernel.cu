// RUN: %check-execution %s
// A kernel of a thousand basic blocks: LLVM's searches in it are limited, and
// its loops are rotated early.

#include "../check.h"

#define STEP                                                                   \
  ++count;                                                                     \
  if (value % 3 == 0)                                                          \
    value += in[(i + count) % n];                                              \
  else if (value % 5 == 0)                                                     \
    value -= in[i];                                                            \
  for (int k = count % 4; k < int(value & 7); ++k)                             \
    value = value * 5 + in[(i + k) % n];

#define FOUR STEP STEP STEP STEP
#define SIXTEEN FOUR FOUR FOUR FOUR
#define ALL                                                                    \
  SIXTEEN SIXTEEN SIXTEEN SIXTEEN SIXTEEN SIXTEEN SIXTEEN SIXTEEN SIXTEEN FOUR

const int steps = 148, threads = 64;

__global__ void manySteps(const unsigned *in, unsigned *out, int n) {
  int i = threadIdx.x;
  unsigned value = in[i], count = 0;
  ALL;
  out[i] = value;
}

int main() {
  unsigned *in, *out;
  cudaMallocManaged(&in, threads * sizeof(unsigned));
  cudaMallocManaged(&out, threads * sizeof(unsigned));
  for (int i = 0; i < threads; ++i)
    in[i] = i * 7919u % 101;
  manySteps<<<1, threads>>>(in, out, threads);
  cudaDeviceSynchronize();
  int n = threads;
  for (int i = 0; i < threads; ++i) {
    unsigned value = in[i], count = 0;
    for (int s = 0; s < steps; ++s) {
      STEP;
    }
    expectValue(out[i], value, "value");
  }
  return 0;
}
