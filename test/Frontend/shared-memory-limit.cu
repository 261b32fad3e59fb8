// RUN: not %heddle -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %heddle -c %s -o %t.o -DFITS
// Static shared memory over CUDA's limit is an error at compile time.
#ifdef FITS
constexpr int count = 12288;
#else
constexpr int count = 20000;
#endif

__device__ int sum(int i) {
  __shared__ char inFunction[count];
  inFunction[i] = i;
  __syncthreads();
  return inFunction[i ^ 1];
}

// CHECK: shared-memory-limit.cu:[[@LINE+1]]:17: error: kernel 'big' uses 80000 bytes of static shared memory, but the limit is 49152; extern __shared__ memory may have more
__global__ void big(int *p) {
  __shared__ int s[count];
  s[threadIdx.x] = *p;
  __syncthreads();
  *p = s[5];
}

// Variables of functions count, and so do all together; extern ones do not.
// CHECK: shared-memory-limit.cu:[[@LINE+1]]:{{[0-9]+}}: error: kernel 'several<short>' uses 60000 bytes
template <typename T> __global__ void several(T *p) {
  __shared__ T s[count];
  extern __shared__ int more[];
  s[threadIdx.x] = *p;
  more[threadIdx.x] = 1;
  __syncthreads();
  *p = s[5] + sum(threadIdx.x) + more[1];
}

// CHECK-NOT: error
__global__ void small(int *p) { *p = sum(threadIdx.x); }

void launch(int *p) {
  big<<<1, 32>>>(p);
  several<<<1, 32, 128>>>((short *)p);
  small<<<1, 32>>>(p);
}
