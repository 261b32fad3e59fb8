//===- Level1.cpp - Operations on vectors ---------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Long vectors are split into chunks, which also lets OpenBLAS, whose lengths
// are int, work on vectors of any length.
//
//===----------------------------------------------------------------------===//

#include "Blas.h"
#include "Handle.h"
#include <vector>

namespace heddle::cublas {
namespace {

using blas::scalar;
using blas::Typed;
using library::chunkCount;
using library::parallelChunks;

/// Where the elements from `begin` on of a vector of `n` start for BLAS: with a
/// negative increment it starts at the other end.
template <typename T>
T *chunkAt(T *x, int64_t n, int64_t inc, int64_t begin, int64_t count) {
  return inc >= 0 ? x + begin * inc : x + (begin + count - n) * inc;
}

/// Calls `part` with the chunks of one vector, or of two. An increment of 0
/// means that all elements are the same one, so they stay on one thread.
template <typename T, typename Part>
void forChunks(int64_t n, T *x, int64_t incx, Part part) {
  parallelChunks(n, 2 * sizeof(T), [&](int64_t, int64_t begin, int64_t count) {
    part(static_cast<int>(count), chunkAt(x, n, incx, begin, count));
  });
}
template <typename T, typename U, typename Part>
void forChunks(int64_t n, T *x, int64_t incx, U *y, int64_t incy, Part part) {
  auto chunk = [&](int64_t, int64_t begin, int64_t count) {
    part(static_cast<int>(count), chunkAt(x, n, incx, begin, count),
         chunkAt(y, n, incy, begin, count));
  };
  if (incx != 0 && incy != 0)
    return parallelChunks(n, 3 * sizeof(T), chunk);
  for (int64_t begin = 0; begin < n; begin += library::chunkLength)
    chunk(0, begin, std::min(library::chunkLength, n - begin));
}

/// The checks of a function that returns a scalar. Without elements the result
/// is zero.
template <typename R, typename Compute>
cublasStatus_t reduce(cublasHandle_t handle, bool isEmpty, R *result,
                      Compute compute) {
  HEDDLE_CHECK_VALUE(result);
  if (cannotReturn(handle))
    return CUBLAS_STATUS_NOT_SUPPORTED;
  return submit(handle, [=] { *result = isEmpty ? R{} : compute(); });
}

template <typename T, typename R>
cublasStatus_t nrm2(cublasHandle_t handle, int64_t n, const T *x, int64_t incx,
                    R *result) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_FIT(incx);
  return reduce(handle, n <= 0 || incx <= 0, result, [=] {
    std::vector<R> norms(chunkCount(n));
    parallelChunks(n, sizeof(T), [&](int64_t chunk, int64_t begin, int64_t m) {
      norms[chunk] =
          blas::nrm2(Typed<T>(), int(m), x + begin * incx, int(incx));
    });
    // The norm of the norms, without overflow.
    return blas::nrm2(Typed<R>(), int(norms.size()), norms.data(), 1);
  });
}

template <typename T, typename R>
cublasStatus_t asum(cublasHandle_t handle, int64_t n, const T *x, int64_t incx,
                    R *result) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_FIT(incx);
  return reduce(handle, n <= 0 || incx <= 0, result, [=] {
    std::vector<R> sums(chunkCount(n));
    parallelChunks(n, sizeof(T), [&](int64_t chunk, int64_t begin, int64_t m) {
      sums[chunk] = blas::asum(Typed<T>(), int(m), x + begin * incx, int(incx));
    });
    R sum = 0;
    for (R part : sums)
      sum += part;
    return sum;
  });
}

template <bool Conjugate>
void dotChunk(int n, const float *x, int incx, const float *y, int incy,
              float *result) {
  *result = cblas_sdot(n, x, incx, y, incy);
}
template <bool Conjugate>
void dotChunk(int n, const double *x, int incx, const double *y, int incy,
              double *result) {
  *result = cblas_ddot(n, x, incx, y, incy);
}
template <bool Conjugate>
void dotChunk(int n, const float2 *x, int incx, const float2 *y, int incy,
              float2 *result) {
  (Conjugate ? cblas_cdotc_sub : cblas_cdotu_sub)(n, x, incx, y, incy, result);
}
template <bool Conjugate>
void dotChunk(int n, const double2 *x, int incx, const double2 *y, int incy,
              double2 *result) {
  (Conjugate ? cblas_zdotc_sub : cblas_zdotu_sub)(n, x, incx, y, incy, result);
}

