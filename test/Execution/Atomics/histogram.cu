// RUN: %check-execution %s
// A histogram per block in shared memory, merged with global atomics.
#include "../check.h"

const int kBins = 32;

__global__ void histogram(const unsigned char *in, int n, int *bins) {
  __shared__ int local[kBins];
  for (int i = threadIdx.x; i < kBins; i += blockDim.x)
    local[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    atomicAdd(&local[in[i] % kBins], 1);
  __syncthreads();
  for (int i = threadIdx.x; i < kBins; i += blockDim.x)
    atomicAdd(&bins[i], local[i]);
}

int main() {
  const int n = 10000;
  std::vector<unsigned char> values(n);
  std::vector<int> want(kBins);
  for (int i = 0; i < n; ++i) {
    values[i] = (i * i + i / 7) % 251;
    want[values[i] % kBins] += 1;
  }
  DeviceArray<unsigned char> in(values);
  DeviceArray<int> bins(kBins);
  histogram<<<5, 20>>>(in, n, bins);
  expect(bins, [&](int i) { return want[i]; });
}
