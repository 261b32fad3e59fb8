// RUN: %check-execution %s

// Loops that go on while `i <= n`, up to the largest numbers.

#include "../check.h"
#include <climits>

/// An image is averaged over (2 r + 1)^2 places.
__host__ __device__ float average(const float *in, int w, int h, int x, int y,
                                  int r) {
  float sum = 0;
  int count = 0;
  for (int i = -r; i <= r; ++i)
    for (int j = -r; j <= r; j += 1) {
      int from = min(max(y + i, 0), h - 1) * w + min(max(x + j, 0), w - 1);
      sum += in[from];
      ++count;
    }
  return sum / count;
}

__global__ void filter(const float *in, float *out, int w, int h, int r) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < w && y < h)
    out[y * w + x] = average(in, w, h, x, y, r);
}

template <typename T>
__host__ __device__ int countTurns(T from, T to, T step, T &last) {
  int count = 0;
  T i = from;
  for (; i <= to; i += step)
    ++count;
  last = i;
  return count;
}

/// Each thread has its own loop.
template <typename T>
__global__ void turns(const T *from, const T *to, T step, int *counts,
                      T *lasts) {
  int t = threadIdx.x;
  counts[t] = countTurns(from[t], to[t], step, lasts[t]);
}

template <typename T> void testTurns(std::vector<T> from, std::vector<T> to) {
  int n = from.size();
  DeviceArray<T> deviceFrom(from), deviceTo(to), lasts(n);
  DeviceArray<int> counts(n);
  for (T step : {1, 3}) {
    turns<T><<<1, n>>>(deviceFrom, deviceTo, step, counts, lasts);
    T last;
    expect(counts,
           [&](int i) { return countTurns(from[i], to[i], step, last); });
    expect(lasts, [&](int i) {
      countTurns(from[i], to[i], step, last);
      return last;
    });
  }
}

/// From 1 to n, as in formulas; a block's size is unsigned.
__global__ void strided(const int *in, int *out, int n) {
  int sum = 0;
  for (int i = 1 + threadIdx.x; i <= n; i += blockDim.x)
    sum += in[i - 1];
  out[threadIdx.x] = sum;
}

/// The limit is the largest number: a way out is needed.
__global__ void search(const unsigned *in, unsigned *out, unsigned limit) {
  unsigned i = 0;
  for (; i <= limit; ++i)
    if (in[i] == threadIdx.x)
      break;
  out[threadIdx.x] = i;
}

int main() {
  constexpr int w = 70, h = 30;
  std::vector<float> image(w * h);
  for (int i = 0; i < w * h; ++i)
    image[i] = i * 7 % 64;
  DeviceArray<float> in(image), out(w * h);
  for (int r : {0, 1, 3, -1, -5}) {
    filter<<<dim3(3, 4), dim3(32, 8)>>>(in, out, w, h, r);
    if (r >= 0)
      expect(out, [&](int i) {
        return average(image.data(), w, h, i % w, i / w, r);
      });
  }

  testTurns<int>({0, 5, 6, INT_MAX - 40, INT_MIN},
                 {100, 5, 5, INT_MAX - 5, INT_MIN + 70});
  testTurns<unsigned>({0, 5, 6, UINT_MAX - 40, 1u << 31},
                      {100, 5, 5, UINT_MAX - 5, (1u << 31) + 70});

  std::vector<int> numbers = iota<int>(1000);
  DeviceArray<int> deviceNumbers(numbers), sums(64);
  strided<<<1, 64>>>(deviceNumbers, sums, 1000);
  expect(sums, [&](int t) {
    int sum = 0;
    for (int i = t; i < 1000; i += 64)
      sum += numbers[i];
    return sum;
  });

  std::vector<unsigned> places(64);
  for (unsigned i = 0; i < 64; ++i)
    places[i] = 63 - i;
  DeviceArray<unsigned> devicePlaces(places), found(64);
  search<<<1, 64>>>(devicePlaces, found, UINT_MAX);
  expect(found, [](int t) { return 63u - t; });
}