template <bool Conjugate, typename T>
cublasStatus_t dot(cublasHandle_t handle, int64_t n, const T *x, int64_t incx,
                   const T *y, int64_t incy, T *result) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_FIT(incx, incy);
  return reduce(handle, n <= 0, result, [=] {
    std::vector<T> dots(chunkCount(n));
    parallelChunks(n, 2 * sizeof(T), [&](int64_t chunk, int64_t at, int64_t m) {
      dotChunk<Conjugate>(int(m), chunkAt(x, n, incx, at, m), int(incx),
                          chunkAt(y, n, incy, at, m), int(incy), &dots[chunk]);
    });
    NumberOf<T> sum(0);
    for (const T &part : dots)
      sum += number(part);
    return *reinterpret_cast<T *>(&sum);
  });
}

struct Largest {};
struct Smallest {};

#define HEDDLE_EXTREMUM(T, letter)                                             \
  size_t find(Largest, int n, const T *x, int incx) {                          \
    return cblas_i##letter##amax(n, x, incx);                                  \
  }                                                                            \
  size_t find(Smallest, int n, const T *x, int incx) {                         \
    return cblas_i##letter##amin(n, x, incx);                                  \
  }
HEDDLE_EXTREMUM(float, s)
HEDDLE_EXTREMUM(double, d)
HEDDLE_EXTREMUM(float2, c)
HEDDLE_EXTREMUM(double2, z)
#undef HEDDLE_EXTREMUM

/// What amax and amin compare.
template <typename T> T magnitude(T value) { return std::abs(value); }
float magnitude(float2 z) { return std::abs(z.x) + std::abs(z.y); }
double magnitude(double2 z) { return std::abs(z.x) + std::abs(z.y); }

/// The first of the largest or smallest elements, counted from 1.
template <typename Which, typename T, typename Index>
cublasStatus_t extremum(cublasHandle_t handle, Index n, const T *x,
                        int64_t incx, Index *result) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_FIT(incx);
  return reduce(handle, n <= 0 || incx <= 0, result, [=] {
    std::vector<int64_t> found(chunkCount(n));
    parallelChunks(n, sizeof(T), [&](int64_t chunk, int64_t begin, int64_t m) {
      found[chunk] =
          begin + int64_t(find(Which(), int(m), x + begin * incx, int(incx)));
    });
    int64_t best = found[0];
    for (int64_t candidate : found) {
      auto a = magnitude(x[candidate * incx]), b = magnitude(x[best * incx]);
      if (std::is_same_v<Which, Largest> ? a > b : a < b)
        best = candidate;
    }
    return static_cast<Index>(best + 1);
  });
}

template <typename... Arguments> cublasStatus_t amax(Arguments... arguments) {
  return extremum<Largest>(arguments...);
}
template <typename... Arguments> cublasStatus_t amin(Arguments... arguments) {
  return extremum<Smallest>(arguments...);
}

template <typename T> void scaleChunk(int n, const T &alpha, T *x, int incx) {
  blas::scal(Typed<T>(), n, scalar(alpha), x, incx);
}
void scaleChunk(int n, float alpha, float2 *x, int incx) {
  cblas_csscal(n, alpha, x, incx);
}
void scaleChunk(int n, double alpha, double2 *x, int incx) {
  cblas_zdscal(n, alpha, x, incx);
}

template <typename T, typename U>
cublasStatus_t scal(cublasHandle_t handle, int64_t n, const U *alpha, T *x,
                    int64_t incx) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(alpha);
  HEDDLE_CHECK_FIT(incx);
  if (n <= 0 || incx <= 0)
    return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=, scale = Scalar<U>(handle, alpha)] {
    U value = scale.get();
    forChunks(n, x, incx,
              [&](int m, T *part) { scaleChunk(m, value, part, int(incx)); });
  });
}

