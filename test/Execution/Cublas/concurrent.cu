// Products that run on several threads at once do not share OpenBLAS's buffers:
// thousands of small ones allocate and free their buffers all the time.
//
// RUN: %heddle -O1 %s -lcublas -o %t && %t | FileCheck %s

#include "blas.h"
#include <thread>

constexpr int n = 40, batch = 400, rounds = 50;

/// The products of one handle. All numbers are small integers, so that sums are
/// exact in any order.
static bool multiply(int seed) {
  cublasHandle_t handle;
  cublasCreate(&handle);
  float *a, *b, *c;
  cudaMallocManaged(&a, sizeof(float) * n * n * batch);
  cudaMallocManaged(&b, sizeof(float) * n * n * batch);
  cudaMallocManaged(&c, sizeof(float) * n * n * batch);
  for (int i = 0; i < n * n * batch; ++i) {
    a[i] = float((i / 7 + seed) % 11 - 5);
    b[i] = float((i / 3 * 5 + seed) % 13 - 6);
  }
  bool right = true;
  float one = 1, zero = 0;
  std::vector<float> expected(n * n * batch);
  for (int m = 0; m < batch; ++m)
    for (int j = 0; j < n; ++j)
      for (int k = 0; k < n; ++k)
        for (int i = 0; i < n; ++i)
          expected[m * n * n + j * n + i] +=
              a[m * n * n + k * n + i] * b[m * n * n + j * n + k];
  for (int round = 0; round < rounds && right; ++round) {
    cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one,
                              a, n, n * n, b, n, n * n, &zero, c, n, n * n,
                              batch);
    cudaDeviceSynchronize();
    for (int i = 0; i < n * n * batch; ++i)
      right &= c[i] == expected[i];
  }
  cudaFree(a);
  cudaFree(b);
  cudaFree(c);
  cublasDestroy(handle);
  return right;
}

int main() {
  printf("a batch: %s\n", multiply(0) ? "right" : "wrong");
  bool right[4];
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    threads.emplace_back([&right, i] { right[i] = multiply(i); });
  for (std::thread &thread : threads)
    thread.join();
  bool all = right[0] && right[1] && right[2] && right[3];
  printf("host threads: %s\n", all ? "right" : "wrong");
}

// CHECK: a batch: right
// CHECK: host threads: right
