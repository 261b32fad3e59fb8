// The six kernels as an expert writes them for `#pragma omp simd`.
// ORDERED keeps the order of the sum where the kernel's source does (matvec).
#include <cmath>
#include <cstdint>

#define SIMD _Pragma("omp simd")
using Index = long;

extern "C" {

void stencil(const float *__restrict in, float *__restrict out, Index w,
             Index h, float c0, float c1) {
  for (Index y = 1; y < h - 1; ++y) {
    const float *__restrict row = in + y * w, *__restrict up = row - w,
                            *__restrict down = row + w;
    float *__restrict to = out + y * w;
    SIMD for (Index x = 1; x < w - 1; ++x) to[x] =
        c0 * row[x] + c1 * ((up[x] + down[x]) + (row[x - 1] + row[x + 1]));
  }
}

void nbody(const float *__restrict px, const float *__restrict py,
           const float *__restrict pz, const float *__restrict pm,
           float *__restrict ax, float *__restrict ay, float *__restrict az,
           Index n) {
  for (Index i = 0; i < n; ++i) {
    float x = px[i], y = py[i], z = pz[i], sx = 0, sy = 0, sz = 0;
#pragma omp simd reduction(+ : sx, sy, sz)
    for (Index j = 0; j < n; ++j) {
      float dx = px[j] - x, dy = py[j] - y, dz = pz[j] - z;
      float inverse = 1.0f / std::sqrt(dx * dx + dy * dy + dz * dz + 0.01f);
      float s = pm[j] * (inverse * (inverse * inverse));
      sx += dx * s, sy += dy * s, sz += dz * s;
    }
    ax[i] = sx, ay[i] = sy, az[i] = sz;
  }
}

void spmv(const int *__restrict start, const int *__restrict column,
          const float *__restrict value, const float *__restrict x,
          float *__restrict y, Index n) {
  for (Index row = 0; row < n; ++row) {
    float sum = 0;
    int end = start[row + 1];
#pragma omp simd reduction(+ : sum)
    for (int k = start[row]; k < end; ++k)
      sum += value[k] * x[column[k]];
    y[row] = sum;
  }
}

void reduction(const float *__restrict in, float *__restrict out,
               Index blocks) {
  for (Index block = 0; block < blocks; ++block) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (Index i = 0; i < 2048; ++i)
      sum += in[block * 2048 + i];
    out[block] = sum;
  }
}

void bytes(const uint8_t *__restrict in, uint8_t *__restrict out, Index w,
           Index h) {
  for (Index y = 1; y < h - 1; ++y) {
    const uint8_t *__restrict b = in + y * w, *__restrict a = b - w,
                              *__restrict c = b + w;
    uint8_t *__restrict to = out + y * w;
    SIMD for (Index x = 1; x < w - 1; ++x) {
      auto column = [&](Index i) -> uint16_t { return a[i] + 2 * b[i] + c[i]; };
      uint16_t sum = column(x - 1) + 2 * column(x) + column(x + 1) + 8;
      to[x] = sum >> 4;
    }
  }
}

void matvec(const float *__restrict a, const float *__restrict x,
            float *__restrict y, Index rows, Index n) {
#ifdef ORDERED
  constexpr Index Rows = 32;
  for (Index row = 0; row < rows; row += Rows) {
    float sums[Rows] = {};
    Index count = rows - row < Rows ? rows - row : Rows;
    if (count == Rows)
      for (Index k = 0; k < n; ++k)
        SIMD for (Index r = 0; r < Rows; ++r) sums[r] +=
            a[(row + r) * n + k] * x[k];
    else
      for (Index k = 0; k < n; ++k)
        SIMD for (Index r = 0; r < count; ++r) sums[r] +=
            a[(row + r) * n + k] * x[k];
    for (Index r = 0; r < count; ++r)
      y[row + r] = sums[r];
  }
#else
  for (Index row = 0; row < rows; ++row) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (Index k = 0; k < n; ++k)
      sum += a[row * n + k] * x[k];
    y[row] = sum;
  }
#endif
}
}
