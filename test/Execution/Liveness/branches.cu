// RUN: %check-execution %s
// A value that both branches of a divergent if change, between barriers, and
// one that only one branch changes.
#include "../check.h"

__global__ void kernel(int *out) {
  __shared__ int tile[48];
  int t = threadIdx.x, both, one = 5;
  if (t % 3 == 0) {
    both = t * 2;
    one = 6;
  } else {
    both = t - 100;
  }
  tile[t] = both;
  __syncthreads();
  int other = tile[47 - t];
  if (other > both)
    both += other;
  else if (other < 0)
    one -= other;
  __syncthreads();
  tile[t] = one;
  __syncthreads();
  out[t] = both * 1000 + one + tile[(t + 1) % 48];
}

int main() {
  DeviceArray<int> out(48);
  kernel<<<1, 48>>>(out);
  std::vector<int> both(48), one(48);
  auto start = [](int t) { return t % 3 == 0 ? t * 2 : t - 100; };
  for (int t = 0; t < 48; ++t) {
    int other = start(47 - t);
    both[t] = start(t) + (other > start(t) ? other : 0);
    one[t] =
        (t % 3 == 0 ? 6 : 5) - (other <= start(t) && other < 0 ? other : 0);
  }
  expect(out,
         [&](int t) { return both[t] * 1000 + one[t] + one[(t + 1) % 48]; });
}
