// RUN: %heddle -O1 %s -o %t && %t
// REQUIRES: cccl

// thrust::sort on the device, of a device_vector. At -O1, which compiles these
// large kernels in half the time.

#include "../check.h"
#include <algorithm>
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/sort.h>

int main() {
  std::vector<int> values(100000);
  unsigned random = 1;
  for (int &value : values)
    value = int(random = random * 1664525 + 1013904223);
  thrust::device_vector<int> device(values.begin(), values.end());
  thrust::sort(device.begin(), device.end());
  std::vector<int> sorted(values.size());
  thrust::copy(device.begin(), device.end(), sorted.begin());
  std::sort(values.begin(), values.end());
  expect(sorted, [&](int i) { return values[i]; });
}
