// A thread for each row.

#include "../device.h"
#include "problem.h"

__global__ void multiply(const int *begins, const int *columns,
                         const float *values, const float *vector,
                         float *result, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= n)
    return;
  float sum = 0;
  int end = begins[row + 1];
  for (int i = begins[row]; i < end; ++i)
    sum += values[i] * vector[columns[i]];
  result[row] = sum;
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int n = problem.n;
  suite::Device<int> begins(problem.begins), columns(problem.columns);
  suite::Device<float> values(problem.values), vector(problem.vector),
      result(n);
  program.measure("cuda", [&] {
    multiply<<<(n + 255) / 256, 256>>>(begins, columns, values, vector, result,
                                       n);
    suite::wait();
  });
  program.result("cuda", result.read());
}
