// RUN: %check-execution %s

// Rows of a sparse matrix one after the other in memory (`prefetch-runs`): also
// empty ones, up to the last byte of what is allocated, with bounds of 64 bits,
// and with a step that is not one.

#include "../check.h"

template <typename Index, typename T>
__global__ void multiply(const Index *begins, const int *columns,
                         const T *values, const T *vector, T *out, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n)
    return;
  T sum = 0;
  for (Index i = begins[row]; i < begins[row + 1]; ++i)
    sum += values[i] * vector[columns[i]];
  out[row] = sum;
}

__global__ void everySecond(const int *begins, const int *values, int *out,
                            int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n)
    return;
  int sum = 0, end = begins[row + 1];
  for (int i = begins[row]; i < end; i += 2)
    sum = sum * 3 + values[i];
  out[row] = sum;
}

template <typename Index, typename T> void check(int n) {
  std::vector<Index> begins = {0};
  std::vector<int> columns;
  std::vector<T> values, vector(n);
  unsigned state = 12345;
  auto next = [&] { return state = state * 1664525u + 1013904223u; };
  for (int row = 0; row < n; ++row) {
    for (int count = (next() >> 20) % 37 - 4; count > 0; --count) {
      columns.push_back((next() >> 8) % n);
      values.push_back((int)(next() >> 24) - 100);
    }
    begins.push_back(columns.size());
    vector[row] = (int)(next() >> 24) - 50;
  }
  DeviceArray<Index> deviceBegins(begins);
  DeviceArray<int> deviceColumns(columns);
  DeviceArray<T> deviceValues(values), deviceVector(vector), out(n);
  multiply<<<(n + 63) / 64, 64>>>(deviceBegins.data(), deviceColumns.data(),
                                  deviceValues.data(), deviceVector.data(),
                                  out.data(), n);
  expect(out, [&](int row) {
    T sum = 0;
    for (Index i = begins[row]; i < begins[row + 1]; ++i)
      sum += values[i] * vector[columns[i]];
    return sum;
  });
  if constexpr (sizeof(Index) == 4 && sizeof(T) == 4) {
    std::vector<int> whole(values.begin(), values.end());
    DeviceArray<int> deviceWhole(whole), sums(n);
    everySecond<<<(n + 63) / 64, 64>>>(deviceBegins, deviceWhole, sums, n);
    expect(sums, [&](int row) {
      unsigned sum = 0;
      for (int i = begins[row]; i < begins[row + 1]; i += 2)
        sum = sum * 3 + whole[i];
      return (int)sum;
    });
  }
}

int main() {
  for (int n : {1, 63, 1000}) {
    check<int, float>(n);
    check<int, double>(n);
    check<long long, float>(n);
    check<unsigned, double>(n);
  }
}
