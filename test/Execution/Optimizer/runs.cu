// RUN: %check-execution %s
// Networks in which partners are a distance apart that changes with the step,
// as long as a power of two and otherwise, and whole only sometimes.
#include "../check.h"

#include <algorithm>

const int kThreads = 128;

// All threads sort; `size` need not be a multiple of anything.
__global__ void bitonic(float *values, int n, int size) {
  __shared__ float data[2 * kThreads];
  int t = threadIdx.x;
  for (int i = t; i < 2 * kThreads; i += kThreads)
    data[i] = i < n ? values[i] : 1e30f;
  __syncthreads();
  for (int run = 2; run <= size; run *= 2)
    for (int distance = run / 2; distance > 0; distance /= 2) {
      int low = 2 * t - (t & (distance - 1)), high = low + distance;
      if (high < size) {
        bool isUp = (low & run) == 0;
        float a = data[low], b = data[high];
        if ((a > b) == isUp) {
          data[low] = b;
          data[high] = a;
        }
      }
      __syncthreads();
    }
  for (int i = t; i < n; i += kThreads)
    values[i] = data[i];
}

// One step of it, where what is left over differs.
__host__ __device__ void step(int *data, int t, int distance, int size) {
  int low = 2 * t - (t & (distance - 1)), high = low + distance;
  if (high < size) {
    int a = data[low], b = data[high];
    if (a > b) {
      data[low] = b;
      data[high] = a;
    }
  }
}

__global__ void steps(int *values, int distance, int size) {
  __shared__ int data[4 * kThreads];
  for (int i = threadIdx.x; i < 4 * kThreads; i += kThreads)
    data[i] = values[i];
  __syncthreads();
  step(data, threadIdx.x, distance, size);
  __syncthreads();
  for (int i = threadIdx.x; i < 4 * kThreads; i += kThreads)
    values[i] = data[i];
}

// A butterfly by quotient and remainder, for any distance.
__host__ __device__ void butterfly(const int *from, int *to, int t,
                                   unsigned distance) {
  int at = t / distance * 2 * distance + t % distance;
  int a = from[at], b = from[at + distance];
  to[at] = a + b;
  to[at + distance] = a - b;
}

__global__ void butterflies(int *values, unsigned distance) {
  __shared__ int from[4 * kThreads], to[4 * kThreads];
  for (int i = threadIdx.x; i < 4 * kThreads; i += kThreads)
    to[i] = from[i] = values[i];
  __syncthreads();
  butterfly(from, to, threadIdx.x, distance);
  __syncthreads();
  for (int i = threadIdx.x; i < 4 * kThreads; i += kThreads)
    values[i] = to[i];
}

// Many threads may store to a place that others have loaded.
__global__ void meet(int *out, int mask) {
  __shared__ int data[kThreads];
  int t = threadIdx.x;
  data[t] = t;
  __syncthreads();
  int at = t & mask, old = data[at];
  __syncthreads();
  old = data[at];
  if (t == kThreads - 1 - mask + at && old == at)
    data[at] = 1000 + t;
  __syncthreads();
  out[t] = data[t] + (old >= 0);
}

int main() {
  for (int n : {256, 200, 128, 100, 64, 31, 8, 2, 1}) {
    std::vector<float> values(n);
    for (int i = 0; i < n; ++i)
      values[i] = float(i * 7919 % 1009 - 500);
    DeviceArray<float> array(values);
    int size = 2;
    while (size < n)
      size *= 2;
    bitonic<<<1, kThreads>>>(array, n, size);
    std::sort(values.begin(), values.end());
    expect(array, [&](int i) { return values[i]; });
  }
  std::vector<int> start(4 * kThreads);
  for (int i = 0; i < 4 * kThreads; ++i)
    start[i] = i * 911 % 509;
  // A distance that is no power of two has partners meet: not asked for here.
  for (int distance : {1, 2, 4, 8, 16, 32, 64, 128})
    for (int size : {0, 1, 7, 16, 100, 101, 103, 256, 257, 300, 512}) {
      std::vector<int> values = start;
      DeviceArray<int> array(values);
      steps<<<1, kThreads>>>(array, distance, size);
      for (int t = 0; t < kThreads; ++t)
        step(values.data(), t, distance, size);
      expect(array, [&](int i) { return values[i]; });
    }
  for (unsigned distance : {1, 2, 3, 4, 5, 8, 12, 16, 32, 100, 128, 200}) {
    std::vector<int> values = start;
    DeviceArray<int> array(values);
    butterflies<<<1, kThreads>>>(array, distance);
    for (int t = 0; t < kThreads; ++t)
      butterfly(start.data(), values.data(), t, distance);
    expect(array, [&](int i) { return values[i]; });
  }
  for (int mask : {0, 1, 3, 15, 127}) {
    DeviceArray<int> array(kThreads);
    meet<<<1, kThreads>>>(array, mask);
    expect(array, [&](int i) {
      return (i <= mask ? 1000 + kThreads - 1 - mask + i : i) + 1;
    });
  }
}
