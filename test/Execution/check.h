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

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CUDA(call) checkCuda((call), #call, __LINE__)

inline void checkCuda(cudaError_t error, const char *call, int line) {
  if (error == cudaSuccess)
    return;
  printf("line %d: %s: %s\n", line, call, cudaGetErrorString(error));
  exit(1);
}

/// For what a test finds out by itself.
#define CHECK(condition) checkHolds((condition), __LINE__, #condition)

inline void checkHolds(bool holds, int line, const char *what = "right") {
  if (holds)
    return;
  printf("line %d: not %s\n", line, what);
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

/// Prints a number of any type.
template <typename T> void print(T value) {
  if (T(0.5) != T(0))
    printf("%.9g", double(value));
  else if (T(-1) < T(0))
    printf("%lld", (long long)value);
  else
    printf("%llu", (unsigned long long)value);
}

/// Prints `before`, what there is, what there should be, and ends the program.
template <typename T> void fail(const char *before, T got, T want) {
  printf("%s is ", before);
  print(got);
  printf(" but should be ");
  print(want);
  printf("\n");
  exit(1);
}

template <typename T> void expectValue(T got, T want, const char *what) {
  if (!(got == want))
    fail(what, got, want);
  printf("%s = ", what);
  print(got);
  printf("\n");
}

/// Compares element `i` with `want(i)`, exactly. Floating-point tests that use
/// it compute with small integers, so that no order of operations matters.
template <typename T, typename Reference>
void expect(const std::vector<T> &got, Reference want) {
  unsigned long long hash = 0xcbf29ce484222325ull;
  for (size_t i = 0; i < got.size(); ++i) {
    T wanted = T(want(int(i)));
    if (!(got[i] == wanted)) {
      printf("element %zu of %zu", i, got.size());
      fail("", got[i], wanted);
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
