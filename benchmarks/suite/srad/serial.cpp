// One pixel after the other.

#include "problem.h"

#include <algorithm>

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int rows = problem.rows, columns = problem.columns;
  std::vector<float> image, c(problem.image.size());
  auto at = [&](int i, int j) {
    i = std::clamp(i, 0, rows - 1), j = std::clamp(j, 0, columns - 1);
    return size_t(i) * columns + j;
  };
  program.measure(
      "serial", [&] { image = problem.image; },
      [&] {
        for (int iteration = 0; iteration < problem.iterations; ++iteration) {
          double sum = 0, squares = 0;
          for (float value : image)
            sum += value, squares += value * value;
          float q0 = variation(sum, squares, image.size());
          for (int i = 0; i < rows; ++i)
            for (int j = 0; j < columns; ++j) {
              float value = image[at(i, j)];
              c[at(i, j)] = coefficient(value, image[at(i - 1, j)] - value,
                                        image[at(i + 1, j)] - value,
                                        image[at(i, j - 1)] - value,
                                        image[at(i, j + 1)] - value, q0);
            }
          // Only the differences of the old values count.
          std::vector<float> old = image;
          for (int i = 0; i < rows; ++i)
            for (int j = 0; j < columns; ++j) {
              float value = old[at(i, j)], own = c[at(i, j)];
              float divergence = own * (old[at(i - 1, j)] - value) +
                                 c[at(i + 1, j)] * (old[at(i + 1, j)] - value) +
                                 own * (old[at(i, j - 1)] - value) +
                                 c[at(i, j + 1)] * (old[at(i, j + 1)] - value);
              image[at(i, j)] = value + 0.25f * kLambda * divergence;
            }
        }
      });
  program.result("serial", image);
}
