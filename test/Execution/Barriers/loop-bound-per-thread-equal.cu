// RUN: %check-execution %s
// Each thread loads its own bound; they happen to be equal, which nothing in
// the program proves.
#include "../check.h"

const int kThreads = 64;

__global__ void rotate(const int *begins, const int *ends, int *out) {
  __shared__ int tile[kThreads];
  int t = threadIdx.x, value = t;
  for (int round = begins[t]; round < ends[t]; ++round) {
    tile[t] = value;
    __syncthreads();
    value = tile[(t + round) % kThreads];
    __syncthreads();
  }
  tile[t] = value;
  __syncthreads();
  out[t] = tile[kThreads - 1 - t];
}

int main() {
  DeviceArray<int> begins(std::vector<int>(kThreads, 2)),
      ends(std::vector<int>(kThreads, 7)), out(kThreads);
  rotate<<<1, kThreads>>>(begins, ends, out);
  expect(out, [](int i) {
    return (kThreads - 1 - i + 2 + 3 + 4 + 5 + 6) % kThreads;
  });
}
