// stencil_openmp <n> <repeats> <result prefix>: 100 steps of the heat equation
// by OpenMP, twice: with the tiles of stencil.cu, halo and all, and as the
// plain loops over rows and columns. The best one counts.

#include "measure.h"

#include <utility>

const int kSteps = 100;
const float kRate = 0.2f;

/// As stencil.cu does it: a tile with its halo is copied, then updated.
static void tiled(const float *in, float *out, int n) {
  const int kWidth = 32, kHeight = 8;
#pragma omp parallel for collapse(2)
  for (int top = 0; top < n; top += kHeight)
    for (int left = 0; left < n; left += kWidth) {
      float tile[kHeight + 2][kWidth + 2];
      const int height = n - top < kHeight ? n - top : kHeight;
      const int width = n - left < kWidth ? n - left : kWidth;
      const int firstRow = top > 0 ? -1 : 0;
      const int lastRow = top + height < n ? height : height - 1;
      const int firstColumn = left > 0 ? -1 : 0;
      const int lastColumn = left + width < n ? width : width - 1;
      for (int y = firstRow; y <= lastRow; ++y)
        for (int x = firstColumn; x <= lastColumn; ++x)
          tile[y + 1][x + 1] = in[(top + y) * n + left + x];
      for (int y = 0; y < height; ++y)
#pragma omp simd
        for (int x = 0; x < width; ++x) {
          bool rim = top + y == 0 || top + y == n - 1 || left + x == 0 ||
                     left + x == n - 1;
          float centre = tile[y + 1][x + 1];
          float change = tile[y][x + 1] + tile[y + 2][x + 1] + tile[y + 1][x] +
                         tile[y + 1][x + 2] - 4 * centre;
          out[(top + y) * n + left + x] =
              rim ? centre : centre + kRate * change;
        }
    }
}

static void plain(const float *in, float *out, int n) {
#pragma omp parallel for
  for (int y = 0; y < n; ++y) {
    if (y == 0 || y == n - 1) {
      for (int x = 0; x < n; ++x)
        out[y * n + x] = in[y * n + x];
      continue;
    }
    out[y * n] = in[y * n];
    out[y * n + n - 1] = in[y * n + n - 1];
#pragma omp simd
    for (int x = 1; x < n - 1; ++x) {
      int i = y * n + x;
      out[i] = in[i] + kRate * (in[i - n] + in[i + n] + in[i - 1] + in[i + 1] -
                                4 * in[i]);
    }
  }
}

int main(int argc, char **argv) {
  if (argc < 4)
    return 2;
  const int n = atoi(argv[1]), repeats = atoi(argv[2]);
  const size_t count = size_t(n) * n;
  std::vector<float> plate(count);
  for (size_t i = 0; i < count; ++i)
    plate[i] = float(i * 2654435761u % 1000) / 10;
  const struct {
    const char *name;
    void (*function)(const float *, float *, int);
  } variants[] = {{"tiled", tiled}, {"plain", plain}};
  for (auto variant : variants) {
    std::vector<float> in = plate, out(count);
    measure(variant.name, repeats, [&] {
      for (int step = 0; step < kSteps; ++step) {
        variant.function(in.data(), out.data(), n);
        std::swap(in, out);
      }
    });
    writeResult(argv[3], variant.name, in);
  }
}
