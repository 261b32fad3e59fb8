// RUN: %check-execution %s
// What shuffles are for: sums over warps and blocks, and a scan.
#include "../check.h"

__device__ int warpSum(int v) {
  for (int offset = warpSize / 2; offset > 0; offset /= 2)
    v += __shfl_down_sync(0xffffffff, v, offset);
  return v;
}

__global__ void blockSum(const int *in, int n, int *out) {
  __shared__ int partial[32];
  int lane = threadIdx.x % warpSize, warp = threadIdx.x / warpSize;
  int v = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    v += in[i];
  v = warpSum(v);
  if (lane == 0)
    partial[warp] = v;
  __syncthreads();
  v = threadIdx.x < blockDim.x / warpSize ? partial[lane] : 0;
  if (warp == 0)
    v = warpSum(v);
  if (threadIdx.x == 0)
    out[blockIdx.x] = v;
}

__global__ void butterfly(const float *in, float *out) {
  float v = in[threadIdx.x];
  for (int mask = 16; mask > 0; mask >>= 1)
    v = fmaxf(v, __shfl_xor_sync(0xffffffff, v, mask));
  out[threadIdx.x] = v;
}

__global__ void scan(const int *in, int *out) {
  int lane = threadIdx.x & 31;
  int v = in[threadIdx.x];
  for (int delta = 1; delta < 32; delta *= 2) {
    int before = __shfl_up_sync(0xffffffff, v, delta);
    if (lane >= delta)
      v += before;
  }
  out[threadIdx.x] = v;
}

// Each row of a two-dimensional block by itself.
__global__ void rows(const int *in, int *out) {
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  int v = in[t];
  for (int offset = 4; offset > 0; offset /= 2)
    v += __shfl_down_sync(0xffffffff, v, offset, 8);
  if (threadIdx.x == 0)
    out[threadIdx.y] = v;
}

int main() {
  int n = 10007;
  DeviceArray<int> in(iota<int>(n)), sums(5);
  blockSum<<<5, 256>>>(in, n, sums);
  int total = 0;
  for (int v : sums.read())
    total += v;
  expectValue(total, n * (n - 1) / 2, "sum");

  std::vector<float> values(128);
  for (int i = 0; i < 128; ++i)
    values[i] = float((i * 37) % 101);
  DeviceArray<float> floats(values), maxima(128);
  butterfly<<<1, 128>>>(floats, maxima);
  expect(maxima, [&](int i) {
    float most = 0;
    for (int j = i / 32 * 32; j < i / 32 * 32 + 32; ++j)
      most = std::fmax(most, values[j]);
    return most;
  });

  DeviceArray<int> scanned(96);
  scan<<<1, 96>>>(in, scanned);
  expect(scanned, [](int i) {
    int sum = 0;
    for (int j = i / 32 * 32; j <= i; ++j)
      sum += j;
    return sum;
  });

  DeviceArray<int> rowSums(12);
  rows<<<1, dim3(8, 12)>>>(in, rowSums);
  expect(rowSums, [](int i) { return 8 * 8 * i + 28; });
}
