// RUN: %heddle -emit=llvm %s -o - | FileCheck %s
// RUN: %heddle -emit=llvm --disable-pass=unroll-short-loops %s -o - | FileCheck --check-prefix=OFF %s
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

// Loops over a thread's own array are unrolled too, the inner ones first. The
// array becomes values.
// CHECK-LABEL: define {{.*}}matrix
// CHECK-NOT: alloca
// CHECK-NOT: br
// CHECK: ret void
// OFF-LABEL: define {{.*}}matrix
// OFF: alloca
// OFF: br
__global__ void matrix(float *data) {
  float own[3][2];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 2; ++j)
      own[i][j] = data[6 * threadIdx.x + 2 * i + j];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 2; ++j)
      data[6 * threadIdx.x + 2 * i + j] = own[2 - i][1 - j];
}

// The elements of the inner loop would have no constant indices.
// CHECK-LABEL: define {{.*}}table
// CHECK: alloca
// CHECK-COUNT-2: store float
// CHECK-NOT: store float
// CHECK: ret void
__global__ void table(float *data, int n) {
  float own[4][64];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 64; ++j)
      own[i][j] = i * j;
  *data += own[n & 3][n & 63];
}

// Over barriers, an array stays an array, unless the program asks for one of
// its loops.
// CHECK-LABEL: define {{.*}}kept
// CHECK: alloca [4 x float]
// CHECK: ret void
__global__ void kept(float *data) {
  float *mine = data + 4 * threadIdx.x;
  float own[4];
  for (int i = 0; i < 4; ++i)
    own[i] = mine[i];
  __syncthreads();
  for (int i = 0; i < 4; ++i)
    mine[3 - i] = own[i];
}

// CHECK-LABEL: define {{.*}}wanted
// CHECK-NOT: alloca
// CHECK: ret void
__global__ void wanted(float *data) {
  float *mine = data + 4 * threadIdx.x;
  float own[4];
#pragma unroll
  for (int i = 0; i < 4; ++i)
    own[i] = mine[i];
  __syncthreads();
  for (int i = 0; i < 4; ++i)
    mine[3 - i] = own[i];
}
