// RUN: %check-execution %s -lcublas
// Each function on a matrix and vectors, against loops over a full matrix.
#include "blas.h"

/// y = alpha A x + beta y for a full matrix that `element(i, j)` gives.
template <typename T, typename Element>
std::vector<T> product(int m, int n, T alpha, Element element,
                       const std::vector<T> &x, T beta, std::vector<T> y) {
  for (int i = 0; i < m; ++i) {
    T sum{};
    for (int j = 0; j < n; ++j)
      sum += element(i, j) * x[j];
    y[i] = alpha * sum + beta * y[i];
  }
  return y;
}

template <typename T> void general(cublasHandle_t handle) {
  T alpha = makeNumber<T>(2, 1), beta = makeNumber<T>(-1, 2);
  for (cublasOperation_t op : operations)
    for (int m : {5, 700}) {
      int n = m + 3, lda = m + 2;
      int rows = op == CUBLAS_OP_N ? m : n, columns = op == CUBLAS_OP_N ? n : m;
      auto a = someNumbers<T>(size_t(lda) * n), x = someNumbers<T>(columns, 2),
           y = someNumbers<T>(rows, 3);
      DeviceArray<T> da(a), dx(x), dy(y);
      BLAS(FUNCTION(T, gemv)(handle, op, m, n, cuda(&alpha), cuda(da.data()),
                             lda, cuda(dx.data()), 1, cuda(&beta),
                             cuda(dy.data()), 1));
      SAME(dy,
           product(
               rows, columns, alpha,
               [&](int i, int j) { return at(a, lda, op, i, j); }, x, beta, y));
      // The band of one diagonal below and two above the main one.
      int kl = 1, ku = 2, ld = kl + ku + 1;
      DeviceArray<T> band(size_t(ld) * n), by(y);
      std::vector<T> stored(size_t(ld) * n);
      auto inBand = [&](int i, int j) { return j - i <= ku && i - j <= kl; };
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i)
          if (inBand(i, j))
            stored[ku + i - j + j * ld] = a[i + j * lda];
      CUDA(cudaMemcpy(band, stored.data(), stored.size() * sizeof(T),
                      cudaMemcpyHostToDevice));
      BLAS(FUNCTION(T, gbmv)(handle, op, m, n, kl, ku, cuda(&alpha),
                             cuda(band.data()), ld, cuda(dx.data()), 1,
                             cuda(&beta), cuda(by.data()), 1));
      SAME(by, product(
                   rows, columns, alpha,
                   [&](int i, int j) {
                     bool is = op == CUBLAS_OP_N ? inBand(i, j) : inBand(j, i);
                     return is ? at(a, lda, op, i, j) : T{};
                   },
                   x, beta, y));
    }
}

/// A triangle of a matrix in the three ways to store it.
template <typename T> struct Stored {
  std::vector<T> full, band, packed;
  Stored(const std::vector<T> &a, int n, int k, cublasFillMode_t uplo)
      : full(a), band(size_t(k + 1) * n), packed(n * (n + 1) / 2) {
    int next = 0;
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < n; ++i)
        if (isIn(uplo, i, j)) {
          packed[next++] = a[i + j * n];
          if (std::abs(i - j) <= k)
            band[(uplo == CUBLAS_FILL_MODE_UPPER ? k + i - j : i - j) +
                 j * (k + 1)] = a[i + j * n];
        }
  }
};

