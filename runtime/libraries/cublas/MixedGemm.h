//===- MixedGemm.h - Products of half, bfloat16 and int8 --------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile's parts of A and B are converted to float, in pieces along k, and
// OpenBLAS multiplies these. Products of int8 stay exact: a piece's sums are
// integers that float can represent, and pieces are added as integers.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIBRARIES_CUBLAS_MIXEDGEMM_H
#define HEDDLE_LIBRARIES_CUBLAS_MIXEDGEMM_H

#include "Gemm.h"
#include <cstring>
#include <vector>

namespace heddle::cublas {

/// The upper half of a float.
struct BFloat16 {
  uint16_t bits;
};

inline float toFloat(_Float16 value) { return static_cast<float>(value); }
inline float toFloat(float value) { return value; }
inline float toFloat(int8_t value) { return value; }
inline float toFloat(BFloat16 value) {
  uint32_t bits = uint32_t(value.bits) << 16;
  float result;
  std::memcpy(&result, &bits, sizeof result);
  return result;
}
inline float toFloat(__half value) {
  _Float16 result;
  std::memcpy(&result, &value, sizeof result);
  return toFloat(result);
}

inline void fromFloat(float value, float &result) { result = value; }
inline void fromFloat(float value, _Float16 &result) {
  result = static_cast<_Float16>(value);
}
inline void fromFloat(float value, BFloat16 &result) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  bool isNaN = value != value;
  // To nearest, ties to even. Rounding must not turn a NaN into an infinity.
  bits += isNaN ? 0 : 0x7fff + ((bits >> 16) & 1);
  result.bits = static_cast<uint16_t>((bits >> 16) | (isNaN ? 0x40 : 0));
}

template <typename In, typename Out> struct MixedPointers {
  const In *a, *b;
  Out *c;
};
inline MixedPointers<_Float16, _Float16>
asFloat16(const GemmPointers<__half> &p) {
  return {reinterpret_cast<const _Float16 *>(p.a),
          reinterpret_cast<const _Float16 *>(p.b),
          reinterpret_cast<_Float16 *>(p.c)};
}

/// Converts a matrix with `rows` rows, as it is stored.
void convertColumns(const _Float16 *from, int64_t leading, int64_t rows,
                    int64_t columns, float *to);
void convertColumns(const BFloat16 *from, int64_t leading, int64_t rows,
                    int64_t columns, float *to);
void convertColumns(const int8_t *from, int64_t leading, int64_t rows,
                    int64_t columns, float *to);

/// A tile of C from the sums. With beta = 0, C need not contain numbers.
template <typename Scale, typename Sum, typename Out>
void storeTile(Scale alpha, Scale beta, const Sum *sums, int64_t rows,
               int64_t columns, Out *c, int64_t ldc) {
  for (int64_t j = 0; j < columns; ++j)
    for (int64_t i = 0; i < rows; ++i) {
      Out &out = c[i + j * ldc];
      if constexpr (std::is_same_v<Scale, int32_t>) {
        // Wraps around, as a GPU's integers do.
        auto sum = uint32_t(alpha) * uint32_t(sums[i + j * rows]);
        out = int32_t(beta == 0 ? sum : sum + uint32_t(beta) * uint32_t(out));
      } else {
        float sum = alpha * float(sums[i + j * rows]);
        fromFloat(beta == 0 ? sum : sum + beta * toFloat(out), out);
      }
    }
}

/// The products of a batch. `at(i)` gives the pointers of matrix i. Scale is
/// float or int32_t, and the type of the sums too.
template <typename Scale, typename In, typename Out, typename At>
void runMixedGemm(const GemmShape &s, Scale alpha, Scale beta, int64_t matrices,
                  At at) {
  constexpr bool isExact = std::is_same_v<In, int8_t>;
  // 1024 products of int8 are at most 2^24, up to which float has all integers.
  constexpr int64_t piece = 1024;
  using Sum = std::conditional_t<isExact, int32_t, float>;
  // Pieces fit in a core's cache together with the tile.
  Tiling tiling(s, matrices);
  tiling.rows = std::min<int64_t>(tiling.rows, 512);
  tiling.columns = std::min<int64_t>(tiling.columns, 512);
  tiling.across = (s.n + tiling.columns - 1) / tiling.columns;
  tiling.overall = tiling.across * ((s.m + tiling.rows - 1) / tiling.rows);
  forTiles(
      s, matrices, tiling,
      [&](int64_t i, int64_t row, int64_t column, int64_t m, int64_t n) {
        MixedPointers<In, Out> p = at(i);
        thread_local std::vector<float> a, b, products;
        thread_local std::vector<Sum> exact;
        int64_t depth = std::min(piece, std::max<int64_t>(s.k, 1));
        a.resize(m * depth);
        b.resize(depth * n);
        products.assign(m * n, 0);
        if constexpr (isExact)
          exact.assign(m * n, 0);
        bool plainA = s.opA == CUBLAS_OP_N, plainB = s.opB == CUBLAS_OP_N;
        for (int64_t k = 0; k < s.k; k += depth) {
          int64_t length = std::min(depth, s.k - k);
          convertColumns(p.a + s.rowOfA(row) + (plainA ? k * s.lda : k), s.lda,
                         plainA ? m : length, plainA ? length : m, a.data());
          convertColumns(p.b + s.columnOfB(column) + (plainB ? k : k * s.ldb),
                         s.ldb, plainB ? length : n, plainB ? n : length,
                         b.data());
          cblas_sgemm(CblasColMajor, plainA ? CblasNoTrans : CblasTrans,
                      plainB ? CblasNoTrans : CblasTrans, int(m), int(n),
                      int(length), 1, a.data(), int(plainA ? m : length),
                      b.data(), int(plainB ? length : n), isExact ? 0 : 1,
                      products.data(), int(m));
          if constexpr (isExact)
            for (int64_t e = 0; e < m * n; ++e)
              exact[e] =
                  int32_t(uint32_t(exact[e]) + uint32_t(int32_t(products[e])));
        }
        Out *c = p.c + s.inC(row, column);
        if constexpr (isExact)
          storeTile(alpha, beta, exact.data(), m, n, c, s.ldc);
        else
          storeTile(alpha, beta, products.data(), m, n, c, s.ldc);
      });
}

} // namespace heddle::cublas

#endif // HEDDLE_LIBRARIES_CUBLAS_MIXEDGEMM_H
