// RUN: %heddle -O3 -emit=lowered %s -o - | FileCheck %s
// RUN: %heddle -O3 -emit=lowered --disable-pass=fuse-launches %s -o - | FileCheck %s --check-prefix=OFF
// RUN: %heddle -O3 -emit=lowered --lowering=fibers %s -o - | FileCheck %s --check-prefix=OFF
// RUN: %heddle -O1 -emit=lowered %s -o - | FileCheck %s --check-prefix=OFF
// A launch may wait where another one follows and nothing is between that could
// tell, and whatever comes instead settles.
// OFF-NOT: call void @__heddle_launch_may_wait
// OFF-NOT: call void @__heddle_launch_settle
#include <cstdio>
#include <cstdlib>

__global__ void own(float *x) { x[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
__global__ void chatty(float *x) {
  x[blockIdx.x * blockDim.x + threadIdx.x] += 1;
  printf("%f", x[0]);
}
__global__ void alone(float *x) {
  x[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}
void other();

// The last one does not wait.
// CHECK-LABEL: define {{.*}}void @_Z3twoPfj(
// CHECK: call void @__heddle_launch_may_wait
// CHECK-NEXT: call void @_Z18__device_stub__ownPf(
// CHECK-NOT: settle
// CHECK-NOT: may_wait
// CHECK: call void @_Z18__device_stub__ownPf(
// CHECK-NOT: settle
// CHECK: ret void
void two(float *x, unsigned n) {
  own<<<n / 64, 64>>>(x);
  own<<<n / 64, 64>>>(x + 1);
}

// CHECK-LABEL: define {{.*}}void @_Z6calledPf(
// CHECK-NOT: may_wait
// CHECK: ret void
void called(float *x) {
  own<<<64, 64>>>(x);
  other();
  own<<<64, 64>>>(x);
}

// On one of the ways.
// CHECK-LABEL: define {{.*}}void @_Z9sometimesPfb(
// CHECK: call void @__heddle_launch_may_wait
// CHECK-NEXT: call void @_Z18__device_stub__ownPf(
// CHECK-DAG: call void @__heddle_launch_settle{{.*[[:space:]].*}}call void @_Z5otherv
// CHECK-DAG: call void @_Z18__device_stub__ownPf(
// CHECK: ret void
void sometimes(float *x, bool b) {
  own<<<64, 64>>>(x);
  if (b)
    other();
  else
    own<<<64, 64>>>(x);
}

// In a loop it waits for itself, and the loop's end settles.
// CHECK-LABEL: define {{.*}}void @_Z5turnsPfi(
// CHECK: call void @__heddle_launch_may_wait
// CHECK-NEXT: call void @_Z18__device_stub__ownPf(
// CHECK: call void @__heddle_launch_settle
// CHECK-NEXT: ret void
void turns(float *x, int n) {
  for (int i = 0; i < n; ++i)
    own<<<64, 64>>>(x);
}

// Looking for errors tells nothing of what the kernels do. What is done when
// there is one settles.
// CHECK-LABEL: define {{.*}}void @_Z7checkedPf(
// CHECK: call void @__heddle_launch_may_wait
// CHECK-NEXT: call void @_Z18__device_stub__ownPf(
// CHECK: call {{.*}}@cudaGetLastError
// CHECK-DAG: call void @__heddle_launch_settle{{.*[[:space:]].*}}call {{.*}}@cudaGetErrorString
// CHECK-DAG: call void @_Z18__device_stub__ownPf(
// CHECK: ret void
static void check(cudaError_t error, int line) {
  if (error != cudaSuccess) {
    printf("line %d: %s\n", line, cudaGetErrorString(error));
    exit(1);
  }
}
void checked(float *x) {
  own<<<64, 64>>>(x);
  check(cudaGetLastError(), __LINE__);
  own<<<64, 64>>>(x);
}

// Functions that launch are looked into.
// CHECK-LABEL: define {{.*}}void @_Z7wrappedPf(
// CHECK: call void @__heddle_launch_may_wait
// CHECK-NEXT: call void @_Z18__device_stub__ownPf(
// CHECK-NOT: settle
// CHECK: call void @_Z18__device_stub__ownPf(
// CHECK: ret void
static void wrapper(float *x) { own<<<64, 64>>>(x); }
void wrapped(float *x) {
  wrapper(x);
  wrapper(x);
}

// A volatile variable, or an atomic one, may be seen by another thread of the
// host, or by a kernel. Others may not.
// CHECK-LABEL: define {{.*}}void @_Z7watchedPfPViPi(
// CHECK: call void @_Z18__device_stub__ownPf(
// CHECK-NOT: settle
// CHECK: load volatile
// CHECK: call void @__heddle_launch_may_wait
// CHECK-NEXT: call void @_Z18__device_stub__ownPf(
// CHECK-NOT: settle
// CHECK: call void @_Z18__device_stub__ownPf(
// CHECK-NOT: settle
// CHECK: store atomic
// CHECK: call void @_Z18__device_stub__ownPf(
// CHECK: ret void
void watched(float *x, volatile int *flag, int *number) {
  own<<<64, 64>>>(x);
  while (!*flag)
    ;
  own<<<64, 64>>>(x);
  ++*number;
  own<<<64, 64>>>(x);
  __atomic_store_n(number, 3, __ATOMIC_RELEASE);
  own<<<64, 64>>>(x);
}

// Nobody waits for, or with, one whose footprint is not known.
// CHECK-LABEL: define {{.*}}void @_Z7unknownPf(
// CHECK-NOT: may_wait
// CHECK: ret void
void unknown(float *x) {
  chatty<<<64, 64>>>(x);
  own<<<64, 64>>>(x);
  chatty<<<64, 64>>>(x);
}

// A kernel without neighbours has no footprint.
// CHECK-LABEL: define internal void @_Z5alonePf.device.grid(
// CHECK-NOT: lazily
// CHECK: call void @__heddle_launch_blocks(
void single(float *x) { alone<<<64, 64>>>(x); }
