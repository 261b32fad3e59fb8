// RUN: %check-execution %s -lcublas
// Each function on matrices against loops; the larger sizes are split over
// threads.
#include "blas.h"

/// alpha op(A) op(B) + beta C, with A and B given by their elements.
template <typename T, typename A, typename B>
std::vector<T> product(int m, int n, int k, T alpha, A a, B b, T beta,
                       std::vector<T> c, int ldc) {
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) {
      T sum{};
      for (int l = 0; l < k; ++l)
        sum += a(i, l) * b(l, j);
      c[i + j * ldc] = alpha * sum + beta * c[i + j * ldc];
    }
  return c;
}

template <typename T> void general(cublasHandle_t handle, int m, int n, int k) {
  T alpha = makeNumber<T>(2, 1), beta = makeNumber<T>(-1, 1);
  for (cublasOperation_t opA : operations)
    for (cublasOperation_t opB : operations) {
      int lda = (opA == CUBLAS_OP_N ? m : k) + 1;
      int ldb = (opB == CUBLAS_OP_N ? k : n) + 2, ldc = m + 3;
      auto a = someNumbers<T>(size_t(lda) * (opA == CUBLAS_OP_N ? k : m));
      auto b = someNumbers<T>(size_t(ldb) * (opB == CUBLAS_OP_N ? n : k), 2);
      auto c = someNumbers<T>(size_t(ldc) * n, 3);
      DeviceArray<T> da(a), db(b), dc(c);
      BLAS(FUNCTION(T, gemm)(handle, opA, opB, m, n, k, cuda(&alpha),
                             cuda(da.data()), lda, cuda(db.data()), ldb,
                             cuda(&beta), cuda(dc.data()), ldc));
      auto want = product(
          m, n, k, alpha, [&](int i, int l) { return at(a, lda, opA, i, l); },
          [&](int l, int j) { return at(b, ldb, opB, l, j); }, beta, c, ldc);
      SAME(dc, want);
      if constexpr (isComplex<T>) {
        DeviceArray<T> d3(c);
        auto gemm3m = [] {
          if constexpr (sizeof(Real<T>) == 4)
            return cublasCgemm3m;
          else
            return cublasZgemm3m;
        }();
        BLAS(gemm3m(handle, opA, opB, m, n, k, cuda(&alpha), cuda(da.data()),
                    lda, cuda(db.data()), ldb, cuda(&beta), cuda(d3.data()),
                    ldc));
        SAME(d3, want);
      }
    }
}

/// The product of op(A) and op(B)^T (or ^H), in one triangle of C.
template <bool Hermitian, typename T>
std::vector<T> update(cublasFillMode_t uplo, cublasOperation_t op, int n, int k,
                      T alpha, const std::vector<T> &a, const std::vector<T> &b,
                      int ld, T beta, std::vector<T> c, bool twice) {
  auto star = [](T value) { return Hermitian ? conj(value) : value; };
  auto row = [&](const std::vector<T> &x, int i, int l) {
    return op == CUBLAS_OP_N ? x[i + l * ld] : star(x[l + i * ld]);
  };
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      if (!isIn(uplo, i, j))
        continue;
      T &element = c[i + j * n];
      if (Hermitian && i == j)
        element = makeNumber<T>(int(std::complex<double>(element).real()), 0);
      T sum = beta * element;
      for (int l = 0; l < k; ++l) {
        sum += alpha * row(a, i, l) * star(row(b, j, l));
        if (twice)
          sum += star(alpha) * row(b, i, l) * star(row(a, j, l));
      }
      element = sum;
    }
  return c;
}

