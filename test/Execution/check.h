//===- check.h - What execution tests share ---------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A test computes something in a kernel, says what should have come out, and
// prints a hash of what did. It ends with a nonzero status at the first value
// that differs. The hash is there so that runs can be compared with each other.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_TEST_EXECUTION_CHECK_H
#define HEDDLE_TEST_EXECUTION_CHECK_H

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#define CUDA(call) checkCuda((call), #call, __LINE__)

inline void checkCuda(cudaError_t error, const char *call, int line) {
  if (error == cudaSuccess)
    return;
  printf("line %d: %s: %s\n", line, call, cudaGetErrorString(error));
  exit(1);
}

/// An array in device memory, cleared or with the given values.
template <typename T> class DeviceArray {
public:
  explicit DeviceArray(size_t size) : count(size) {
    CUDA(cudaMalloc(&memory, count * sizeof(T)));
    CUDA(cudaMemset(memory, 0, count * sizeof(T)));
  }
  explicit DeviceArray(const std::vector<T> &values) : count(values.size()) {
    CUDA(cudaMalloc(&memory, count * sizeof(T)));
    CUDA(cudaMemcpy(memory, values.data(), count * sizeof(T),
                    cudaMemcpyHostToDevice));
  }
  DeviceArray(const DeviceArray &) = delete;
  DeviceArray &operator=(const DeviceArray &) = delete;
  ~DeviceArray() { cudaFree(memory); }

  T *data() const { return memory; }
  operator T *() const { return memory; }

  /// The values once all kernels launched so far have run.
  std::vector<T> read() const {
    CUDA(cudaGetLastError());
    CUDA(cudaDeviceSynchronize());
    std::vector<T> values(count);
    CUDA(cudaMemcpy(values.data(), memory, count * sizeof(T),
                    cudaMemcpyDeviceToHost));
    return values;
  }

private:
  T *memory = nullptr;
  size_t count;
};

/// The numbers 0, 1, 2, …
template <typename T> std::vector<T> iota(int count) {
  std::vector<T> values(count);
  for (int i = 0; i < count; ++i)
    values[i] = T(i);
  return values;
}

template <typename T> void expectValue(T got, T want, const char *what) {
  if (got == want) {
    printf("%s = %s\n", what, std::to_string(got).c_str());
    return;
  }
  printf("%s is %s but should be %s\n", what, std::to_string(got).c_str(),
         std::to_string(want).c_str());
  exit(1);
}

/// Compares element `i` with `want(i)`, exactly. Floating-point tests that use
/// it compute with small integers, so that no order of operations matters.
template <typename T, typename Reference>
void expect(const std::vector<T> &got, Reference want) {
  unsigned long long hash = 0xcbf29ce484222325ull;
  for (size_t i = 0; i < got.size(); ++i) {
    T wanted = T(want(int(i)));
    if (!(got[i] == wanted)) {
      printf("element %zu is %s but should be %s\n", i,
             std::to_string(got[i]).c_str(), std::to_string(wanted).c_str());
      exit(1);
    }
    const unsigned char *bytes =
        reinterpret_cast<const unsigned char *>(&got[i]);
    for (size_t b = 0; b < sizeof(T); ++b)
      hash = (hash ^ bytes[b]) * 0x100000001b3ull;
  }
  printf("%zu values, hash %016llx\n", got.size(), hash);
}

template <typename T, typename Reference>
void expect(const DeviceArray<T> &got, Reference want) {
  expect(got.read(), want);
}

/// Compares element `i` with `want(i)` to a relative tolerance. Prints no hash:
/// the last bits may differ between vector and scalar math functions.
template <typename T, typename Reference>
void expectNear(const DeviceArray<T> &array, double tolerance, Reference want) {
  std::vector<T> got = array.read();
  for (size_t i = 0; i < got.size(); ++i) {
    double wanted = double(want(int(i)));
    if (!(std::fabs(double(got[i]) - wanted) <=
          tolerance * std::fmax(1.0, std::fabs(wanted)))) {
      printf("element %zu is %.9g but should be %.9g\n", i, double(got[i]),
             wanted);
      exit(1);
    }
  }
  printf("%zu values within %g\n", got.size(), tolerance);
}

#endif // HEDDLE_TEST_EXECUTION_CHECK_H
