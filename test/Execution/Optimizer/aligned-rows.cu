// RUN: %check-execution %s

// Rows of threads that begin anywhere in a line of memory (`align-rows`): each
// element is changed once, and nothing before or behind the row is.

#include "../check.h"

template <typename T>
__global__ void row(T *a, const T *b, int begin, int n) {
  int i = begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] = a[i] * 3 + b[i - begin];
}

template <typename T>
__global__ void rows(T *a, const T *factor, int pitch, int begin, int n) {
  int j = begin + blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n)
    a[i * pitch + j] -= factor[i] * a[n * pitch + j];
}

template <typename T> void check() {
  constexpr int n = 1100;
  std::vector<T> values(n), more(n);
  for (int i = 0; i < n; ++i)
    values[i] = i % 97, more[i] = i % 13;
  for (int begin : {0, 1, 5, 15, 16, 19, 587, 588, 589, 1099, 1100}) {
    DeviceArray<T> a(values), b(more);
    row<<<(n - begin + 255) / 256 + 1, 256>>>(a.data(), b.data(), begin, n);
    expect(a, [&](int i) {
      return i < begin ? values[i] : T(values[i] * 3 + more[i - begin]);
    });
  }
  constexpr int side = 530;
  for (int pitch : {544, 531, 537})
    for (int begin : {0, 3, 11, 18, 19}) {
      std::vector<T> matrix((side + 1) * pitch), factors(side);
      for (size_t i = 0; i < matrix.size(); ++i)
        matrix[i] = i % 31;
      for (int i = 0; i < side; ++i)
        factors[i] = i % 5;
      DeviceArray<T> a(matrix), f(factors);
      rows<<<dim3((side + 15) / 16, (side + 15) / 16), dim3(16, 16)>>>(
          a.data(), f.data(), pitch, begin, side);
      expect(a, [&](int k) {
        int i = k / pitch, j = k % pitch;
        return i < side && j >= begin && j < side
                   ? T(matrix[k] - factors[i] * matrix[side * pitch + j])
                   : matrix[k];
      });
    }
}

int main() {
  check<float>();
  check<double>();
  check<int>();
  check<short>();
}
