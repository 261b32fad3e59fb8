// Row after row.

#include "problem.h"

#include <algorithm>

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int columns = problem.columns;
  std::vector<int> in(columns), out(columns);
  program.measure("serial", [&] {
    std::copy_n(problem.costs.begin(), columns, in.begin());
    for (int row = 1; row < problem.rows; ++row) {
      const int *costs = &problem.costs[size_t(row) * columns];
      for (int x = 0; x < columns; ++x) {
        int left = in[std::max(x - 1, 0)];
        int right = in[std::min(x + 1, columns - 1)];
        out[x] = costs[x] + std::min(in[x], std::min(left, right));
      }
      std::swap(in, out);
    }
  });
  program.result("serial", in);
}
