// RUN: %heddle -emit=lowered %s | FileCheck %s
// The largest block of a kernel is what __launch_bounds__ says, 1,024 without.

// CHECK-DAG: @_Z7boundedPi.device.info = {{.*}} i32 128, i32 {{[0-9]+}}, i32 {{[0-9]+}}, i32 {{[0-9]+}}, ptr @{{.*}} }
__global__ void __launch_bounds__(128) bounded(int *a) { *a = 1; }

// CHECK-DAG: @_Z4bothPi.device.info = {{.*}} i32 256, i32 {{[0-9]+}}, i32 {{[0-9]+}}, i32 {{[0-9]+}}, ptr @{{.*}} }
__global__ void __launch_bounds__(64 * 4, 2) both(int *a) { *a = 1; }

// CHECK-DAG: @_Z4nonePi.device.info = {{.*}} i32 1024, i32 {{[0-9]+}}, i32 {{[0-9]+}}, i32 {{[0-9]+}}, ptr @{{.*}} }
__global__ void none(int *a) { *a = 1; }

void launch() {
  bounded<<<1, 1>>>(nullptr);
  both<<<1, 1>>>(nullptr);
  none<<<1, 1>>>(nullptr);
}
