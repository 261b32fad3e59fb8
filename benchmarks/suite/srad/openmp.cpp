// Rows with threads, columns with vectors. One variant keeps the differences
// in memory, the other has two images and computes them again.
// directives: differences

#include "problem.h"

#include <algorithm>

static float statistics(const float *image, size_t count) {
  float sum = 0, squares = 0;
#pragma omp parallel for simd reduction(+ : sum, squares) schedule(static)
  for (size_t i = 0; i < count; ++i)
    sum += image[i], squares += image[i] * image[i];
  return variation(sum, squares, count);
}

struct Rows {
  const float *own, *north, *south;
};

static Rows rowsAt(const float *image, int i, int rows, int columns) {
  return {image + size_t(i) * columns,
          image + size_t(std::max(i - 1, 0)) * columns,
          image + size_t(std::min(i + 1, rows - 1)) * columns};
}

static void coefficients(const float *image, float *c, int i, int rows,
                         int columns, float q0) {
  Rows r = rowsAt(image, i, rows, columns);
  float *out = c + size_t(i) * columns;
  auto one = [&](int j, int west, int east) {
    float value = r.own[j];
    out[j] = coefficient(value, r.north[j] - value, r.south[j] - value,
                         r.own[west] - value, r.own[east] - value, q0);
  };
  one(0, 0, 1);
#pragma omp simd
  for (int j = 1; j < columns - 1; ++j)
    one(j, j - 1, j + 1);
  one(columns - 1, columns - 2, columns - 1);
}

static void update(const float *image, const float *c, float *out, int i,
                   int rows, int columns) {
  Rows r = rowsAt(image, i, rows, columns), k = rowsAt(c, i, rows, columns);
  out += size_t(i) * columns;
  auto one = [&](int j, int west, int east) {
    float value = r.own[j];
    float divergence = k.own[j] * (r.north[j] - value + r.own[west] - value) +
                       k.south[j] * (r.south[j] - value) +
                       k.own[east] * (r.own[east] - value);
    out[j] = value + 0.25f * kLambda * divergence;
  };
  one(0, 0, 1);
#pragma omp simd
  for (int j = 1; j < columns - 1; ++j)
    one(j, j - 1, j + 1);
  one(columns - 1, columns - 2, columns - 1);
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int rows = problem.rows, columns = problem.columns;
  size_t count = problem.image.size();
  std::vector<float> image, c(count), other(count);
  std::vector<float> north(count), south(count), west(count), east(count);

  program.measure(
      "differences", [&] { image = problem.image; },
      [&] {
        for (int iteration = 0; iteration < problem.iterations; ++iteration) {
          float q0 = statistics(image.data(), count);
#pragma omp parallel for schedule(static)
          for (int i = 0; i < rows; ++i) {
            Rows r = rowsAt(image.data(), i, rows, columns);
            size_t row = size_t(i) * columns;
#pragma omp simd
            for (int j = 0; j < columns; ++j) {
              float value = r.own[j];
              float dn = r.north[j] - value, ds = r.south[j] - value;
              float dw = r.own[j > 0 ? j - 1 : 0] - value;
              float de = r.own[j < columns - 1 ? j + 1 : j] - value;
              c[row + j] = coefficient(value, dn, ds, dw, de, q0);
              north[row + j] = dn, south[row + j] = ds;
              west[row + j] = dw, east[row + j] = de;
            }
          }
#pragma omp parallel for schedule(static)
          for (int i = 0; i < rows; ++i) {
            Rows k = rowsAt(c.data(), i, rows, columns);
            size_t row = size_t(i) * columns;
#pragma omp simd
            for (int j = 0; j < columns; ++j)
              image[row + j] +=
                  0.25f * kLambda *
                  (k.own[j] * (north[row + j] + west[row + j]) +
                   k.south[j] * south[row + j] +
                   k.own[j < columns - 1 ? j + 1 : j] * east[row + j]);
          }
        }
      });
  program.result("differences", image);

  program.measure(
      "images", [&] { image = problem.image; },
      [&] {
        for (int iteration = 0; iteration < problem.iterations; ++iteration) {
          float q0 = statistics(image.data(), count);
#pragma omp parallel
          {
#pragma omp for schedule(static)
            for (int i = 0; i < rows; ++i)
              coefficients(image.data(), c.data(), i, rows, columns, q0);
#pragma omp for schedule(static)
            for (int i = 0; i < rows; ++i)
              update(image.data(), c.data(), other.data(), i, rows, columns);
          }
          image.swap(other);
        }
      });
  program.result("images", image);
}
