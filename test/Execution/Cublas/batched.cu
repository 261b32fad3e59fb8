// RUN: %check-execution %s -lcublas
// Batches give what one call for each matrix gives. Systems are solved by LU
// and QR factors, and the solution multiplied back.
#include "blas.h"

constexpr int count = 5;

/// Device memory for all matrices of a batch, and pointers to them.
template <typename T> struct Batch {
  DeviceArray<T> data;
  std::vector<T *> pointers;
  DeviceArray<T *> array;
  Batch(const std::vector<T> &values, int stride)
      : data(values), pointers(makePointers(data, stride)), array(pointers) {}
  static std::vector<T *> makePointers(T *first, int stride) {
    std::vector<T *> result;
    for (int i = 0; i < count; ++i)
      result.push_back(first + i * stride);
    return result;
  }
  auto in() { return reinterpret_cast<const Cuda<T> *const *>(array.data()); }
  auto out() { return reinterpret_cast<Cuda<T> *const *>(array.data()); }
};

template <typename T> void products(cublasHandle_t handle) {
  constexpr int m = 6, n = 4, k = 5;
  T alpha = makeNumber<T>(2, 1), beta = makeNumber<T>(-1, 1);
  auto a = someNumbers<T>(count * m * k), b = someNumbers<T>(count * k * n, 2),
       c = someNumbers<T>(count * m * n, 3), x = someNumbers<T>(count * k, 4),
       y = someNumbers<T>(count * m, 5);
  Batch<T> A(a, m * k), B(b, k * n), C(c, m * n), X(x, k), Y(y, m);
  DeviceArray<T> wantC(c), gotC(c), wantY(y), gotY(y);
  for (int i = 0; i < count; ++i) {
    BLAS(FUNCTION(T, gemm)(handle, CUBLAS_OP_N, CUBLAS_OP_T, m, n, k,
                           cuda(&alpha), cuda(A.pointers[i]), m,
                           cuda(B.pointers[i]), n, cuda(&beta),
                           cuda(wantC + i * m * n), m));
    BLAS(FUNCTION(T, gemv)(handle, CUBLAS_OP_N, m, k, cuda(&alpha),
                           cuda(A.pointers[i]), m, cuda(X.pointers[i]), 1,
                           cuda(&beta), cuda(wantY + i * m), 1));
  }
  BLAS(FUNCTION_EX(T, gemmBatched)(handle, CUBLAS_OP_N, CUBLAS_OP_T, m, n, k,
                                   cuda(&alpha), A.in(), m, B.in(), n,
                                   cuda(&beta), C.out(), m, count));
  SAME(C.data, wantC.read());
  BLAS(FUNCTION_EX(T, gemmStridedBatched)(
      handle, CUBLAS_OP_N, CUBLAS_OP_T, m, n, k, cuda(&alpha),
      cuda(A.data.data()), m, m * k, cuda(B.data.data()), n, k * n, cuda(&beta),
      cuda(gotC.data()), m, m * n, count));
  SAME(gotC, wantC.read());
  BLAS(FUNCTION_EX(T, gemvBatched)(handle, CUBLAS_OP_N, m, k, cuda(&alpha),
                                   A.in(), m, X.in(), 1, cuda(&beta), Y.out(),
                                   1, count));
  SAME(Y.data, wantY.read());
  BLAS(FUNCTION_EX(T, gemvStridedBatched)(
      handle, CUBLAS_OP_N, m, k, cuda(&alpha), cuda(A.data.data()), m, m * k,
      cuda(X.data.data()), 1, k, cuda(&beta), cuda(gotY.data()), 1, m, count));
  SAME(gotY, wantY.read());
}

/// A X, for n by n matrices and vectors.
template <typename T>
std::vector<T> times(const std::vector<T> &a, const std::vector<T> &x, int n,
                     int columns, cublasOperation_t op = CUBLAS_OP_N) {
  std::vector<T> result(size_t(count) * n * columns);
  for (int b = 0; b < count; ++b)
    for (int j = 0; j < columns; ++j)
      for (int i = 0; i < n; ++i)
        for (int l = 0; l < n; ++l) {
          std::vector<T> one(a.begin() + b * n * n,
                             a.begin() + (b + 1) * n * n);
          result[b * n * columns + j * n + i] +=
              at(one, n, op, i, l) * x[b * n * columns + j * n + l];
        }
  return result;
}

