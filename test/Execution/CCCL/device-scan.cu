// RUN: %heddle %s -o %t && %t
// REQUIRES: cccl

// cub::DeviceScan: blocks wait for the sums of earlier blocks (decoupled
// look-back).

#include "../check.h"
#include <cub/device/device_scan.cuh>

int main() {
  std::vector<int> values(300000), sums(values.size());
  int sum = 0;
  for (size_t i = 0; i < values.size(); ++i)
    sums[i] = sum += values[i] = int(i * 7919 % 101) - 50;
  DeviceArray<int> in(values), out(values.size());
  size_t bytes = 0;
  CUDA(cub::DeviceScan::InclusiveSum(nullptr, bytes, in.data(), out.data(),
                                     int(values.size())));
  DeviceArray<char> scratch(bytes);
  CUDA(cub::DeviceScan::InclusiveSum(scratch.data(), bytes, in.data(),
                                     out.data(), int(values.size())));
  expect(out, [&](int i) { return sums[i]; });
}
