// RUN: %heddle -emit=lowered %s | FileCheck %s --implicit-check-not='@scale =' --implicit-check-not='@table ='
// A variable of the device that host code names is one variable: the host's
// shadow is gone, and the address that is passed is that of the device's.

// CHECK-DAG: @scale.device = internal global float 2.000000e+00
// CHECK-DAG: @table.device = internal global [4 x i32] zeroinitializer
__device__ float scale = 2;
__constant__ int table[4];

__global__ void kernel(float *a, int i) { *a *= scale * table[i]; }

// CHECK-LABEL: define {{.*}} @main(
// CHECK: @table.device
int main() {
  int values[4] = {1, 2, 3, 4};
  cudaMemcpyToSymbol(table, values, sizeof values);
  kernel<<<1, 1>>>(nullptr, 1);
  return 0;
}

// CHECK-LABEL: define internal void @__heddle_register()
// CHECK-DAG: call void @__heddle_register_variable(ptr @scale.device, {{.*}} i64 4, i32
// CHECK-DAG: call void @__heddle_register_variable(ptr @table.device, {{.*}} i64 16, i32
