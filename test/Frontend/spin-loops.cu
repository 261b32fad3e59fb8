// RUN: %heddle -emit=llvm %s -o - | FileCheck %s
// RUN: %heddle -emit=llvm -O0 %s -o - | FileCheck %s
// RUN: not %heddle --lowering=fission -c %s -o %t.o 2>&1 | FileCheck --check-prefix=ERROR %s

// A thread that waits for another one lets it run.
// ERROR: kernel 'waits' cannot be lowered by fission: it has a thread that spins until another one goes on
// CHECK-LABEL: define {{.*}}waits
// CHECK: call void @__heddle_yield
// CHECK: ret void
__global__ void waits(volatile int *flag, int *data) {
  while (flag[threadIdx.x] == 0)
    ;
  data[threadIdx.x] = 1;
}

// CHECK-LABEL: define {{.*}}waitsForCount
// CHECK: call void @__heddle_yield
// CHECK: ret void
__global__ void waitsForCount(int *count) {
  while (atomicAdd(count, 0) < 10)
    ;
}

// Its work is done again until others have done theirs; not each read waits.
// CHECK-LABEL: define {{.*}}triesAgain
// CHECK: load volatile
// CHECK-NOT: __heddle_yield
// CHECK: store volatile
// CHECK: call void @__heddle_yield
// CHECK-NOT: __heddle_yield
// CHECK: ret void
__global__ void triesAgain(volatile int *done, int n) {
  bool missing;
  do {
    missing = false;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
      if (done[i + 1] == 0)
        missing = true;
      else
        done[i] = 1;
  } while (missing);
}

// CHECK-LABEL: define {{.*}}advancesWhenReady
// CHECK: load volatile
// CHECK: call void @__heddle_yield
// CHECK-NOT: __heddle_yield
// CHECK: ret void
__global__ void advancesWhenReady(volatile int *done, int n) {
  int i = threadIdx.x;
  while (i < n) {
    int value = done[i];
    if (value != 0) {
      done[i + 1] = value + 1;
      i += blockDim.x;
    }
  }
}

// These get ahead by themselves.
// CHECK-LABEL: define {{.*}}counts
// CHECK-NOT: __heddle_yield
// CHECK: ret void
__global__ void counts(volatile int *data, int n) {
  int i = 0;
  do {
    if (data[i] == 0)
      data[i] = i;
    i++;
  } while (i < n);
}

// CHECK-LABEL: define {{.*}}lock
// CHECK-NOT: __heddle_yield
// CHECK: ret void
__global__ void lock(int *lock, int *count) {
  while (atomicCAS(lock, 0, 1) != 0)
    ;
  *count += 1;
  atomicExch(lock, 0);
}

// CHECK-LABEL: define {{.*}}floatMax
// CHECK-NOT: __heddle_yield
// CHECK: ret void
__global__ void floatMax(int *address, float value) {
  int old = *address, assumed;
  do {
    assumed = old;
    old = atomicCAS(address, assumed,
                    __float_as_int(fmaxf(value, __int_as_float(assumed))));
  } while (assumed != old);
}

// CHECK-LABEL: define {{.*}}queue
// CHECK-NOT: __heddle_yield
// CHECK: ret void
__global__ void queue(int *next, int *data) {
  int i;
  while ((i = atomicAdd(next, 1)) < 100)
    data[i] = i;
}
