// As the CUDA program.

#include "../opencl.h"
#include "problem.h"

#include <utility>

const char kSource[] = {
#embed "kernel.cl" suffix(, )
    0};
const int kBlock = 16, kAtOnce = 2, kInner = kBlock - 2 * kAtOnce;

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int rows = problem.rows, columns = problem.columns;
  suite::Queue queue;
  suite::Kernels kernels(
      queue, kSource,
      suite::constant("kBlock", kBlock) + suite::constant("kAtOnce", kAtOnce) +
          suite::constant("kInner", kInner) + suite::constant("kX", kX) +
          suite::constant("kY", kY) + suite::constant("kAir", kAir) +
          suite::constant("kPower", kPower));
  suite::Kernel heat(kernels, "heat");
  suite::Buffer<float> power(queue, problem.power),
      one(queue, problem.temperature), two(queue, problem.power.size());
  const suite::Buffer<float> *in = &one, *out = &two;
  std::array<size_t, 2> grid = {size_t(columns + kInner - 1) / kInner,
                                size_t(rows + kInner - 1) / kInner};
  program.measure(
      "opencl",
      [&] {
        one.write(problem.temperature);
        in = &one;
        out = &two;
      },
      [&] {
        for (int step = 0; step < kSteps; step += kAtOnce) {
          heat.launch(grid, {kBlock, kBlock}, *in, *out, power, rows, columns);
          std::swap(in, out);
        }
        queue.wait();
      });
  program.result("opencl", in->read());
}
