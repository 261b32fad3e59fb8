// By rows of the result; in blocks; and in blocks by way of a small copy.
// directives: plain, blocked16, blocked64

#include "problem.h"

#include <algorithm>

static void plain(const float *in, float *out, int rows, int columns) {
#pragma omp parallel for
  for (int x = 0; x < columns; ++x)
    for (int y = 0; y < rows; ++y)
      out[x * rows + y] = in[y * columns + x];
}

template <int kBlock>
static void blocked(const float *in, float *out, int rows, int columns) {
#pragma omp parallel for collapse(2)
  for (int top = 0; top < rows; top += kBlock)
    for (int left = 0; left < columns; left += kBlock)
      for (int x = left; x < std::min(left + kBlock, columns); ++x)
#pragma omp simd
        for (int y = top; y < std::min(top + kBlock, rows); ++y)
          out[x * rows + y] = in[y * columns + x];
}

static void copied(const float *in, float *out, int rows, int columns) {
  const int kBlock = 32;
#pragma omp parallel for collapse(2)
  for (int top = 0; top < rows; top += kBlock)
    for (int left = 0; left < columns; left += kBlock) {
      // A line more, so that a column falls into different places of the cache.
      float block[kBlock][kBlock + 16];
      int height = std::min(kBlock, rows - top);
      int width = std::min(kBlock, columns - left);
      for (int y = 0; y < height; ++y)
#pragma omp simd
        for (int x = 0; x < width; ++x)
          block[y][x] = in[(top + y) * columns + left + x];
      for (int x = 0; x < width; ++x)
#pragma omp simd
        for (int y = 0; y < height; ++y)
          out[(left + x) * rows + top + y] = block[y][x];
    }
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<float> result(problem.values.size());
  const struct {
    const char *name;
    void (*function)(const float *, float *, int, int);
  } variants[] = {{"plain", plain},
                  {"blocked16", blocked<16>},
                  {"blocked64", blocked<64>},
                  {"copied", copied}};
  for (auto variant : variants) {
    program.measure(variant.name, [&] {
      variant.function(problem.values.data(), result.data(), problem.rows,
                       problem.columns);
    });
    program.result(variant.name, result);
  }
}