template <typename T> void triangular(cublasHandle_t handle) {
  constexpr int n = 9, k = 3;
  for (cublasFillMode_t uplo : triangles)
    for (cublasOperation_t op : operations)
      for (cublasDiagType_t diag : diagonals) {
        auto a = someNumbers<T>(n * n), x = someNumbers<T>(n, 2);
        for (int i = 0; i < n; ++i)
          a[i + i * n] = makeNumber<T>(i % 2 ? 1 : -1, 0); // solved exactly
        Stored<T> stored(a, n, k, uplo);
        DeviceArray<T> full(stored.full), band(stored.band),
            packed(stored.packed);
        auto element = [&](int width) {
          return [=, &a](int i, int j) {
            int row = op == CUBLAS_OP_N ? i : j,
                column = op == CUBLAS_OP_N ? j : i;
            if (row == column && diag == CUBLAS_DIAG_UNIT)
              return makeNumber<T>(1, 0);
            if (!isIn(uplo, row, column) || std::abs(i - j) > width)
              return T{};
            return at(a, n, op, i, j);
          };
        };
        T one = makeNumber<T>(1, 0), zero{};
        auto wanted = product(n, n, one, element(n), x, zero, x);
        auto banded = product(n, n, one, element(k), x, zero, x);
        DeviceArray<T> v(x), w(x), u(x);
        BLAS(FUNCTION(T, trmv)(handle, uplo, op, diag, n, cuda(full.data()), n,
                               cuda(v.data()), 1));
        SAME(v, wanted);
        BLAS(FUNCTION(T, trsv)(handle, uplo, op, diag, n, cuda(full.data()), n,
                               cuda(v.data()), 1));
        SAME(v, x);
        BLAS(FUNCTION(T, tpmv)(handle, uplo, op, diag, n, cuda(packed.data()),
                               cuda(w.data()), 1));
        SAME(w, wanted);
        BLAS(FUNCTION(T, tpsv)(handle, uplo, op, diag, n, cuda(packed.data()),
                               cuda(w.data()), 1));
        SAME(w, x);
        BLAS(FUNCTION(T, tbmv)(handle, uplo, op, diag, n, k, cuda(band.data()),
                               k + 1, cuda(u.data()), 1));
        SAME(u, banded);
        BLAS(FUNCTION(T, tbsv)(handle, uplo, op, diag, n, k, cuda(band.data()),
                               k + 1, cuda(u.data()), 1));
        SAME(u, x);
      }
}

/// The element that a symmetric or Hermitian matrix has where only one triangle
/// is stored.
template <bool Hermitian, typename T>
T mirrored(const std::vector<T> &a, int n, cublasFillMode_t uplo, int i,
           int j) {
  T value = isIn(uplo, i, j) ? a[i + j * n] : a[j + i * n];
  if (Hermitian && i == j)
    return makeNumber<T>(int(std::complex<double>(value).real()), 0);
  return Hermitian && !isIn(uplo, i, j) ? conj(value) : value;
}

#define PRODUCT(name, width, hermitian, function, ...)                         \
  {                                                                            \
    DeviceArray<T> dy(y);                                                      \
    BLAS((function)(handle, uplo, n, __VA_ARGS__, cuda(dx.data()), 1,          \
                    cuda(&beta), cuda(dy.data()), 1));                         \
    SAME(dy, product(                                                          \
                 n, n, alpha,                                                  \
                 [&](int i, int j) {                                           \
                   return std::abs(i - j) <= width                             \
                              ? mirrored<hermitian>(a, n, uplo, i, j)          \
                              : T{};                                           \
                 },                                                            \
                 x, beta, y));                                                 \
  }

/// A after alpha x y^T (or x y^H) and, if `twice`, its mirror image were added.
template <bool Hermitian, typename T>
std::vector<T> updated(std::vector<T> a, int n, cublasFillMode_t uplo, T alpha,
                       const std::vector<T> &x, const std::vector<T> &y,
                       bool twice) {
  auto c = [](T value) { return Hermitian ? conj(value) : value; };
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      if (isIn(uplo, i, j)) {
        T &element = a[i + j * n];
        if (Hermitian && i == j)
          element = makeNumber<T>(int(std::complex<double>(element).real()), 0);
        element += alpha * x[i] * c(y[j]);
        if (twice)
          element += c(alpha) * y[i] * c(x[j]);
      }
  return a;
}

template <typename T>
std::vector<T> packed(const std::vector<T> &a, int n, cublasFillMode_t uplo) {
  return Stored<T>(a, n, 0, uplo).packed;
}

