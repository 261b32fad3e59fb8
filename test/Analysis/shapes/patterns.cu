// Quotients, remainders and bits of thread indices. Patterns are relative to lane 0.
// RUN: %heddle -emit=par %s | %heddle-opt --print-shapes=multiple=true -o /dev/null 2>&1 | sed -n 's/.*remark: //p' | FileCheck %s --check-prefix=SHAPE --match-full-lines --implicit-check-not=load: --implicit-check-not=store: --implicit-check-not=branch:

__global__ void warps(const float *x, float *y) {
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  y[lane] = x[warp]; // SHAPE: load: uniform
                     // SHAPE: store: linear 4
}

__global__ void warpsSigned(const float *x, float *y) {
  int t = threadIdx.x;
  y[t % 32] = x[t / 32]; // SHAPE: load: uniform
                         // SHAPE: store: linear 4
}

__global__ void bits(const float *x, float *y) {
  int t = threadIdx.x;
  y[t & 31] = x[t >> 5]; // SHAPE: load: uniform
                         // SHAPE: store: linear 4
}

__global__ void eights(const float *x, float *y) {
  int t = threadIdx.x;
  // SHAPE: load: pattern [0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 4, 4, 4, 4, 4, 4]
  // SHAPE: store: pattern [0, 4, 8, 12, 16, 20, 24, 28, 0, 4, 8, 12, 16, 20, 24, 28]
  y[t % 8] = x[t / 8];
}

// A tile with 48 columns.
__global__ void tile(int pitch, const float *x, float *y) {
  int row = threadIdx.x / 48, column = threadIdx.x % 48;
  // SHAPE: load: linear 4
  y[row * 48 + column] = x[(size_t)row * pitch + column]; // SHAPE: store: linear 4
}

// One with 18: a row may end inside a vector.
__global__ void halo(int pitch, const float *x, float *y) {
  int row = threadIdx.x / 18, column = threadIdx.x % 18;
  // SHAPE: load: varying
  y[threadIdx.x] = x[(size_t)row * pitch + column]; // SHAPE: store: linear 4
}

__global__ void butterfly(float *x, float *y) {
  int t = threadIdx.x;
  // SHAPE: load: pattern [0, -4, 8, 4, 16, 12, 24, 20, 32, 28, 40, 36, 48, 44, 56, 52]
  y[t] = x[t ^ 1]; // SHAPE: store: linear 4
  // The lanes' bits stay below the lanes' number, those of 32 above.
  y[t] = x[t ^ 32]; // SHAPE: load: linear 4
                    // SHAPE: store: linear 4
}

// The bits of a parameter are not known.
__global__ void butterflyBy(int k, float *x, float *y) {
  int t = threadIdx.x;
  y[t] = x[t ^ k]; // SHAPE: load: varying
                   // SHAPE: store: linear 4
}

__global__ void trees(float *x) {
  int t = threadIdx.x;
  if (t < 32) // SHAPE: branch: uniform
    x[t] = 1; // SHAPE: store: linear 4
  if (t < 24) // SHAPE: branch: divergent
    x[t] = 2; // SHAPE: store: linear 4
  if (t % 4 == 0) // SHAPE: branch: divergent
    x[t] = 3; // SHAPE: store: linear 4
  if (t / 64 == 1) // SHAPE: branch: uniform
    x[t] = 4; // SHAPE: store: linear 4
  if (t == 0) // SHAPE: branch: divergent
    x[t] = 5; // SHAPE: store: linear 4
}

// Evens and odds are exchanged.
__global__ void swapped(const float *x, float *y) {
  int t = threadIdx.x;
  int other = t % 2 ? t - 1 : t + 1; // SHAPE: branch: divergent
  y[t] = x[other]; // IDEAL: load: pattern [0, -4, 8, 4, 16, 12, …
                   // SHAPE: load: varying
                   // SHAPE: store: linear 4
}

__global__ void rotated(const float *x, float *y) {
  int t = threadIdx.x;
  // SHAPE: load: pattern [0, 4, 8, 12, 16, 20, 24, -4, 0, 4, 8, 12, 16, 20, 24, -4]
  y[t] = x[(t + 1) % 8]; // SHAPE: store: linear 4
  // SHAPE: load: pattern [0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12, 16]
  y[t] = x[(t + 1) / 4]; // SHAPE: store: linear 4
}

// Global indices: the block's first is a multiple of the lanes.
__global__ void globals(const float *x, float *y) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  // SHAPE: load: pattern [0, 0, 4, 4, 8, 8, 12, 12, 16, 16, 20, 20, 24, 24, 28, 28]
  y[i] = x[i / 2]; // SHAPE: store: linear 4
  y[i] = x[i / 16]; // SHAPE: load: uniform
                    // SHAPE: store: linear 4
  // SHAPE: load: pattern [0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12]
  y[i] = x[i & 3]; // SHAPE: store: linear 4
}

// A sign that is not known rounds the quotient up or down.
__global__ void roundedDown(int first, const float *x, float *y) {
  int i = first * 16 + threadIdx.x;
  y[threadIdx.x] = x[i / 4]; // SHAPE: load: varying
                             // SHAPE: store: linear 4
  // SHAPE: load: pattern [0, 0, 0, 0, 4, 4, 4, 4, 8, 8, 8, 8, 12, 12, 12, 12]
  y[threadIdx.x] = x[i >> 2]; // SHAPE: store: linear 4
}
