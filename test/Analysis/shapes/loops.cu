// What loops carry, and what leaves them.
// RUN: %heddle -emit=par %s | %heddle-opt --print-shapes=multiple=true -o /dev/null 2>&1 | sed -n 's/.*remark: //p' | FileCheck %s --check-prefix=SHAPE --match-full-lines --implicit-check-not=load: --implicit-check-not=store: --implicit-check-not=loop:

// Lanes of a vector are in the same iteration, and leave it together or not.
__global__ void gridStride(int n, const float *x, float *y) {
  int step = blockDim.x * gridDim.x;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step) // SHAPE: loop: divergent
    y[i] = x[i]; // SHAPE: load: linear 4
                 // SHAPE: store: linear 4
}

__global__ void gridStrideUnsigned(unsigned n, const float *x, float *y) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n; // SHAPE: loop: divergent
       i += blockDim.x * gridDim.x)
    y[i] = x[i]; // SHAPE: load: linear 4
                 // SHAPE: store: linear 4
}

__global__ void blockStride(float *y) {
  for (int i = threadIdx.x; i < 1024; i += 256) // SHAPE: loop: uniform
    y[i] = 0; // SHAPE: store: linear 4
  for (int i = threadIdx.x; i < 1000; i += 256) // SHAPE: loop: divergent
    y[i] = 0; // SHAPE: store: linear 4
}

// Pointers that move.
__global__ void bumped(int n, const float *x, float *y) {
  const float *p = x + threadIdx.x;
  float *q = y + threadIdx.x;
  for (int k = 0; k < n; ++k) { // SHAPE: loop: uniform
    *q = *p;                    // SHAPE: load: linear 4
                                // SHAPE: store: linear 4
    p += blockDim.x;
    q += 256;
  }
}

// An index that moves from plane to plane.
__global__ void planes(int depth, int plane, const float *x, float *y) {
  size_t at = blockIdx.x * blockDim.x + threadIdx.x;
  for (int z = 0; z < depth; ++z) { // SHAPE: loop: uniform
    y[at] = x[at];                  // SHAPE: load: linear 4
                                    // SHAPE: store: linear 4
    at += plane;
  }
}

__global__ void bitonic(float *x) {
  int t = threadIdx.x;
  for (int k = 64; k > 0; k /= 2) { // SHAPE: loop: uniform
    x[t] += x[t + k]; // SHAPE: load: linear 4
                      // SHAPE: load: linear 4
                      // SHAPE: store: linear 4
    __syncthreads();
  }
}

// Of each lane: lanes run on while others have left.
__global__ void sparse(int n, const int *first, const float *values,
                       const int *columns, const float *x, float *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  // SHAPE: load: linear 4
  for (int k = first[row]; k < first[row + 1]; ++k) // SHAPE: loop: divergent
    // SHAPE: load: linear 4
    // SHAPE: load: varying
    // SHAPE: load: varying
    sum += values[k] * x[columns[k]]; // SHAPE: load: varying
  y[row] = sum; // SHAPE: store: linear 4
}

// Uniform in the loop, but lanes leave it in different iterations.
__global__ void temporal(const int *limit, const float *x, float *y) {
  int t = threadIdx.x, k = 0;
  while (k < limit[t]) // SHAPE: loop: divergent
                       // SHAPE: load: linear 4
    ++k;
  y[t] = x[k]; // SHAPE: load: varying
               // SHAPE: store: linear 4
}

// All leave it together.
__global__ void together(int n, const float *x, float *y) {
  int t = threadIdx.x, k = 1;
  while (k < n) // SHAPE: loop: uniform
    k *= 2;
  y[t] = x[k];     // SHAPE: load: uniform
                   // SHAPE: store: linear 4
  y[t] = x[k + t]; // SHAPE: load: linear 4
                   // SHAPE: store: linear 4
}

// Each iteration, the distance between lanes grows.
__global__ void growing(int n, const float *x, float *y) {
  size_t t = threadIdx.x, at = 0;
  float sum = 0;
  for (int k = 0; k < n; ++k, at += t) // SHAPE: loop: uniform
    sum += x[at]; // SHAPE: load: strided
  y[t] = sum; // SHAPE: store: linear 4
}

// Updated in a branch that lanes take differently.
__global__ void compacted(int n, const float *x, float *y) {
  int t = threadIdx.x, count = 0;
  for (int k = 0; k < n; ++k) // SHAPE: loop: uniform
    // SHAPE: load: linear 4
    if (x[k * 256 + t] > 0)
      y[count++] = 1; // SHAPE: store: varying
}

// Left in the middle. Lanes that have left store together, what they had then.
__global__ void search(int n, const int *x, int *y) {
  int t = threadIdx.x;
  for (int k = 0; k < n; ++k) // SHAPE: loop: divergent
    if (x[k * 256 + t] == 0) { // SHAPE: load: linear 4
      y[k] = t; // SHAPE: store: varying
      break;
    }
}

// The binary search of each thread.
__global__ void bisect(int n, const float *x, const float *keys, int *y) {
  int t = threadIdx.x, low = 0, high = n;
  float key = keys[t]; // SHAPE: load: linear 4
  while (low < high) { // SHAPE: loop: divergent
    int middle = low + (high - low) / 2;
    if (x[middle] < key) // SHAPE: load: varying
      low = middle + 1;
    else
      high = middle;
  }
  y[t] = low; // SHAPE: store: linear 4
}
