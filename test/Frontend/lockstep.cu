// RUN: %heddle -emit=llvm %s -o - | FileCheck %s
// RUN: %heddle -emit=llvm -O0 %s -o - | FileCheck %s
// Lanes that exchange values through volatile shared memory synchronise around
// each store.

// CHECK-LABEL: define {{.*}}exchange
// CHECK: load float
// CHECK: call {{.*}}@__heddle_warp_active
// CHECK-NEXT: store float
// CHECK-NEXT: call {{.*}}@__heddle_warp_active
__global__ void exchange(float *out) {
  __shared__ volatile float data[64];
  int t = threadIdx.x;
  data[t] = data[t + 16];
  out[t] = data[t];
}

// Nobody reads what is volatile here.
// CHECK-LABEL: define {{.*}}written
// CHECK-NOT: __heddle_warp_active
// CHECK: ret void
__global__ void written(float *out) {
  __shared__ volatile float data[64];
  __shared__ float plain[64];
  int t = threadIdx.x;
  data[t] = 1;
  plain[t] = out[t];
  __syncthreads();
  out[t] = plain[63 - t];
}

// Barriers keep the order already.
// CHECK-LABEL: define {{.*}}withBarriers
// CHECK-NOT: __heddle_warp_active
// CHECK: ret void
__global__ void withBarriers(float *out) {
  __shared__ volatile float data[64];
  int t = threadIdx.x;
  data[t] = out[t];
  for (int i = 1; i < 32; i *= 2) {
    __syncthreads();
    float value = data[t] + data[63 - t];
    __syncthreads();
    data[t] = value;
  }
  __syncthreads();
  out[t] = data[t];
}
