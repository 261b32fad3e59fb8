// Shared, private and constant memory; uniform loads.
// RUN: %heddle -emit=par %s | %heddle-opt --print-shapes=multiple=true -o /dev/null 2>&1 | sed -n 's/.*remark: //p' | FileCheck %s --check-prefix=SHAPE --match-full-lines --implicit-check-not=load: --implicit-check-not=store: --implicit-check-not=atomic:

__global__ void matmul(int n, const float *a, const float *b, float *c) {
  __shared__ float x[16][16], y[16][16];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * 16 + ty, column = blockIdx.x * 16 + tx;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    // SHAPE: load: linear 4
    x[ty][tx] = a[row * n + k + tx]; // SHAPE: store: linear 4
    // SHAPE: load: linear 4
    y[ty][tx] = b[(k + ty) * n + column]; // SHAPE: store: linear 4
    __syncthreads();
    for (int l = 0; l < 16; ++l)
      // SHAPE: load: uniform
      sum += x[ty][l] * y[l][tx]; // SHAPE: load: linear 4
    __syncthreads();
  }
  c[row * n + column] = sum; // SHAPE: store: linear 4
}

__global__ void transpose(int n, const float *a, float *b) {
  __shared__ float tile[32][33];
  int tx = threadIdx.x, ty = threadIdx.y;
  // SHAPE: load: linear 4
  tile[ty][tx] = a[(size_t)ty * n + tx]; // SHAPE: store: linear 4
  __syncthreads();
  // SHAPE: load: linear 132
  b[(size_t)ty * n + tx] = tile[tx][ty]; // SHAPE: store: linear 4
}

extern __shared__ float dynamic[];
__global__ void sums(const float *x, float *y) {
  int t = threadIdx.x;
  dynamic[t] = x[t]; // SHAPE: load: linear 4
                     // SHAPE: store: linear 4
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k /= 2) {
    if (t < k)
      // SHAPE: load: linear 4
      // SHAPE: load: linear 4
      dynamic[t] += dynamic[t + k]; // SHAPE: store: linear 4
    __syncthreads();
  }
  if (t == 0)
    y[blockIdx.x] = dynamic[0]; // SHAPE: load: uniform
                                // SHAPE: store: uniform
}

__global__ void histogram(int n, const unsigned char *x, int *counts) {
  __shared__ int bins[256];
  int t = threadIdx.x;
  bins[t] = 0; // SHAPE: store: linear 4
  __syncthreads();
  // SHAPE: load: linear 1
  atomicAdd(&bins[x[t]], 1); // SHAPE: atomic: varying
  __syncthreads();
  // SHAPE: load: linear 4
  atomicAdd(&counts[t], bins[t]); // SHAPE: atomic: linear 4
}

// What an atomic operation returns is different in each lane.
__global__ void append(const float *x, float *y, int *count) {
  int t = threadIdx.x;
  int at = atomicAdd(count, 1); // SHAPE: atomic: uniform
  y[at] = x[t]; // SHAPE: load: linear 4
                // SHAPE: store: varying
}

__constant__ float weights[64];
__global__ void filter(int radius, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k <= radius; ++k)
    // SHAPE: load: uniform
    sum += weights[k] * x[i + k]; // SHAPE: load: linear 4
  y[i] = sum; // SHAPE: store: linear 4
}

struct Grid {
  const float *values;
  int size;
};
// A uniform load may be of a pointer.
__global__ void fields(const Grid *grid, float *y) {
  int t = threadIdx.x;
  // SHAPE: load: uniform
  // SHAPE: load: linear 4
  y[t] = grid->values[t]; // SHAPE: store: linear 4
}

// Volatile loads are not those of one moment.
__global__ void flags(const volatile int *flag, int *y) {
  y[threadIdx.x] = *flag; // SHAPE: load: uniform
                          // SHAPE: store: linear 4
}

// An array of each thread. Its elements are not the same in all lanes.
__global__ void sorted(const float *x, float *y, int n) {
  float own[8];
  int t = threadIdx.x;
  for (int k = 0; k < n; ++k)
    // SHAPE: load: linear 4
    own[k % 8] = x[k * 256 + t]; // SHAPE: store: private uniform
  for (int k = 0; k < n; ++k) {
    int at = own[k % 8]; // SHAPE: load: private uniform
    y[at] = k; // SHAPE: store: varying
  }
  y[t] = own[t % 8]; // SHAPE: load: private pattern [0, 4, 8, 12, 16, 20, 24, 28, 0, 4, 8, 12, 16, 20, 24, 28]
                     // SHAPE: store: linear 4
}

// One of two pointers, the same in all lanes or not.
__global__ void chosen(bool first, const float *a, const float *b, float *y) {
  int t = threadIdx.x;
  const float *x = first ? a : b;
  y[t] = x[t]; // SHAPE: load: linear 4
               // SHAPE: store: linear 4
  const float *z = t % 2 ? a : b;
  y[t] = z[t]; // SHAPE: load: varying
               // SHAPE: store: linear 4
}
