// RUN: %heddle %s -o %t && %t
// REQUIRES: cccl

// cub::DeviceReduce.

#include "../check.h"
#include <cub/device/device_reduce.cuh>

int main() {
  std::vector<int> values(100000);
  long want = 0;
  for (size_t i = 0; i < values.size(); ++i)
    want += values[i] = int(i * 7919 % 101) - 20;
  DeviceArray<int> in(values), out(1);
  size_t bytes = 0;
  CUDA(cub::DeviceReduce::Sum(nullptr, bytes, in.data(), out.data(),
                              int(values.size())));
  DeviceArray<char> scratch(bytes);
  CUDA(cub::DeviceReduce::Sum(scratch.data(), bytes, in.data(), out.data(),
                              int(values.size())));
  expect(out, [&](int) { return want; });
}
