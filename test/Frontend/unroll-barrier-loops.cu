// RUN: %heddle -emit=llvm %s -o - | FileCheck %s
// RUN: %heddle -emit=llvm --disable-pass=unroll-barrier-loops %s -o - | FileCheck --check-prefix=OFF %s
// Loops with few iterations that contain barriers are unrolled.

// CHECK-LABEL: define {{.*}}steps
// CHECK-COUNT-4: call void @__heddle_barrier()
// CHECK-NOT: call void @__heddle_barrier()
// CHECK: ret void
// OFF-LABEL: define {{.*}}steps
// OFF-COUNT-1: call void @__heddle_barrier()
// OFF-NOT: call void @__heddle_barrier()
// OFF: ret void
__global__ void steps(float *data) {
  for (int step = 0; step < 4; ++step) {
    if (threadIdx.x > step)
      data[threadIdx.x] += data[threadIdx.x - 1];
    __syncthreads();
  }
}

// A loop that may end early tests its condition in each iteration.
// CHECK-LABEL: define {{.*}}leaves
// CHECK-COUNT-3: call void @__heddle_barrier()
// CHECK-NOT: call void @__heddle_barrier()
// CHECK: ret void
__global__ void leaves(float *data, int n) {
  for (int step = 0; step < 3; ++step) {
    __syncthreads();
    if (step == n)
      break;
    data[threadIdx.x] *= 2;
  }
}

// Longer ones only if the program asks for it.
// CHECK-LABEL: define {{.*}}longer
// CHECK-COUNT-1: call void @__heddle_barrier()
// CHECK-NOT: call void @__heddle_barrier()
// CHECK: ret void
__global__ void longer(float *data) {
  for (int step = 0; step < 16; ++step) {
    data[threadIdx.x ^ step] *= 2;
    __syncthreads();
  }
}

// CHECK-LABEL: define {{.*}}asked
// CHECK-COUNT-16: call void @__heddle_barrier()
// CHECK-NOT: call void @__heddle_barrier()
// CHECK: ret void
__global__ void asked(float *data) {
#pragma unroll
  for (int step = 0; step < 16; ++step) {
    data[threadIdx.x ^ step] *= 2;
    __syncthreads();
  }
}

// CHECK-LABEL: define {{.*}}refused
// CHECK-COUNT-1: call void @__heddle_barrier()
// CHECK-NOT: call void @__heddle_barrier()
// CHECK: ret void
__global__ void refused(float *data) {
#pragma unroll 1
  for (int step = 0; step < 2; ++step) {
    data[threadIdx.x ^ step] *= 2;
    __syncthreads();
  }
}
