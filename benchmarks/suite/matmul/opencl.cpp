// As the CUDA program.

#include "../opencl.h"
#include "problem.h"

const char kSource[] = {
#embed "kernel.cl" suffix(, )
    0};
const int kTile = 16;

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  suite::Queue queue;
  suite::Kernels kernels(queue, kSource, suite::constant("kTile", kTile));
  suite::Kernel matmul(kernels, "matmul");
  suite::Buffer<float> a(queue, problem.a), b(queue, problem.b),
      c(queue, problem.a.size());
  size_t tiles = (problem.n + kTile - 1) / kTile;
  program.measure("opencl", [&] {
    matmul.launch({tiles, tiles}, {kTile, kTile}, a, b, c, problem.n);
    queue.wait();
  });
  program.result("opencl", c.read());
}
