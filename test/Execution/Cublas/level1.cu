// RUN: %check-execution %s -lcublas
// Each function on vectors against a loop, with increments of both signs and
// with a length that is split over threads.
#include "blas.h"

/// Element i of a vector: a negative increment starts at the end.
static int indexOf(int i, int n, int inc) {
  return inc > 0 ? i * inc : (i - n + 1) * inc;
}

template <typename T> double size1(T z) {
  std::complex<double> w(z);
  return std::abs(w.real()) + std::abs(w.imag());
}

template <typename T> void reductions(cublasHandle_t handle, int n, int inc) {
  auto x = someNumbers<T>(size_t(n) * inc);
  auto y = someNumbers<T>(size_t(n) * inc, 2);
  DeviceArray<T> dx(x), dy(y);
  double squares = 0, sizes = 0;
  T dot{}, dotc{};
  int largest = 0, smallest = 0;
  for (int i = 0; i < n; ++i) {
    T u = x[i * inc], v = y[indexOf(i, n, -inc)];
    squares += std::norm(std::complex<double>(u));
    sizes += size1(u);
    dot += u * v;
    dotc += conj(u) * v;
    if (size1(u) > size1(x[largest * inc]))
      largest = i;
    if (size1(u) < size1(x[smallest * inc]))
      smallest = i;
  }
  Real<T> norm, sum;
  if constexpr (isComplex<T>) {
    BLAS((FUNCTION_OF_TWO(T, nrm2, Sc, Dz))(handle, n, cuda(dx.data()), inc,
                                            &norm));
    BLAS((FUNCTION_OF_TWO(T, asum, Sc, Dz))(handle, n, cuda(dx.data()), inc,
                                            &sum));
  } else {
    BLAS((FUNCTION_OF_TWO(T, nrm2, S, D))(handle, n, dx, inc, &norm));
    BLAS((FUNCTION_OF_TWO(T, asum, S, D))(handle, n, dx, inc, &sum));
  }
  CHECK(std::abs(norm - std::sqrt(squares)) <= 1e-5 * std::sqrt(squares));
  CHECK(sum == Real<T>(sizes));
  int found;
  if constexpr (isComplex<T>) {
    BLAS((FUNCTION_OF_TWO(T, amax, Ic, Iz))(handle, n, cuda(dx.data()), inc,
                                            &found));
    CHECK(found == largest + 1);
    BLAS((FUNCTION_OF_TWO(T, amin, Ic, Iz))(handle, n, cuda(dx.data()), inc,
                                            &found));
    CHECK(found == smallest + 1);
    T got;
    BLAS((FUNCTION_OF_TWO(T, dotu, C, Z))(handle, n, cuda(dx.data()), inc,
                                          cuda(dy.data()), -inc, cuda(&got)));
    CHECK(got == dot);
    BLAS((FUNCTION_OF_TWO(T, dotc, C, Z))(handle, n, cuda(dx.data()), inc,
                                          cuda(dy.data()), -inc, cuda(&got)));
    CHECK(got == dotc);
  } else {
    BLAS((FUNCTION_OF_TWO(T, amax, Is, Id))(handle, n, dx, inc, &found));
    CHECK(found == largest + 1);
    BLAS((FUNCTION_OF_TWO(T, amin, Is, Id))(handle, n, dx, inc, &found));
    CHECK(found == smallest + 1);
    T got;
    BLAS((FUNCTION_OF_TWO(T, dot, S, D))(handle, n, dx, inc, dy, -inc, &got));
    CHECK(got == dot);
  }
}

template <typename T> void updates(cublasHandle_t handle, int n, int inc) {
  auto x = someNumbers<T>(size_t(n) * inc);
  auto y = someNumbers<T>(size_t(n) * inc, 2);
  DeviceArray<T> dx(x), dy(y);
  T alpha = makeNumber<T>(2, -1);
  BLAS(FUNCTION(T, axpy)(handle, n, cuda(&alpha), cuda(dx.data()), inc,
                         cuda(dy.data()), -inc));
  for (int i = 0; i < n; ++i)
    y[indexOf(i, n, -inc)] += alpha * x[i * inc];
  SAME(dy, y);
  BLAS(FUNCTION(T, scal)(handle, n, cuda(&alpha), cuda(dx.data()), inc));
  for (int i = 0; i < n; ++i)
    x[i * inc] *= alpha;
  SAME(dx, x);
  if constexpr (isComplex<T>) {
    Real<T> real = 3;
    BLAS((FUNCTION_OF_TWO(T, scal, Cs, Zd))(handle, n, &real, cuda(dx.data()),
                                            inc));
    for (int i = 0; i < n; ++i)
      x[i * inc] *= real;
    SAME(dx, x);
  }
  BLAS(FUNCTION(T, swap)(handle, n, cuda(dx.data()), -inc, cuda(dy.data()),
                         inc));
  for (int i = 0; i < n; ++i)
    std::swap(x[indexOf(i, n, -inc)], y[i * inc]);
  SAME(dx, x);
  SAME(dy, y);
  BLAS(
      FUNCTION(T, copy)(handle, n, cuda(dx.data()), inc, cuda(dy.data()), inc));
  for (int i = 0; i < n; ++i)
    y[i * inc] = x[i * inc];
  SAME(dy, y);
}

