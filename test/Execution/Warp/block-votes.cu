// RUN: %check-execution %s
// __syncthreads_count, _and, _or: barriers that vote.
#include "../check.h"

__global__ void kernel(int *out, int returns) {
  __shared__ int seen[200];
  int t = threadIdx.x;
  if (t < returns)
    return;
  for (int round = 0; round < 4; ++round) {
    seen[t] = t * round;
    int count = __syncthreads_count(t % (round + 1) == 0 ? 17 : 0);
    // It is a barrier too.
    int other = seen[t + 1 < blockDim.x ? t + 1 : t];
    int all = __syncthreads_and(t * round < 300);
    int any = __syncthreads_or(t == 150 && round == 2);
    out[round * blockDim.x + t] =
        count * 10000 + (all != 0) * 1000 + (any != 0) * 100 + other % 100;
  }
}

int main() {
  for (int returns : {0, 30}) {
    const int n = 200;
    DeviceArray<int> out(4 * n);
    kernel<<<1, n>>>(out, returns);
    expect(out, [&](int i) {
      int round = i / n, t = i % n;
      if (t < returns)
        return 0;
      int count = 0;
      for (int j = returns; j < n; ++j)
        count += j % (round + 1) == 0;
      int other = (t + 1 < n ? t + 1 : t) * round;
      return count * 10000 + ((n - 1) * round < 300) * 1000 +
             (round == 2) * 100 + other % 100;
    });
  }
}
