//===- cublas_gemm.cu - cublasSgemm beside OpenBLAS called directly -------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// heddle benchmarks/cublas_gemm.cu -lcublas -o gemm && ./gemm
//
// The reference is the system's OpenBLAS with its own threads, which is loaded
// by name. Both are measured in turns; each line has the medians.
//
//===----------------------------------------------------------------------===//

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <thread>
#include <vector>

using Sgemm = void (*)(int, int, int, int, int, int, float, const float *, int,
                       const float *, int, float, float *, int);

template <typename Work> static double seconds(Work work) {
  // OpenBLAS's threads and the runtime's spin after a call; let them sleep.
  std::this_thread::sleep_for(std::chrono::milliseconds(20));
  auto begin = std::chrono::steady_clock::now();
  work();
  std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
  return time.count();
}

static double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2,
                   values.end());
  return values[values.size() / 2];
}

int main() {
  void *openblas = dlopen("libopenblas.so.0", RTLD_NOW | RTLD_LOCAL);
  auto direct = openblas
                    ? reinterpret_cast<Sgemm>(dlsym(openblas, "cblas_sgemm"))
                    : nullptr;
  if (!direct) {
    printf("libopenblas.so.0 was not found\n");
    return 1;
  }
  cublasHandle_t handle;
  cublasCreate(&handle);
  printf("%6s %12s %12s %8s\n", "n", "cuBLAS", "OpenBLAS", "ratio");
  for (int n : {64, 256, 512, 1024, 2048}) {
    std::vector<float> a(size_t(n) * n, 1), b(a), c(a);
    float one = 1, zero = 0;
    int repeat = std::max(1, int(4e8 / (2.0 * n * n * n)));
    std::vector<double> ours, theirs;
    for (int round = 0; round < 15; ++round) {
      ours.push_back(seconds([&] {
        for (int i = 0; i < repeat; ++i)
          cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a.data(),
                      n, b.data(), n, &zero, c.data(), n);
      }));
      theirs.push_back(seconds([&] {
        for (int i = 0; i < repeat; ++i)
          direct(102, 111, 111, n, n, n, 1, a.data(), n, b.data(), n, 0,
                 c.data(), n);
      }));
    }
    double flops = 2.0 * n * n * n * repeat;
    double mine = median(ours), reference = median(theirs);
    printf("%6d %7.1f GF/s %7.1f GF/s %8.2f\n", n, flops / mine / 1e9,
           flops / reference / 1e9, reference / mine);
  }
}
