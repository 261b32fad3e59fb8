// As the CUDA program.

#include "../opencl.h"
#include "problem.h"

#include <memory>

const char kSource[] = {
#embed "kernel.cl" suffix(, )
    0};
const int kThreads = 256, kElements = 2 * kThreads;

/// The sums of one level, and their own scan.
struct Level {
  const suite::Kernel &scanBlocks, &addSums;
  int n, blocks;
  suite::Buffer<int> sums, scanned;
  std::unique_ptr<Level> next;

  Level(const suite::Queue &queue, const suite::Kernel &scanBlocks,
        const suite::Kernel &addSums, int n)
      : scanBlocks(scanBlocks), addSums(addSums), n(n),
        blocks((n + kElements - 1) / kElements), sums(queue, blocks),
        scanned(queue, blocks),
        next(blocks > 1 ? new Level(queue, scanBlocks, addSums, blocks)
                        : nullptr) {}

  void scan(const suite::Buffer<int> &in, const suite::Buffer<int> &out) {
    scanBlocks.launch(blocks, kThreads, in, out, sums, n);
    if (!next)
      return;
    next->scan(sums, scanned);
    addSums.launch(blocks, kThreads, out, scanned, n);
  }
};

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  suite::Queue queue;
  suite::Kernels kernels(queue, kSource,
                         suite::constant("kThreads", kThreads) +
                             suite::constant("kElements", kElements));
  suite::Kernel scanBlocks(kernels, "scanBlocks"), addSums(kernels, "addSums");
  suite::Buffer<int> values(queue, problem.values), result(queue, problem.n);
  Level level(queue, scanBlocks, addSums, problem.n);
  program.measure("opencl", [&] {
    level.scan(values, result);
    queue.wait();
  });
  program.result("opencl", result.read());
}
