// RUN: %check-execution %s
// A loop with two entries (irreducible control flow) and a barrier in it.
#include "../check.h"

const int kThreads = 32;

__global__ void kernel(int *out, int enterInside, int rounds) {
  __shared__ int tile[kThreads];
  int t = threadIdx.x, value = t;
  tile[t] = t;
  if (enterInside)
    goto inside;
outside:
  __syncthreads();
  tile[t] = value;
inside:
  __syncthreads();
  value = tile[(t + 1) % kThreads] + 100;
  if (--rounds > 0)
    goto outside;
  out[t] = value;
}

int main() {
  DeviceArray<int> out(kThreads);
  for (int enterInside = 0; enterInside < 2; ++enterInside) {
    kernel<<<1, kThreads>>>(out, enterInside, 4);
    expect(out, [](int t) { return (t + 4) % kThreads + 400; });
  }
}
