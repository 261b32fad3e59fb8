// One byte after the other.

#include "problem.h"

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<uint32_t> out(problem.n + problem.chunks);
  size_t size = 0;
  program.measure("serial", [&] {
    uint32_t counts[kSymbols] = {};
    for (uint8_t byte : problem.bytes)
      ++counts[byte];
    std::vector<Code> codes = makeCodes(counts);
    uint32_t *end = out.data();
    for (int begin = 0; begin < problem.n; begin += kChunk)
      end = encodeChunk(&problem.bytes[begin],
                        std::min(kChunk, problem.n - begin), codes.data(), end);
    size = end - out.data();
  });
  program.result("serial", out.data(), size);
}
