// RUN: %check-execution %s
// The inner loop's bounds depend on the outer loop's variable.
#include "../check.h"

const int kThreads = 33;

__global__ void bubble(int *data) {
  __shared__ int tile[kThreads];
  int t = threadIdx.x;
  tile[t] = data[t];
  for (int outer = 0; outer < kThreads; ++outer)
    for (int step = outer; step < outer + 2 && step < kThreads; ++step) {
      __syncthreads();
      if (t % 2 == step % 2 && t + 1 < kThreads && tile[t] > tile[t + 1]) {
        int swap = tile[t];
        tile[t] = tile[t + 1];
        tile[t + 1] = swap;
      }
    }
  __syncthreads();
  data[t] = tile[t];
}

int main() {
  std::vector<int> values(kThreads);
  for (int i = 0; i < kThreads; ++i)
    values[i] = i * 14 % kThreads;
  DeviceArray<int> data(values);
  bubble<<<1, kThreads>>>(data);
  expect(data, [](int i) { return i; });
}
