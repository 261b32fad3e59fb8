// RUN: %check-execution %s
// A kernel template over the element type.
#include "../check.h"

template <typename T> __global__ void axpy(T a, const T *x, T *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = a * x[i] + y[i];
}

template <typename T> void test() {
  DeviceArray<T> x(iota<T>(100)), y(iota<T>(100));
  axpy<<<4, 25>>>(T(3), x.data(), y.data());
  expect(y, [](int i) { return T(4 * i); });
}

int main() {
  test<int>();
  test<float>();
  test<double>();
  test<unsigned char>();
  test<long long>();
}