template <typename T> void updates(cublasHandle_t handle, int n, int k) {
  T alpha = makeNumber<T>(2, 1), beta = makeNumber<T>(-1, 1);
  Real<T> realAlpha = 3, realBeta = -2;
  T wideAlpha = makeNumber<T>(3, 0), wideBeta = makeNumber<T>(-2, 0);
  for (cublasFillMode_t uplo : triangles)
    for (bool plain : {true, false}) {
      cublasOperation_t op = plain ? CUBLAS_OP_N : CUBLAS_OP_T;
      int ld = (plain ? n : k) + 1;
      auto a = someNumbers<T>(size_t(ld) * (plain ? k : n));
      auto b = someNumbers<T>(a.size(), 2), c = someNumbers<T>(n * n, 3);
      DeviceArray<T> da(a), db(b), c1(c), c2(c), c3(c);
      BLAS(FUNCTION(T, syrk)(handle, uplo, op, n, k, cuda(&alpha),
                             cuda(da.data()), ld, cuda(&beta), cuda(c1.data()),
                             n));
      SAME(c1, update<false>(uplo, op, n, k, alpha, a, a, ld, beta, c, false));
      BLAS(FUNCTION(T, syr2k)(handle, uplo, op, n, k, cuda(&alpha),
                              cuda(da.data()), ld, cuda(db.data()), ld,
                              cuda(&beta), cuda(c2.data()), n));
      SAME(c2, update<false>(uplo, op, n, k, alpha, a, b, ld, beta, c, true));
      // syrkx computes a triangle of A B^T; with B = A it is syrk.
      BLAS(FUNCTION_EX(T, syrkx)(handle, uplo, op, n, k, cuda(&alpha),
                                 cuda(da.data()), ld, cuda(db.data()), ld,
                                 cuda(&beta), cuda(c3.data()), n));
      SAME(c3, update<false>(uplo, op, n, k, alpha, a, b, ld, beta, c, false));
      if constexpr (isComplex<T>) {
        op = plain ? CUBLAS_OP_N : CUBLAS_OP_C;
        DeviceArray<T> h1(c), h2(c), h3(c);
        BLAS((FUNCTION_OF_TWO(T, herk, C, Z))(handle, uplo, op, n, k,
                                              &realAlpha, cuda(da.data()), ld,
                                              &realBeta, cuda(h1.data()), n));
        SAME(h1, update<true>(uplo, op, n, k, wideAlpha, a, a, ld, wideBeta, c,
                              false));
        BLAS((FUNCTION_OF_TWO(T, her2k, C, Z))(
            handle, uplo, op, n, k, cuda(&alpha), cuda(da.data()), ld,
            cuda(db.data()), ld, &realBeta, cuda(h2.data()), n));
        SAME(h2,
             update<true>(uplo, op, n, k, alpha, a, b, ld, wideBeta, c, true));
        auto herkx = [] {
          if constexpr (sizeof(Real<T>) == 4)
            return cublasCherkx;
          else
            return cublasZherkx;
        }();
        BLAS(herkx(handle, uplo, op, n, k, cuda(&wideAlpha), cuda(da.data()),
                   ld, cuda(da.data()), ld, &realBeta, cuda(h3.data()), n));
        SAME(h3, update<true>(uplo, op, n, k, wideAlpha, a, a, ld, wideBeta, c,
                              false));
      }
    }
}

