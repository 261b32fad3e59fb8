// Byte after byte.

#include "problem.h"

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<uint32_t> result;
  program.measure("serial", [&] {
    result.assign(kBins, 0);
    for (uint32_t word : problem.values) {
      ++result[word & 255];
      ++result[word >> 8 & 255];
      ++result[word >> 16 & 255];
      ++result[word >> 24];
    }
  });
  program.result("serial", result);
}
