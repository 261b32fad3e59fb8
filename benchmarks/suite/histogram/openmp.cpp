// Each thread counts for itself; and each byte of a word for itself, so that a
// count need not wait for the one before.
// directives: plain

#include "problem.h"

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  uint32_t result[kBins];
  const uint32_t *values = problem.values.data();
  int n = problem.words;
  program.measure("plain", [&] {
    memset(result, 0, sizeof(result));
#pragma omp parallel for reduction(+ : result)
    for (int i = 0; i < n; ++i) {
      uint32_t word = values[i];
      ++result[word & 255];
      ++result[word >> 8 & 255];
      ++result[word >> 16 & 255];
      ++result[word >> 24];
    }
  });
  program.result("plain", result, kBins);

  program.measure("four", [&] {
    memset(result, 0, sizeof(result));
#pragma omp parallel
    {
      uint32_t counts[4][kBins] = {};
#pragma omp for nowait
      for (int i = 0; i < n; ++i) {
        uint32_t word = values[i];
        ++counts[0][word & 255];
        ++counts[1][word >> 8 & 255];
        ++counts[2][word >> 16 & 255];
        ++counts[3][word >> 24];
      }
#pragma omp critical
      for (int i = 0; i < kBins; ++i)
        result[i] += counts[0][i] + counts[1][i] + counts[2][i] + counts[3][i];
    }
  });
  program.result("four", result, kBins);
}
