// RUN: %check-execution %s

// Bytes from anywhere, with work before and after (`isolate-lookups`), and
// threads that go along the grid (`prefetch-rows`), also past the end. All
// numbers are exact.

#include "../check.h"

#include <cstdint>

constexpr int kThreads = 128, kSide = 64;

__host__ __device__ int clamp(int i) {
  return i < 0 ? 0 : i >= kSide ? kSide - 1 : i;
}

__host__ __device__ float sample(const uint8_t *image, const int16_t *table,
                                 float x, float y, int dx, int dy) {
  int column = clamp(int(floorf(x * 0.75f + 0.5f)) + dx);
  int row = clamp(int(floorf(y + x * 0.125f)) + dy);
  float value = image[row * kSide + column];
  value = value * value * 0.5f - value * x;
  // A second lookup, which depends on the first.
  int next = int(value) & 255;
  return value * 0.0625f + float(table[next]) * y + x;
}

__global__ void sampleAll(const uint8_t *image, const int16_t *table,
                          const float *xs, const float *ys, const int *dxs,
                          float *out, int count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float x = xs[i], y = ys[i], sum = 0;
  for (int k = 0; k < count; ++k)
    sum += sample(image, table, x, y, dxs[k], dxs[count - 1 - k]);
  out[i] = sum;
}

/// The place is more than 32 bits can say, were it not for the mask.
__global__ void wide(const uint8_t *bytes, const long long *places, int *out,
                     long long scale) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  long long place = (places[i] * scale + i) * 3 + 7;
  place = (place ^ (place >> 5)) % (kSide * kSide);
  int byte = bytes[place < 0 ? place + kSide * kSide : place];
  out[i] = byte * byte * 3 + (byte ^ i) * 5 - (byte >> 1);
}

__global__ void alongGrid(const int *in, unsigned *bins, int n) {
  __shared__ unsigned own[64];
  if (threadIdx.x < 64)
    own[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += gridDim.x * blockDim.x)
    atomicAdd(&own[in[i] & 63], unsigned(in[i]) >> 6);
  __syncthreads();
  if (threadIdx.x < 64)
    atomicAdd(&bins[threadIdx.x], own[threadIdx.x]);
}

int main() {
  std::vector<uint8_t> image(kSide * kSide);
  std::vector<int16_t> table(256);
  for (size_t i = 0; i < image.size(); ++i)
    image[i] = uint8_t(i * 37 + i / 64);
  for (int i = 0; i < 256; ++i)
    table[i] = int16_t(i - 100);
  const int n = 5 * kThreads + 17, count = 6;
  std::vector<float> xs(n), ys(n), expected(n);
  std::vector<int> dxs = {-90, -3, 0, 2, 5, 70};
  for (int i = 0; i < n; ++i) {
    xs[i] = float(i * 7 % 113) - 20;
    ys[i] = float(i * 5 % 97) - 16;
    for (int k = 0; k < count; ++k)
      expected[i] += sample(image.data(), table.data(), xs[i], ys[i], dxs[k],
                            dxs[count - 1 - k]);
  }
  DeviceArray<uint8_t> deviceImage(image);
  DeviceArray<int16_t> deviceTable(table);
  DeviceArray<float> deviceXs(xs), deviceYs(ys), sums(n);
  DeviceArray<int> deviceDxs(dxs);
  sampleAll<<<6, kThreads>>>(deviceImage, deviceTable, deviceXs, deviceYs,
                             deviceDxs, sums, count, n);
  expect(sums, [&](int i) { return expected[i]; });

  std::vector<long long> places(2 * kThreads);
  std::vector<int> bytes(places.size());
  const long long scale = 12345678901ll;
  for (size_t i = 0; i < places.size(); ++i) {
    places[i] = (long long)(i * 40503) - 1000000;
    long long place = (places[i] * scale + (long long)i) * 3 + 7;
    place = (place ^ (place >> 5)) % (kSide * kSide);
    int byte = image[place < 0 ? place + kSide * kSide : place];
    bytes[i] = byte * byte * 3 + (byte ^ int(i)) * 5 - (byte >> 1);
  }
  DeviceArray<long long> devicePlaces(places);
  DeviceArray<int> out(places.size());
  wide<<<2, kThreads>>>(deviceImage, devicePlaces, out, scale);
  expect(out, [&](int i) { return bytes[i]; });

  std::vector<int> values(40 * kThreads + 5);
  std::vector<unsigned> counts(64);
  for (size_t i = 0; i < values.size(); ++i) {
    values[i] = int(i * 2654435761u >> 7);
    counts[values[i] & 63] += unsigned(values[i]) >> 6;
  }
  DeviceArray<int> deviceValues(values);
  DeviceArray<unsigned> bins(64);
  alongGrid<<<7, kThreads>>>(deviceValues, bins, int(values.size()));
  expect(bins, [&](int i) { return counts[i]; });
}
