// RUN: %heddle %s -o %t && %t
// REQUIRES: cccl

// cub::DeviceSelect keeps the order of what it selects.

#include "../check.h"
#include <cub/device/device_select.cuh>

struct IsOdd {
  __device__ bool operator()(int value) const { return value & 1; }
};

int main() {
  std::vector<int> values(100000), odd;
  for (size_t i = 0; i < values.size(); ++i)
    if ((values[i] = int(i * 7919 % 1013)) & 1)
      odd.push_back(values[i]);
  DeviceArray<int> in(values), out(values.size()), count(1);
  size_t bytes = 0;
  CUDA(cub::DeviceSelect::If(nullptr, bytes, in.data(), out.data(),
                             count.data(), int(values.size()), IsOdd()));
  DeviceArray<char> scratch(bytes);
  CUDA(cub::DeviceSelect::If(scratch.data(), bytes, in.data(), out.data(),
                             count.data(), int(values.size()), IsOdd()));
  expect(count, [&](int) { return int(odd.size()); });
  expect(out, [&](int i) { return i < int(odd.size()) ? odd[i] : 0; });
}
