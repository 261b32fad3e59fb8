// Row after row.

#include "problem.h"

#include <algorithm>

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int n = problem.n, pitch = n + 1;
  std::vector<int> scores = problem.start();
  program.measure("serial", [&] {
    for (int y = 1; y <= n; ++y)
      for (int x = 1; x <= n; ++x) {
        int i = y * pitch + x;
        scores[i] =
            std::max(scores[i - pitch - 1] + problem.fit[(y - 1) * n + x - 1],
                     std::max(scores[i - pitch], scores[i - 1]) - kPenalty);
      }
  });
  program.result("serial", scores);
}
