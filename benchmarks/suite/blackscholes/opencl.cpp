// As the CUDA program.

#include "../opencl.h"
#include "problem.h"

const char kSource[] = {
#embed "kernel.cl" suffix(, )
    0};

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int n = problem.n;
  suite::Queue queue;
  suite::Kernels kernels(queue, kSource,
                         suite::constant("kRate", kRate) +
                             suite::constant("kVolatility", kVolatility));
  suite::Kernel price(kernels, "price");
  suite::Buffer<float> prices(queue, problem.price),
      strikes(queue, problem.strike), years(queue, problem.years),
      call(queue, n), put(queue, n);
  program.measure("opencl", [&] {
    price.launch((n + 255) / 256, 256, prices, strikes, years, call, put, n);
    queue.wait();
  });
  std::vector<float> result = call.read(), puts = put.read();
  result.insert(result.end(), puts.begin(), puts.end());
  program.result("opencl", result);
}
