// RUN: %check-execution %s
// A multiple of 32 added to the thread's index may be negative: then quotients
// are rounded towards zero, and remainders are negative.
#include "../check.h"

const int kThreads = 128;

__global__ void take(int n, int *out) {
  int g = n * 64 + int(threadIdx.x);
  int x = __shfl_sync(0xffffffffu, g, 2);
  out[threadIdx.x] = x + g / 32 * 1000 + g % 32 * 100000 + (g < 64);
}

int main() {
  for (int n : {-3, -1, 0, 2}) {
    DeviceArray<int> out(kThreads);
    take<<<1, kThreads>>>(n, out);
    expect(out, [&](int t) {
      int g = n * 64 + t;
      return g - t % 32 + 2 + g / 32 * 1000 + g % 32 * 100000 + (g < 64);
    });
  }
}
