// In blocks, as a write far from the last one costs a line of the cache.

#include "problem.h"

#include <algorithm>

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int rows = problem.rows, columns = problem.columns;
  std::vector<float> result(problem.values.size());
  const int kBlock = 32;
  program.measure("serial", [&] {
    for (int top = 0; top < rows; top += kBlock)
      for (int left = 0; left < columns; left += kBlock)
        for (int x = left; x < std::min(left + kBlock, columns); ++x)
          for (int y = top; y < std::min(top + kBlock, rows); ++y)
            result[x * rows + y] = problem.values[y * columns + x];
  });
  program.result("serial", result);
}
