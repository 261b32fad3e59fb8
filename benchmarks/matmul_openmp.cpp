// matmul_openmp <n> <repeats> <result prefix>: the product by OpenMP, three
// times: with the tiles of matmul.cu, as the plain loops in the order that
// vectorises, and the latter in cache-sized blocks. The best one counts.

#include "measure.h"

#include <algorithm>

/// As matmul.cu does it: a 16x16 tile of C for each iteration, with copies of
/// the tiles of A and B.
static void tiled(const float *a, const float *b, float *c, int n) {
  const int kTile = 16;
#pragma omp parallel for collapse(2)
  for (int row = 0; row < n; row += kTile)
    for (int column = 0; column < n; column += kTile) {
      float sum[kTile][kTile] = {};
      for (int k = 0; k < n; k += kTile) {
        float tileA[kTile][kTile] = {}, tileB[kTile][kTile] = {};
        if (row + kTile <= n && column + kTile <= n && k + kTile <= n) {
          for (int y = 0; y < kTile; ++y)
            for (int x = 0; x < kTile; ++x) {
              tileA[y][x] = a[(row + y) * n + k + x];
              tileB[y][x] = b[(k + y) * n + column + x];
            }
        } else {
          for (int y = 0; y < kTile && row + y < n; ++y)
            for (int x = 0; x < kTile && k + x < n; ++x)
              tileA[y][x] = a[(row + y) * n + k + x];
          for (int y = 0; y < kTile && k + y < n; ++y)
            for (int x = 0; x < kTile && column + x < n; ++x)
              tileB[y][x] = b[(k + y) * n + column + x];
        }
        for (int y = 0; y < kTile; ++y)
          for (int i = 0; i < kTile; ++i)
#pragma omp simd
            for (int x = 0; x < kTile; ++x)
              sum[y][x] += tileA[y][i] * tileB[i][x];
      }
      for (int y = 0; y < kTile && row + y < n; ++y)
        for (int x = 0; x < kTile && column + x < n; ++x)
          c[(row + y) * n + column + x] = sum[y][x];
    }
}

static void plain(const float *a, const float *b, float *c, int n) {
#pragma omp parallel for
  for (int i = 0; i < n; ++i) {
    std::fill(c + i * n, c + (i + 1) * n, 0.0f);
    for (int k = 0; k < n; ++k)
#pragma omp simd
      for (int j = 0; j < n; ++j)
        c[i * n + j] += a[i * n + k] * b[k * n + j];
  }
}

static void blocked(const float *a, const float *b, float *c, int n) {
  const int kRows = 32, kColumns = 256, kDepth = 64;
#pragma omp parallel for collapse(2)
  for (int row = 0; row < n; row += kRows)
    for (int column = 0; column < n; column += kColumns) {
      const int rowEnd = std::min(row + kRows, n);
      const int columnEnd = std::min(column + kColumns, n);
      for (int i = row; i < rowEnd; ++i)
        std::fill(c + i * n + column, c + i * n + columnEnd, 0.0f);
      for (int depth = 0; depth < n; depth += kDepth)
        for (int i = row; i < rowEnd; ++i)
          for (int k = depth; k < std::min(depth + kDepth, n); ++k)
#pragma omp simd
            for (int j = column; j < columnEnd; ++j)
              c[i * n + j] += a[i * n + k] * b[k * n + j];
    }
}

int main(int argc, char **argv) {
  if (argc < 4)
    return 2;
  const int n = atoi(argv[1]), repeats = atoi(argv[2]);
  const size_t count = size_t(n) * n;
  std::vector<float> a(count), b(count), c(count);
  for (size_t i = 0; i < count; ++i) {
    a[i] = float(int(i * 7 % 17) - 8) / 8;
    b[i] = float(int(i * 5 % 13) - 6) / 8;
  }
  const struct {
    const char *name;
    void (*function)(const float *, const float *, float *, int);
  } variants[] = {{"tiled", tiled}, {"plain", plain}, {"blocked", blocked}};
  for (auto variant : variants) {
    measure(variant.name, repeats,
            [&] { variant.function(a.data(), b.data(), c.data(), n); });
    writeResult(argv[3], variant.name, c);
  }
}
