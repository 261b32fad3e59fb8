// RUN: %check-execution %s --auto
// A thread goes on to its next element when the inputs of this one are ready,
// which threads compute that come later: as in the summation over the tree of a
// Barnes-Hut simulation.
#include "../check.h"

__global__ void upwards(volatile int *value, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  while (i < n) {
    if (value[i + 1] != 0) {
      i += gridDim.x * blockDim.x;
    } else if (value[i] != 0) {
      value[i + 1] = value[i] + 1;
      i += gridDim.x * blockDim.x;
    }
  }
}

// The same with a barrier in each iteration: the threads of a block go on
// together, but wait for other blocks. A thread that is done leaves.
__global__ void upwardsTogether(volatile int *value, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  while (i < n) {
    int ready = value[i];
    if (ready > 0) {
      value[i + 1] = ready + 1;
      i += gridDim.x * blockDim.x;
    }
    __syncthreads();
  }
}

// An element has several inputs, and the ones that are ready are remembered.
__global__ void tree(volatile int *sum, const int *child, int n) {
  int i = threadIdx.x, missing = 0;
  while (i < n) {
    if (missing == 0) {
      missing = 2;
      for (int k = 0; k < 2; ++k)
        missing -= sum[child[2 * i + k]] > 0;
    } else {
      missing = 2;
      for (int k = 0; k < 2; ++k)
        missing -= sum[child[2 * i + k]] > 0;
    }
    if (missing == 0) {
      int total = 0;
      for (int k = 0; k < 2; ++k)
        total += sum[child[2 * i + k]];
      __threadfence();
      sum[n + i] = total % 1000 + 1;
      i += blockDim.x;
    }
  }
}

int main() {
  const int n = 1000;
  std::vector<int> values(n + 1);
  values[0] = 1;
  DeviceArray<int> chain(values);
  upwards<<<3, 64>>>(chain, n);
  expect(chain, [](int i) { return i + 1; });

  DeviceArray<int> again(values);
  upwardsTogether<<<3, 64>>>(again, n);
  expect(again, [](int i) { return i + 1; });

  std::vector<int> sums(2 * n), children(2 * n);
  for (int i = 0; i < n; ++i)
    sums[i] = i + 1;
  for (int i = 0; i < n; ++i) {
    children[2 * i] = i;
    children[2 * i + 1] = i ? n + i - 1 : 0;
  }
  DeviceArray<int> sum(sums), child(children);
  tree<<<1, 64>>>(sum, child, n);
  for (int i = 0; i < n; ++i)
    sums[n + i] =
        (sums[children[2 * i]] + sums[children[2 * i + 1]]) % 1000 + 1;
  expect(sum, [&](int i) { return sums[i]; });
}