template <typename T> void sided(cublasHandle_t handle, int m, int n) {
  T alpha = makeNumber<T>(2, 1), beta = makeNumber<T>(-1, 1), zero{};
  for (cublasSideMode_t side : sides)
    for (cublasFillMode_t uplo : triangles) {
      bool left = side == CUBLAS_SIDE_LEFT;
      int order = left ? m : n;
      auto a = someNumbers<T>(size_t(order) * order),
           b = someNumbers<T>(size_t(m) * n, 2),
           c = someNumbers<T>(b.size(), 3);
      // A unit diagonal and few other elements, so that solving is exact.
      for (int j = 0; j < order; ++j)
        for (int i = 0; i < order; ++i)
          if (i == j)
            a[i + j * order] = makeNumber<T>(i % 2 ? 1 : -1, 0);
          else if ((i + 3 * j) % 5)
            a[i + j * order] = T{};
      auto b_at = [&](int i, int j) { return b[i + j * m]; };
      auto multiply = [&](auto element, T factor, T old) {
        return left ? product(m, n, m, factor, element, b_at, old, c, m)
                    : product(m, n, n, factor, b_at, element, old, c, m);
      };
      DeviceArray<T> da(a), db(b), dc(c);
      BLAS(FUNCTION(T, symm)(handle, side, uplo, m, n, cuda(&alpha),
                             cuda(da.data()), order, cuda(db.data()), m,
                             cuda(&beta), cuda(dc.data()), m));
      SAME(dc, multiply(
                   [&](int i, int j) {
                     return isIn(uplo, i, j) ? a[i + j * order]
                                             : a[j + i * order];
                   },
                   alpha, beta));
      if constexpr (isComplex<T>) {
        DeviceArray<T> dh(c);
        BLAS((FUNCTION_OF_TWO(T, hemm, C, Z))(
            handle, side, uplo, m, n, cuda(&alpha), cuda(da.data()), order,
            cuda(db.data()), m, cuda(&beta), cuda(dh.data()), m));
        SAME(dh, multiply(
                     [&](int i, int j) {
                       return isIn(uplo, i, j) ? a[i + j * order]
                                               : conj(a[j + i * order]);
                     },
                     alpha, beta));
      }
      for (cublasOperation_t op : operations)
        for (cublasDiagType_t diag : diagonals) {
          auto element = [&](int i, int j) {
            int row = op == CUBLAS_OP_N ? i : j,
                column = op == CUBLAS_OP_N ? j : i;
            if (i == j && diag == CUBLAS_DIAG_UNIT)
              return makeNumber<T>(1, 0);
            return isIn(uplo, row, column) ? at(a, order, op, i, j) : T{};
          };
          DeviceArray<T> dt(c);
          T two = makeNumber<T>(2, 0), half = T(Real<T>(0.5));
          BLAS(FUNCTION(T, trmm)(handle, side, uplo, op, diag, m, n, cuda(&two),
                                 cuda(da.data()), order, cuda(db.data()), m,
                                 cuda(dt.data()), m));
          SAME(dt, multiply(element, two, zero));
          BLAS(FUNCTION(T, trsm)(handle, side, uplo, op, diag, m, n,
                                 cuda(&half), cuda(da.data()), order,
                                 cuda(dt.data()), m));
          CLOSE(dt, b);
        }
    }
}

template <typename T> void elementwise(cublasHandle_t handle) {
  constexpr int m = 40, n = 50;
  T alpha = makeNumber<T>(2, 1), beta = makeNumber<T>(-1, 1);
  auto a = someNumbers<T>(m * n), b = someNumbers<T>(m * n, 2),
       x = someNumbers<T>(2 * n, 3);
  DeviceArray<T> da(a), db(b), dc(m * n), dx(x);
  for (cublasOperation_t opA : operations)
    for (cublasOperation_t opB : operations) {
      int lda = opA == CUBLAS_OP_N ? m : n, ldb = opB == CUBLAS_OP_N ? m : n;
      BLAS(FUNCTION_EX(T, geam)(handle, opA, opB, m, n, cuda(&alpha),
                                cuda(da.data()), lda, cuda(&beta),
                                cuda(db.data()), ldb, cuda(dc.data()), m));
      std::vector<T> want(m * n);
      for (int j = 0; j < n; ++j)
        for (int i = 0; i < m; ++i)
          want[i + j * m] =
              alpha * at(a, lda, opA, i, j) + beta * at(b, ldb, opB, i, j);
      SAME(dc, want);
    }
  for (cublasSideMode_t side : sides) {
    BLAS(FUNCTION_EX(T, dgmm)(handle, side, m, n, cuda(da.data()), m,
                              cuda(dx.data()), 2, cuda(dc.data()), m));
    std::vector<T> want(m * n);
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i)
        want[i + j * m] =
            a[i + j * m] * x[2 * (side == CUBLAS_SIDE_LEFT ? i : j)];
    SAME(dc, want);
  }
}

template <typename T> void all(cublasHandle_t handle) {
  general<T>(handle, 7, 5, 9);
  general<T>(handle, 150, 140, 20);
  updates<T>(handle, 6, 4);
  updates<T>(handle, 250, 12);
  sided<T>(handle, 8, 6);
  sided<T>(handle, 70, 140);
  elementwise<T>(handle);
}

int main() {
  cublasHandle_t handle;
  BLAS(cublasCreate(&handle));
  ALL_TYPES(all, handle);
  BLAS(cublasDestroy(handle));
  printf("right\n");
}
