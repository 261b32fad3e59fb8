// RUN: %check-execution --auto %s
// RUN: %heddle -O1 --lowering=fission -c %s -o %t.o
// RUN: %heddle -O3 --lowering=fission -c %s -o %t.o
// Returns at different depths of ifs and loops, some before a barrier and some
// after it.
#include "../check.h"

const int kThreads = 60;

__global__ void nested(int *out) {
  __shared__ int tile[kThreads];
  int t = threadIdx.x;
  if (t >= 20) {
    if (t >= 40) {
      out[t] = 1;
      return;
    }
    out[t] = 2;
  }
  tile[t] = 3 * t;
  __syncthreads();
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 3; ++j) {
      if (t == 10 * i + j)
        return;
      __syncthreads();
      if (t == 10 * i + j + 5)
        return;
    }
    tile[t] += 1;
  }
  __syncthreads();
  out[t] = tile[9 + 10 * (t / 10)];
}

int main() {
  DeviceArray<int> out(kThreads);
  nested<<<1, kThreads>>>(out);
  expect(out, [](int t) {
    if (t >= 40)
      return 1;
    int digit = t % 10;
    if (digit < 3 || (digit >= 5 && digit < 8))
      return t >= 20 ? 2 : 0;
    return 3 * (9 + 10 * (t / 10)) + 4;
  });
}
