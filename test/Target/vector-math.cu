// RUN: %heddle -O3 -march=skylake-avx512 -S %s -o - | FileCheck %s
// RUN: %heddle -O3 -march=x86-64-v3 -S %s -o - | FileCheck %s --check-prefix=V3
// Math functions on vectors as long as the machine has them, also where only
// some threads call them.

// CHECK-LABEL: curve{{.*}}.blocks:
// CHECK: _ZGVeN16v_expf
// CHECK: _ZGVeN16vv_powf
// V3-LABEL: curve{{.*}}.blocks:
// V3-NOT: _ZGVe
// V3: _ZGVdN8v_expf
// V3-NOT: _ZGVe
// V3: .size
__global__ void curve(const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float v = x[i];
  if (v > 0)
    v = expf(-v) + powf(v, 1.5f);
  y[i] = v;
}

// CHECK-LABEL: wave{{.*}}.blocks:
// CHECK: _ZGVeN8v_sin
// V3-LABEL: wave{{.*}}.blocks:
__global__ void wave(const double *x, double *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = sin(x[i]);
}