template <typename T> void symmetric(cublasHandle_t handle) {
  constexpr int n = 11, k = 2;
  T alpha = makeNumber<T>(2, 1), beta = makeNumber<T>(-1, 2);
  for (cublasFillMode_t uplo : triangles) {
    auto a = someNumbers<T>(n * n), x = someNumbers<T>(n, 2),
         y = someNumbers<T>(n, 3);
    Stored<T> stored(a, n, k, uplo);
    DeviceArray<T> full(stored.full), band(stored.band), pack(stored.packed),
        dx(x), dv(y);
    PRODUCT(symv, n, false, FUNCTION(T, symv), cuda(&alpha), cuda(full.data()),
            n)
    DeviceArray<T> one(a), two(a), p1(stored.packed), p2(stored.packed);
    BLAS(FUNCTION(T, syr)(handle, uplo, n, cuda(&alpha), cuda(dx.data()), 1,
                          cuda(one.data()), n));
    SAME(one, updated<false>(a, n, uplo, alpha, x, x, false));
    BLAS(FUNCTION(T, syr2)(handle, uplo, n, cuda(&alpha), cuda(dx.data()), 1,
                           cuda(dv.data()), 1, cuda(two.data()), n));
    SAME(two, updated<false>(a, n, uplo, alpha, x, y, true));
    if constexpr (!isComplex<T>) {
      PRODUCT(sbmv, k, false, (FUNCTION_OF_TWO(T, sbmv, S, D)), k, &alpha, band,
              k + 1)
      PRODUCT(spmv, n, false, (FUNCTION_OF_TWO(T, spmv, S, D)), &alpha, pack)
      BLAS((FUNCTION_OF_TWO(T, spr, S, D))(handle, uplo, n, &alpha, dx, 1, p1));
      SAME(p1, packed(updated<false>(a, n, uplo, alpha, x, x, false), n, uplo));
      BLAS((FUNCTION_OF_TWO(T, spr2, S, D))(handle, uplo, n, &alpha, dx, 1, dv,
                                            1, p2));
      SAME(p2, packed(updated<false>(a, n, uplo, alpha, x, y, true), n, uplo));
    } else {
      PRODUCT(hemv, n, true, (FUNCTION_OF_TWO(T, hemv, C, Z)), cuda(&alpha),
              cuda(full.data()), n)
      PRODUCT(hbmv, k, true, (FUNCTION_OF_TWO(T, hbmv, C, Z)), k, cuda(&alpha),
              cuda(band.data()), k + 1)
      PRODUCT(hpmv, n, true, (FUNCTION_OF_TWO(T, hpmv, C, Z)), cuda(&alpha),
              cuda(pack.data()))
      Real<T> real = 3;
      T wide = makeNumber<T>(3, 0);
      DeviceArray<T> h1(a), h2(a);
      BLAS((FUNCTION_OF_TWO(T, her, C, Z))(
          handle, uplo, n, &real, cuda(dx.data()), 1, cuda(h1.data()), n));
      SAME(h1, updated<true>(a, n, uplo, wide, x, x, false));
      BLAS((FUNCTION_OF_TWO(T, hpr, C, Z))(
          handle, uplo, n, &real, cuda(dx.data()), 1, cuda(p1.data())));
      SAME(p1, packed(updated<true>(a, n, uplo, wide, x, x, false), n, uplo));
      BLAS((FUNCTION_OF_TWO(T, her2, C, Z))(handle, uplo, n, cuda(&alpha),
                                            cuda(dx.data()), 1, cuda(dv.data()),
                                            1, cuda(h2.data()), n));
      SAME(h2, updated<true>(a, n, uplo, alpha, x, y, true));
      BLAS((FUNCTION_OF_TWO(T, hpr2, C, Z))(handle, uplo, n, cuda(&alpha),
                                            cuda(dx.data()), 1, cuda(dv.data()),
                                            1, cuda(p2.data())));
      SAME(p2, packed(updated<true>(a, n, uplo, alpha, x, y, true), n, uplo));
    }
  }
}

template <typename T> void outer(cublasHandle_t handle) {
  constexpr int m = 6, n = 8;
  T alpha = makeNumber<T>(2, 1);
  auto a = someNumbers<T>(m * n), x = someNumbers<T>(m, 2),
       y = someNumbers<T>(n, 3);
  for (bool conjugates : {false, true}) {
    DeviceArray<T> da(a), dx(x), dy(y);
    if constexpr (isComplex<T>) {
      auto gerc = FUNCTION_OF_TWO(T, gerc, C, Z);
      auto geru = FUNCTION_OF_TWO(T, geru, C, Z);
      BLAS((conjugates ? gerc : geru)(handle, m, n, cuda(&alpha),
                                      cuda(dx.data()), 1, cuda(dy.data()), 1,
                                      cuda(da.data()), m));
    } else {
      BLAS((FUNCTION_OF_TWO(T, ger, S, D))(handle, m, n, &alpha, dx, 1, dy, 1,
                                           da, m));
    }
    auto want = a;
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i)
        want[i + j * m] += alpha * x[i] * (conjugates ? conj(y[j]) : y[j]);
    SAME(da, want);
  }
}

template <typename T> void all(cublasHandle_t handle) {
  general<T>(handle);
  triangular<T>(handle);
  symmetric<T>(handle);
  outer<T>(handle);
}

int main() {
  cublasHandle_t handle;
  BLAS(cublasCreate(&handle));
  ALL_TYPES(all, handle);
  BLAS(cublasDestroy(handle));
  printf("right\n");
}
