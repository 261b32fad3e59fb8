//===- Gemm.h - Matrix products in tiles ------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles of C are distributed over the threads, and OpenBLAS computes each on
// one thread. One matrix and a batch of them are the same to this code.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIBRARIES_CUBLAS_GEMM_H
#define HEDDLE_LIBRARIES_CUBLAS_GEMM_H

#include "Blas.h"
#include "Handle.h"

namespace heddle::cublas {

/// C = alpha op(A) op(B) + beta C.
struct GemmShape {
  cublasOperation_t opA, opB;
  int64_t m, n, k, lda, ldb, ldc;

  bool isValid() const {
    return isOperation(opA) && isOperation(opB) && m >= 0 && n >= 0 && k >= 0 &&
           isLeading(lda, opA == CUBLAS_OP_N ? m : k) &&
           isLeading(ldb, opB == CUBLAS_OP_N ? k : n) && isLeading(ldc, m);
  }
  bool isEmpty() const { return m == 0 || n == 0; }

  /// Offsets of op(A)'s row i, of op(B)'s column j, and of C's element.
  int64_t rowOfA(int64_t i) const { return opA == CUBLAS_OP_N ? i : i * lda; }
  int64_t columnOfB(int64_t j) const {
    return opB == CUBLAS_OP_N ? j * ldb : j;
  }
  int64_t inC(int64_t i, int64_t j) const { return i + j * ldc; }
};

/// How C is split. `least` is the smallest useful height and width of a tile.
struct Tiling {
  int64_t rows, columns;   ///< of a tile
  int64_t across, overall; ///< tiles in a row of them, and in all

  Tiling(const GemmShape &shape, int64_t matrices, int64_t least = 128) {
    unsigned threads = __heddle_library_threads();
    double work = double(shape.m) * double(shape.n) * double(shape.k);
    int64_t wanted = 1;
    if (threads > 1 && work * double(matrices) >= 1 << 18)
      wanted = (threads + matrices - 1) / matrices;
    // Each tile packs its rows of A and its columns of B: the fewer, the
    // better.
    int64_t bestDown = 1, bestAcross = 1;
    double best = 1e300;
    for (int64_t down = 1; down <= wanted; ++down) {
      int64_t side = (wanted + down - 1) / down;
      double packed =
          double(side) * double(shape.m) + double(down) * double(shape.n);
      if (packed < best && (down == 1 || shape.m / down >= least) &&
          (side == 1 || shape.n / side >= least)) {
        best = packed;
        bestDown = down;
        bestAcross = side;
      }
    }
    // Too small for so many tiles: as many as are useful.
    if (best == 1e300) {
      bestDown = std::clamp<int64_t>(shape.m / least, 1, wanted);
      bestAcross = std::clamp<int64_t>(shape.n / least, 1, wanted);
    }
    rows = roundUp(shape.m, bestDown);
    columns = roundUp(shape.n, bestAcross);
    across = (shape.n + columns - 1) / columns;
    overall = across * ((shape.m + rows - 1) / rows);
  }

private:
  /// Whole cache lines, and no more than OpenBLAS's integers can express.
  static int64_t roundUp(int64_t length, int64_t parts) {
    int64_t part = (length + parts - 1) / parts;
    return std::clamp<int64_t>((part + 15) / 16 * 16, 1, 1 << 30);
  }
};

/// Calls `tile(matrix, row, column, rows, columns)` for all tiles of a batch.
template <typename Tile>
void forTiles(const GemmShape &shape, int64_t matrices, const Tiling &tiling,
              Tile tile) {
  auto nanoseconds = static_cast<uint64_t>(
      double(shape.m) * double(shape.n) *
      double(std::max<int64_t>(shape.k, 1)) * double(matrices) / 32);
  parallelFor(matrices * tiling.overall, nanoseconds, [&](uint64_t number) {
    int64_t matrix = number / tiling.overall, at = number % tiling.overall;
    int64_t row = at / tiling.across * tiling.rows;
    int64_t column = at % tiling.across * tiling.columns;
    tile(matrix, row, column, std::min(tiling.rows, shape.m - row),
         std::min(tiling.columns, shape.n - column));
  });
}

template <typename T> struct GemmPointers {
  const T *a, *b;
  T *c;
};

/// The products of a batch. `at(i)` gives the pointers of matrix i.
template <typename T, typename At>
void runGemm(const GemmShape &s, T alpha, T beta, int64_t matrices, At at) {
  forTiles(s, matrices, Tiling(s, matrices),
           [&](int64_t i, int64_t row, int64_t column, int64_t m, int64_t n) {
             GemmPointers<T> p = at(i);
             blas::gemm(blas::Typed<T>(), s.opA, s.opB, int(m), int(n),
                        int(s.k), blas::scalar(alpha), p.a + s.rowOfA(row),
                        int(s.lda), p.b + s.columnOfB(column), int(s.ldb),
                        blas::scalar(beta), p.c + s.inC(row, column),
                        int(s.ldc));
           });
}

} // namespace heddle::cublas

#endif // HEDDLE_LIBRARIES_CUBLAS_GEMM_H