template <typename T> void factors(cublasHandle_t handle) {
  constexpr int n = 8, columns = 3;
  auto a = someNumbers<T>(count * n * n),
       x = someNumbers<T>(count * n * columns, 2);
  for (int b = 0; b < count; ++b)
    for (int i = 0; i < n; ++i)
      a[b * n * n + i + i * n] += makeNumber<T>(20, 3);
  std::vector<T> identity(count * n * n);
  for (int b = 0; b < count; ++b)
    for (int i = 0; i < n; ++i)
      identity[b * n * n + i + i * n] = T(1);
  DeviceArray<int> pivots(count * n), info(count);

  Batch<T> A(a, n * n), inverse(a, n * n);
  BLAS(
      FUNCTION_EX(T, getrfBatched)(handle, n, A.out(), n, pivots, info, count));
  CHECK(info.read() == std::vector<int>(count));
  int status = -1;
  for (cublasOperation_t op : operations) {
    Batch<T> B(times(a, x, n, columns, op), n * columns);
    BLAS(FUNCTION_EX(T, getrsBatched)(handle, op, n, columns, A.in(), n, pivots,
                                      B.out(), n, &status, count));
    CHECK(status == 0);
    CLOSE(B.data, x);
  }
  BLAS(FUNCTION_EX(T, getriBatched)(handle, n, A.in(), n, pivots, inverse.out(),
                                    n, info, count));
  expectClose(times(a, inverse.data.read(), n, n), identity, "getri", __LINE__);
  Batch<T> original(a, n * n), again(a, n * n);
  BLAS(FUNCTION_EX(T, matinvBatched)(handle, n, original.in(), n, again.out(),
                                     n, info, count));
  expectClose(times(a, again.data.read(), n, n), identity, "matinv", __LINE__);

  // The upper triangles of the factors, solved alone.
  T alpha(1);
  Batch<T> right(x, n * columns);
  BLAS(FUNCTION_EX(T, trsmBatched)(
      handle, CUBLAS_SIDE_LEFT, CUBLAS_FILL_MODE_UPPER, CUBLAS_OP_N,
      CUBLAS_DIAG_NON_UNIT, n, columns, cuda(&alpha), A.in(), n, right.out(), n,
      count));
  auto upper = A.data.read();
  for (int b = 0; b < count; ++b)
    for (int j = 0; j < n; ++j)
      for (int i = j + 1; i < n; ++i)
        upper[b * n * n + i + j * n] = T{};
  expectClose(times(upper, right.data.read(), n, columns), x, "trsm", __LINE__);

  // R of A = Q R: R^H R = A^H A.
  Batch<T> Q(a, n * n), tau(std::vector<T>(count * n), n);
  BLAS(FUNCTION_EX(T, geqrfBatched)(handle, n, n, Q.out(), n, tau.out(),
                                    &status, count));
  CHECK(status == 0);
  auto r = Q.data.read();
  for (int b = 0; b < count; ++b)
    for (int j = 0; j < n; ++j)
      for (int i = j + 1; i < n; ++i)
        r[b * n * n + i + j * n] = T{};
  expectClose(times(r, r, n, n, CUBLAS_OP_C), times(a, a, n, n, CUBLAS_OP_C),
              "geqrf", __LINE__);
  // A square system's least squares solution is the solution.
  Batch<T> S(a, n * n), B(times(a, x, n, columns), n * columns);
  BLAS(FUNCTION_EX(T, gelsBatched)(handle, CUBLAS_OP_N, n, n, columns, S.out(),
                                   n, B.out(), n, &status, info, count));
  CHECK(status == 0 && info.read()[0] == 0);
  CLOSE(B.data, x);
}

template <typename T> void packing(cublasHandle_t handle) {
  constexpr int n = 5;
  auto a = someNumbers<T>(n * n);
  for (cublasFillMode_t uplo : triangles) {
    std::vector<T> packed;
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        if (isIn(uplo, i, j))
          packed.push_back(a[i + j * n]);
    DeviceArray<T> full(a), got(packed.size()), back(n * n);
    BLAS(FUNCTION_EX(T, trttp)(handle, uplo, n, cuda(full.data()), n,
                               cuda(got.data())));
    SAME(got, packed);
    BLAS(FUNCTION_EX(T, tpttr)(handle, uplo, n, cuda(got.data()),
                               cuda(back.data()), n));
    auto want = a;
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        if (!isIn(uplo, i, j))
          want[i + j * n] = T{};
    SAME(back, want);
  }
}

template <typename T> void all(cublasHandle_t handle) {
  products<T>(handle);
  factors<T>(handle);
  packing<T>(handle);
}

int main() {
  cublasHandle_t handle;
  BLAS(cublasCreate(&handle));
  ALL_TYPES(all, handle);

  // A singular matrix: the number of the first pivot that is zero.
  Batch<float> singular(std::vector<float>(count * 4, 1), 4);
  DeviceArray<int> pivots(count * 2), info(count);
  BLAS(cublasSgetrfBatched(handle, 2, singular.out(), 2, pivots, info, count));
  CHECK(info.read()[0] == 2);
  BLAS(cublasDestroy(handle));
  printf("right\n");
}
