// Each of n threads adds up n numbers, the same for all, so they are added up
// once: eight times the numbers take about eight times the time, not 64 times.
// NEEDS-PASSES: parallel-licm
//
// RUN: %heddle %s -o %t && env OMP_NUM_THREADS=1 %t
// RUN: %heddle -DSIZE=threads %s -o %t && env OMP_NUM_THREADS=1 %t

#include "../check.h"

#include <algorithm>
#include <chrono>

// Where the size of a block is not a constant, the kernel is another.
#ifndef SIZE
#define SIZE 256
#endif

__device__ float sum(const float *x, int n) {
  float s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i];
  return s;
}

__global__ void normalize(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i] / sum(in, n);
}

/// The shortest of several runs, in seconds.
static double measure(int n, int threads) {
  std::vector<float> host(n);
  float total = 0;
  for (int i = 0; i < n; ++i)
    total += host[i] = 1 + i % 3;
  DeviceArray<float> in(host), out(n);
  double shortest = 1e9;
  for (int round = 0; round < 30; ++round) {
    auto start = std::chrono::steady_clock::now();
    normalize<<<(n + SIZE - 1) / SIZE, SIZE>>>(out, in, n);
    CUDA(cudaDeviceSynchronize());
    std::chrono::duration<double> time =
        std::chrono::steady_clock::now() - start;
    shortest = std::min(shortest, time.count());
    if (shortest > 0.1)
      break;
  }
  expect(out, [&](int i) { return host[i] / total; });
  return shortest;
}

int main(int argc, char **) {
  int threads = 128 * argc;
  double few = measure(10000, threads), many = measure(80000, threads);
  printf("%g ms and %g ms\n", few * 1e3, many * 1e3);
  return many < 20 * few ? 0 : 1;
}
