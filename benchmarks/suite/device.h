//===- device.h - What the CUDA programs of the suite share -----*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_BENCHMARKS_SUITE_DEVICE_H
#define HEDDLE_BENCHMARKS_SUITE_DEVICE_H

#include "program.h"

#include <cuda_runtime.h>

namespace suite {

/// Ends the program where a call of the runtime failed.
inline void check(cudaError_t error) {
  if (error != cudaSuccess)
    Program::fail(cudaGetErrorString(error));
}

/// Waits for all that was launched.
inline void wait() {
  check(cudaGetLastError());
  check(cudaDeviceSynchronize());
}

/// An array in device memory.
template <typename T> class Device {
public:
  explicit Device(size_t count) : count(count) {
    check(cudaMalloc(&memory, count * sizeof(T)));
  }
  explicit Device(const std::vector<T> &values) : Device(values.size()) {
    write(values);
  }
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;
  ~Device() { cudaFree(memory); }

  operator T *() const { return memory; }
  size_t size() const { return count; }
  void write(const std::vector<T> &values) {
    check(cudaMemcpy(memory, values.data(), count * sizeof(T),
                     cudaMemcpyHostToDevice));
  }
  void clear() { check(cudaMemset(memory, 0, count * sizeof(T))); }
  std::vector<T> read() const {
    std::vector<T> values(count);
    check(cudaMemcpy(values.data(), memory, count * sizeof(T),
                     cudaMemcpyDeviceToHost));
    return values;
  }

private:
  T *memory = nullptr;
  size_t count;
};

} // namespace suite

#endif // HEDDLE_BENCHMARKS_SUITE_DEVICE_H
