// Step after step.

#include "problem.h"

#include <algorithm>

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int rows = problem.rows, columns = problem.columns;
  std::vector<float> in, out(problem.power.size());
  program.measure(
      "serial", [&] { in = problem.temperature; },
      [&] {
        for (int step = 0; step < kSteps; ++step) {
          for (int y = 0; y < rows; ++y) {
            const float *row = &in[y * columns];
            const float *north = &in[std::max(y - 1, 0) * columns];
            const float *south = &in[std::min(y + 1, rows - 1) * columns];
            for (int x = 0; x < columns; ++x)
              out[y * columns + x] =
                  next(row[x], north[x], south[x], row[std::max(x - 1, 0)],
                       row[std::min(x + 1, columns - 1)],
                       problem.power[y * columns + x]);
          }
          std::swap(in, out);
        }
      });
  program.result("serial", in);
}
