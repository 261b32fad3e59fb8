// RUN: %check-execution %s -Xcompiler -fopenmp
// OpenMP in host code: around launches, beside kernels, and as a reference.
#include "../check.h"
#include <omp.h>

__global__ void scale(int *values, int factor) {
  values[blockIdx.x * blockDim.x + threadIdx.x] *= factor;
}

int main() {
  const int parts = 4, n = 256;
  std::vector<int> values = iota<int>(parts * n);
  DeviceArray<int> device(values);
  int threads = 0;
#pragma omp parallel num_threads(parts) reduction(+ : threads)
  {
    ++threads;
#pragma omp for
    for (int p = 0; p < parts; ++p)
      scale<<<2, n / 2>>>(device + p * n, p + 2);
  }
  expectValue(threads, parts, "threads of the host");
  expect(device, [](int i) { return i * (i / n + 2); });

  long long sum = 0;
  std::vector<int> got = device.read();
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < parts * n; ++i)
    sum += got[i];
  long long want = 0;
  for (int i = 0; i < parts * n; ++i)
    want += i * (i / n + 2);
  expectValue(sum, want, "sum");
}
