// RUN: %heddle -O3 -emit=raised %s | FileCheck %s
// Numbers that launches pass are noted on the kernel, launch by launch.

// The order is by frequency: those in loops first. What has a type of its own
// width comes with its sign; a variable's value counts, too.
// CHECK-LABEL: llvm.func @_Z5plainPiiisbx.device(
// CHECK-SAME: heddle.known_arguments
// CHECK-SAME: heddle.launches = [
// CHECK-SAME: [array<i64: 64, 1, 1>, unit, unit, 9, -7, 0, 8589934592],
// CHECK-SAME: [array<i64: 64, 1, 1>, unit, 3, 5, -2, -1, 1]
// CHECK-SAME: ]
__global__ void plain(int *a, int n, int m, short s, bool b, long long l) {
  *a = n + m + s + b + l;
}

// Handed down by the callers of a function that is this file's own, through
// another one; the block's size as well.
// CHECK-LABEL: llvm.func @_Z6handedPii.device(
// CHECK-SAME: heddle.block_shapes = [array<i64: 32, 1, 1>, array<i64: 64, 2, 1>]
// CHECK-SAME: heddle.known_arguments
// CHECK-SAME: heddle.known_launches
// CHECK-SAME: heddle.launches = {{\[\[}}array<i64: 32, 1, 1>, unit, 2], [array<i64: 64, 2, 1>, unit, 11]]
__global__ void handed(int *a, int n) { *a = n; }

// Of a function that others can call, there may be more calls, and of one whose
// address is taken.
// CHECK-LABEL: llvm.func @_Z4openPii.device(
// CHECK-NOT: heddle.known_arguments
// CHECK-SAME: heddle.block_shapes = [array<i64: 32, 1, 1>]
// CHECK-NOT: heddle.known_arguments
// CHECK-SAME: heddle.launches = {{\[\[}}unit, unit, unit], [array<i64: 32, 1, 1>, unit, 4]]
__global__ void open(int *a, int n) { *a = n; }
// CHECK-LABEL: llvm.func @_Z5takenPii.device(
// CHECK-SAME: heddle.launches = {{\[\[}}array<i64: 32, 1, 1>, unit, unit], [array<i64: 32, 1, 1>, unit, 6]]
__global__ void taken(int *a, int n) { *a = n; }

// A kernel that is launched in ways that are not to be seen still has those
// that are.
// CHECK-LABEL: llvm.func @_Z7pointerPii.device(
// CHECK-NOT: heddle.known_arguments
// CHECK-SAME: heddle.launches = {{\[\[}}array<i64: 32, 1, 1>, unit, 8]]
__global__ void pointer(int *a, int n) { *a = n; }
void (*chosen)(int *, int) = pointer;

// No constants, nothing to record.
// CHECK-LABEL: llvm.func @_Z4nonePii.device(
// CHECK-NOT: heddle.launches
// CHECK: llvm.return
__global__ void none(int *a, int n) { *a = n; }

static void inner(int *a, dim3 block, int n) { handed<<<1, block>>>(a, n + 1); }
static void outer(int *a, int n) { inner(a, 32, n); }
void anyone(int *a, int threads, int n) { open<<<1, threads>>>(a, n); }
static void address(int *a, int n) { taken<<<1, 32>>>(a, n); }
void (*function)(int *, int) = address;

void launch(int *a, int n) {
  const int three = 3;
  int five = 5;
  plain<<<n, 64>>>(a, three, five, -2, true, 1);
  for (int i = 0; i < n; ++i)
    plain<<<n, 64>>>(a, i, 9, -7, false, 1ll << 33);
  outer(a, 1);
  inner(a, dim3(64, 2), 10);
  anyone(a, 32, 4);
  address(a, 6);
  pointer<<<1, 32>>>(a, 8);
  none<<<1, 32>>>(a, n);
}