template <typename T>
cublasStatus_t axpy(cublasHandle_t handle, int64_t n, const T *alpha,
                    const T *x, int64_t incx, T *y, int64_t incy) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(alpha);
  HEDDLE_CHECK_FIT(incx, incy);
  if (n <= 0)
    return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=, scale = Scalar<T>(handle, alpha)] {
    T value = scale.get();
    forChunks(n, x, incx, y, incy, [&](int m, const T *from, T *to) {
      blas::axpy(Typed<T>(), m, scalar(value), from, int(incx), to, int(incy));
    });
  });
}

template <typename T>
cublasStatus_t copy(cublasHandle_t handle, int64_t n, const T *x, int64_t incx,
                    T *y, int64_t incy) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_FIT(incx, incy);
  if (n <= 0)
    return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=] {
    forChunks(n, x, incx, y, incy, [&](int m, const T *from, T *to) {
      blas::copy(Typed<T>(), m, from, int(incx), to, int(incy));
    });
  });
}

template <typename T>
cublasStatus_t swap(cublasHandle_t handle, int64_t n, T *x, int64_t incx, T *y,
                    int64_t incy) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_FIT(incx, incy);
  if (n <= 0)
    return CUBLAS_STATUS_SUCCESS;
  return submit(handle, [=] {
    forChunks(n, x, incx, y, incy, [&](int m, T *from, T *to) {
      blas::swap(Typed<T>(), m, from, int(incx), to, int(incy));
    });
  });
}

/// x becomes c x + s y, and y becomes c y - conj(s) x.
template <typename T, typename C, typename S>
cublasStatus_t rot(cublasHandle_t handle, int64_t n, T *x, int64_t incx, T *y,
                   int64_t incy, const C *c, const S *s) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(c && s);
  HEDDLE_CHECK_FIT(incx, incy);
  if (n <= 0)
    return CUBLAS_STATUS_SUCCESS;
  Scalar<C> cosine(handle, c);
  Scalar<S> sine(handle, s);
  return submit(handle, [=] {
    auto cos = NumberOf<T>(number(cosine.get()));
    auto sin = NumberOf<T>(number(sine.get()));
    forChunks(n, x, incx, y, incy, [&](int m, T *xs, T *ys) {
      auto *a = numbers(incx < 0 ? xs - (m - 1) * incx : xs);
      auto *b = numbers(incy < 0 ? ys - (m - 1) * incy : ys);
      for (int64_t i = 0; i < m; ++i) {
        auto u = a[i * incx], v = b[i * incy];
        a[i * incx] = times(cos, u) + times(sin, v);
        b[i * incy] = times(cos, v) - times(conjugate(sin), u);
      }
    });
  });
}

template <typename T>
cublasStatus_t rotm(cublasHandle_t handle, int64_t n, T *x, int64_t incx, T *y,
                    int64_t incy, const T *param) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(param);
  HEDDLE_CHECK_FIT(incx, incy);
  if (n <= 0)
    return CUBLAS_STATUS_SUCCESS;
  struct Parameters {
    T values[5];
  };
  Scalar<Parameters> parameters(handle,
                                reinterpret_cast<const Parameters *>(param));
  return submit(handle, [=] {
    Parameters p = parameters.get();
    forChunks(n, x, incx, y, incy, [&](int m, T *xs, T *ys) {
      blas::rotm(Typed<T>(), m, xs, int(incx), ys, int(incy), p.values);
    });
  });
}

} // namespace
} // namespace heddle::cublas

#define HEDDLE_INT int
#define HEDDLE_NAME(name) cublas##name
#include "heddle/cublas_level1.h"
#undef HEDDLE_INT
#undef HEDDLE_NAME
#define HEDDLE_INT int64_t
#define HEDDLE_NAME(name) cublas##name##_64
#include "heddle/cublas_level1.h"
