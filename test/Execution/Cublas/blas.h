//===- blas.h - What the tests of cuBLAS share ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vectors and matrices of small integers, so that sums are exact in every order
// and results are compared exactly. References are written with std::complex.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEST_EXECUTION_CUBLAS_BLAS_H
#define HEDDLE_TEST_EXECUTION_CUBLAS_BLAS_H

#include "../check.h"
#include <complex>
#include <cublas_v2.h>
#include <type_traits>

#define BLAS(call) expectStatus((call), CUBLAS_STATUS_SUCCESS, #call, __LINE__)
#define STATUS(expected, call) expectStatus((call), expected, #call, __LINE__)

inline void expectStatus(cublasStatus_t got, cublasStatus_t want,
                         const char *call, int line) {
  if (got == want)
    return;
  printf("line %d: %s is %s, not %s\n", line, call, cublasGetStatusName(got),
         cublasGetStatusName(want));
  exit(1);
}

template <typename T> struct Traits {
  using Cuda = T;
  using Real = T;
};
template <typename T> struct Traits<std::complex<T>> {
  using Cuda =
      std::conditional_t<std::is_same_v<T, float>, cuComplex, cuDoubleComplex>;
  using Real = T;
};
template <typename T> using Cuda = typename Traits<T>::Cuda;
template <typename T> using Real = typename Traits<T>::Real;
template <typename T> constexpr bool isComplex = !std::is_same_v<T, Real<T>>;

/// The same number as cuBLAS passes it.
template <typename T> Cuda<T> *cuda(T *p) {
  return reinterpret_cast<Cuda<T> *>(p);
}
template <typename T> const Cuda<T> *cuda(const T *p) {
  return reinterpret_cast<const Cuda<T> *>(p);
}

template <typename T> T makeNumber(int real, int imaginary) {
  if constexpr (isComplex<T>)
    return T(Real<T>(real), Real<T>(imaginary));
  else
    return T(real);
}
template <typename T> T conj(T value) {
  if constexpr (isComplex<T>)
    return std::conj(value);
  else
    return value;
}

/// Different small integers, the same in each run.
template <typename T> std::vector<T> someNumbers(size_t count, int seed = 1) {
  std::vector<T> values(count);
  unsigned state = 12345u + 777u * unsigned(seed);
  auto next = [&] {
    state = state * 1664525u + 1013904223u;
    return int(state >> 24) % 7 - 3;
  };
  for (T &value : values) {
    int real = next();
    value = makeNumber<T>(real, next());
  }
  return values;
}

template <typename T>
void expectSame(const std::vector<T> &got, const std::vector<T> &want,
                const char *what, int line) {
  for (size_t i = 0; i < want.size(); ++i)
    if (!(got[i] == want[i])) {
      std::complex<double> g(got[i]), w(want[i]);
      printf("line %d: %s: element %zu is %g%+gi but should be %g%+gi\n", line,
             what, i, g.real(), g.imag(), w.real(), w.imag());
      exit(1);
    }
}
#define SAME(got, want) expectSame((got).read(), want, #got, __LINE__)

/// To a relative tolerance, for what divides.
template <typename T>
void expectClose(const std::vector<T> &got, const std::vector<T> &want,
                 const char *what, int line) {
  double tolerance = sizeof(Real<T>) == 4 ? 2e-4 : 1e-9;
  for (size_t i = 0; i < want.size(); ++i)
    if (!(std::abs(got[i] - want[i]) <= tolerance * (1 + std::abs(want[i])))) {
      std::complex<double> g(got[i]), w(want[i]);
      printf("line %d: %s: element %zu is %g%+gi but should be %g%+gi\n", line,
             what, i, g.real(), g.imag(), w.real(), w.imag());
      exit(1);
    }
}
#define CLOSE(got, want) expectClose((got).read(), want, #got, __LINE__)

/// op(A)'s element.
template <typename T>
T at(const std::vector<T> &a, int lda, cublasOperation_t op, int i, int j) {
  if (op == CUBLAS_OP_N)
    return a[i + j * lda];
  return op == CUBLAS_OP_T ? a[j + i * lda] : conj(a[j + i * lda]);
}

constexpr cublasOperation_t operations[] = {CUBLAS_OP_N, CUBLAS_OP_T,
                                            CUBLAS_OP_C};
constexpr cublasFillMode_t triangles[] = {CUBLAS_FILL_MODE_LOWER,
                                          CUBLAS_FILL_MODE_UPPER};
constexpr cublasDiagType_t diagonals[] = {CUBLAS_DIAG_NON_UNIT,
                                          CUBLAS_DIAG_UNIT};
constexpr cublasSideMode_t sides[] = {CUBLAS_SIDE_LEFT, CUBLAS_SIDE_RIGHT};

/// Whether a triangle contains the element.
inline bool isIn(cublasFillMode_t uplo, int i, int j) {
  return uplo == CUBLAS_FILL_MODE_LOWER ? i >= j : i <= j;
}

/// The function for a type: S, D, C or Z in the name.
#define FOR_TYPE(T, prefix, name)                                              \
  [] {                                                                         \
    if constexpr (std::is_same_v<T, float>)                                    \
      return prefix##S##name;                                                  \
    else if constexpr (std::is_same_v<T, double>)                              \
      return prefix##D##name;                                                  \
    else if constexpr (std::is_same_v<T, std::complex<float>>)                 \
      return prefix##C##name;                                                  \
    else                                                                       \
      return prefix##Z##name;                                                  \
  }()
#define FUNCTION(T, name) FOR_TYPE(T, cublas, name##_v2)
#define FUNCTION_EX(T, name) FOR_TYPE(T, cublas, name)
#define FUNCTION_OF_TWO(T, name, first, second)                                \
  [] {                                                                         \
    if constexpr (sizeof(Real<T>) == 4)                                        \
      return cublas##first##name##_v2;                                         \
    else                                                                       \
      return cublas##second##name##_v2;                                        \
  }()

/// Calls a template for each type.
#define ALL_TYPES(function, handle)                                            \
  function<float>(handle);                                                     \
  function<double>(handle);                                                    \
  function<std::complex<float>>(handle);                                       \
  function<std::complex<double>>(handle)

#endif // HEDDLE_TEST_EXECUTION_CUBLAS_BLAS_H
