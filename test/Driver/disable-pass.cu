// An optimization on parallel loops can be left out. The program is the same.
//
// RUN: %heddle --map=loops -emit=optimized %s | FileCheck %s --check-prefix=ON
// RUN: %heddle --map=loops -emit=optimized --disable-pass=specialize-block %s | FileCheck %s --check-prefix=OFF
// RUN: %heddle --map=loops -emit=optimized -disable-pass widen-indices,specialize-block %s | FileCheck %s --check-prefix=OFF
// RUN: %heddle --disable-pass=widen-indices --disable-pass=narrow-thread-loops,isolate-guards %s -o %t && %t
//
// The reproducer's command has it too:
// RUN: %heddle --dryrun --disable-pass=widen-indices,flatten-ifs -c %s 2>&1 | FileCheck %s --check-prefix=COMMAND
// COMMAND: heddle -c {{.*}}--disable-pass=widen-indices,flatten-ifs
//
// So has heddle-opt:
// RUN: %heddle -emit=par %s | %heddle-opt --optimize='disable-pass=specialize-block' | FileCheck %s --check-prefix=OFF
//
// heddle run keeps programs apart by it:
// RUN: rm -rf %t.cache
// RUN: env HEDDLE_CACHE_DIR=%t.cache %heddle run %s
// RUN: env HEDDLE_CACHE_DIR=%t.cache %heddle run -v --disable-pass=flatten-ifs %s 2>&1 | FileCheck %s --check-prefix=COMPILED
// COMPILED: heddle -c {{.*}}--disable-pass=flatten-ifs
//
// What is not an optimization stays:
// RUN: not %heddle --disable-pass=mask-barriers %s 2>&1 | FileCheck %s --check-prefix=NEEDED
// NEEDED: heddle: error: 'mask-barriers' is not an optional pass; '--disable-pass' accepts: {{.*}}flatten-ifs, {{.*}}specialize-block, {{.*}}widen-indices
// RUN: not %heddle --disable-pass=?,flatten-ifs %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: heddle: error: '?' is not an optional pass; '--disable-pass' accepts: {{.*}}flatten-ifs

// ON: par.shape = "64x1x1"
// OFF-NOT: par.shape

__global__ void twice(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[i] *= 2;
}

int main() {
  int *a;
  cudaMallocManaged(&a, 100 * sizeof(int));
  for (int i = 0; i < 100; ++i)
    a[i] = i;
  twice<<<2, 64>>>(a, 100);
  cudaDeviceSynchronize();
  for (int i = 0; i < 100; ++i)
    if (a[i] != 2 * i)
      return 1;
  return 0;
}
