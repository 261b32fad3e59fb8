// Two kernels for each pivot: the factors of the rows, and the elimination.

#include "../device.h"
#include "problem.h"

constexpr int kThreads = 256, kTile = 16;

__global__ void factors(const float *a, float *factor, int n, int k) {
  int i = k + 1 + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    factor[i] = a[(size_t)i * n + k] / a[(size_t)k * n + k];
}

__global__ void eliminate(float *a, float *b, const float *factor, int n,
                          int k) {
  int j = k + blockIdx.x * blockDim.x + threadIdx.x;
  int i = k + 1 + blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= n || j >= n)
    return;
  a[(size_t)i * n + j] -= factor[i] * a[(size_t)k * n + j];
  if (j == k)
    b[i] -= factor[i] * b[k];
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int n = problem.n;
  suite::Device<float> a(problem.matrix.size()), b(n), factor(n);
  std::vector<float> x;
  program.measure(
      "cuda",
      [&] {
        a.write(problem.matrix);
        b.write(problem.right);
      },
      [&] {
        for (int k = 0; k < n - 1; ++k) {
          int rows = n - k - 1, columns = n - k;
          factors<<<(rows + kThreads - 1) / kThreads, kThreads>>>(a, factor, n,
                                                                  k);
          dim3 grid((columns + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
          eliminate<<<grid, dim3(kTile, kTile)>>>(a, b, factor, n, k);
        }
        suite::wait();
        x = substitute(a.read().data(), b.read().data(), n);
      });
  program.result("cuda", x);
}