template <typename T> void rotations(cublasHandle_t handle) {
  constexpr int n = 50;
  auto x = someNumbers<T>(n), y = someNumbers<T>(n, 2);
  DeviceArray<T> dx(x), dy(y);
  Real<T> c = 2;
  T s = makeNumber<T>(1, 1);
  BLAS(FUNCTION(T, rot)(handle, n, cuda(dx.data()), 1, cuda(dy.data()), -1, &c,
                        cuda(&s)));
  for (int i = 0; i < n; ++i) {
    T u = x[i], v = y[n - 1 - i];
    x[i] = c * u + s * v;
    y[n - 1 - i] = c * v - conj(s) * u;
  }
  SAME(dx, x);
  SAME(dy, y);
  // The rotation that rotg returns makes b zero.
  T a = makeNumber<T>(3, 1), b = makeNumber<T>(4, -2), r = a, z = b;
  BLAS(FUNCTION(T, rotg)(handle, cuda(&r), cuda(&z), &c, cuda(&s)));
  CHECK(std::abs(c * a + s * b - r) < 1e-5);
  CHECK(std::abs(c * b - conj(s) * a) < 1e-5);
}

template <typename T> void modifiedRotation(cublasHandle_t handle) {
  constexpr int n = 20;
  auto x = someNumbers<T>(n), y = someNumbers<T>(n, 2);
  DeviceArray<T> dx(x), dy(y);
  T param[5] = {-1, 2, 3, 4, 5}; // flag, h11, h21, h12, h22
  BLAS((FUNCTION_OF_TWO(T, rotm, S, D))(handle, n, dx, 1, dy, 1, param));
  for (int i = 0; i < n; ++i) {
    T u = x[i], v = y[i];
    x[i] = param[1] * u + param[3] * v;
    y[i] = param[2] * u + param[4] * v;
  }
  SAME(dx, x);
  SAME(dy, y);
  // h of rotmg makes the second component zero.
  T d1 = 2, d2 = 3, x1 = 4, y1 = 1, before = x1;
  BLAS((FUNCTION_OF_TWO(T, rotmg, S, D))(handle, &d1, &d2, &x1, &y1, param));
  CHECK(param[0] == 0 && std::abs(param[2] * before + y1) < 1e-5);
}

template <typename T> void all(cublasHandle_t handle) {
  for (int n : {1, 7, 1000, 200000}) {
    reductions<T>(handle, n, 1);
    updates<T>(handle, n, 1);
  }
  reductions<T>(handle, 33, 3);
  updates<T>(handle, 33, 3);
  rotations<T>(handle);
}

int main() {
  cublasHandle_t handle;
  BLAS(cublasCreate(&handle));
  ALL_TYPES(all, handle);
  modifiedRotation<float>(handle);
  modifiedRotation<double>(handle);

  // Without elements, results are zero.
  float none = 1;
  int index = 1;
  BLAS(cublasSdot(handle, 0, nullptr, 1, nullptr, 1, &none));
  BLAS(cublasIsamax(handle, 0, nullptr, 1, &index));
  CHECK(none == 0 && index == 0);

  // With the device's pointers, scalars and results are there.
  BLAS(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
  DeviceArray<float> x(std::vector<float>{1, 2, 3}),
      alpha(std::vector<float>{4}), result(1);
  BLAS(cublasSscal(handle, 3, alpha, x, 1));
  BLAS(cublasSasum(handle, 3, x, 1, result));
  CHECK(result.read()[0] == 24);

  // 64-bit lengths.
  DeviceArray<int64_t> where(1);
  BLAS(cublasIsamax_64(handle, int64_t(3), x, int64_t(1), where));
  CHECK(where.read()[0] == 3);
  BLAS(cublasDestroy(handle));
  printf("right\n");
}
