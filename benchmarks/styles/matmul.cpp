// The product of two square matrices. See matmul.cu for the styles.
// flags: -mprefer-vector-width=512

#include <algorithm>

// `n` is a multiple of 32.
void host(const float *__restrict a, const float *__restrict b,
          float *__restrict c, int n) {
  const int kRows = 4, kColumns = 32, kDepth = 128;
  alignas(64) float panel[kDepth][kColumns];
  std::fill(c, c + long(n) * n, 0.0f);
  for (int first = 0; first < n; first += kDepth) {
    int depth = std::min(kDepth, n - first);
    for (int column = 0; column < n; column += kColumns) {
      // A copy whose rows are neighbours stays in the first cache.
      for (int k = 0; k < depth; ++k)
        std::copy_n(b + long(first + k) * n + column, kColumns, panel[k]);
      for (int row = 0; row < n; row += kRows) {
        float sums[kRows][kColumns] = {};
        for (int k = 0; k < depth; ++k)
          for (int i = 0; i < kRows; ++i) {
            float factor = a[long(row + i) * n + first + k];
#pragma omp simd
            for (int j = 0; j < kColumns; ++j)
              sums[i][j] += factor * panel[k][j];
          }
        for (int i = 0; i < kRows; ++i)
#pragma omp simd
          for (int j = 0; j < kColumns; ++j)
            c[long(row + i) * n + column + j] += sums[i][j];
      }
    }
  }
}
