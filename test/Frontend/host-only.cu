// RUN: %heddle -emit=lowered %s | FileCheck %s --implicit-check-not=__heddle
// RUN: %heddle -emit=raised %s | FileCheck %s --check-prefix=DEVICE
// A file without kernels is compiled as C++: nothing for the device, and no
// registration.
#include <vector>

__device__ inline int unused(int x) { return x; }

// CHECK: define {{.*}} @main(
int main() {
  std::vector<int> numbers(3);
  return numbers.size() - 3;
}

// DEVICE: module
// DEVICE-NOT: llvm.func
