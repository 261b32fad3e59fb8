// RUN: %check-execution %s
// Several kernels in a host loop, swapping buffers; the host decides when to
// stop.
#include "../check.h"

__global__ void relax(const int *from, int *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    to[i] = i == 0 ? from[0] : max(from[i], from[i - 1] - 1);
}

__global__ void differ(const int *a, const int *b, int n, int *changed) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && a[i] != b[i])
    atomicExch(changed, 1);
}

int main() {
  const int n = 100;
  std::vector<int> start(n);
  start[0] = 40;
  DeviceArray<int> a(start), b(n), changed(1);
  int *from = a, *to = b, steps = 0;
  for (int again = 1; again; ++steps) {
    CUDA(cudaMemset(changed, 0, sizeof(int)));
    relax<<<2, 64>>>(from, to, n);
    differ<<<2, 64>>>(from, to, n, changed);
    CUDA(cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost));
    std::swap(from, to);
  }
  expectValue(steps, 40, "steps");
  expect(a, [](int i) { return std::max(40 - i, 0); });
}
