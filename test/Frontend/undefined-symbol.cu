// RUN: not %heddle %s -o %t 2>&1 | FileCheck %s
// What is in no file is the linker's to report, by its name in the source.
// CHECK-DAG: undefined symbol: host_function()
// CHECK-DAG: undefined symbol: device_variable
// CHECK-NOT: internal compiler error
int host_function();
extern __device__ int device_variable;

__global__ void kernel(int *a) { *a = device_variable; }

int main() {
  kernel<<<1, 1>>>(nullptr);
  return host_function();
}
