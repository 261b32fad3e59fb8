// Choices between indices, pointers and values.
// RUN: %heddle -emit=par %s | %heddle-opt --print-shapes=multiple=true -o /dev/null 2>&1 | sed -n 's/.*remark: //p' | FileCheck %s --check-prefix=SHAPE --match-full-lines --implicit-check-not=load: --implicit-check-not=store: --implicit-check-not=branch:

// The same choice in all lanes.
__global__ void sameChoice(bool first, const float *x, float *y) {
  int t = threadIdx.x, base = first ? 0 : 256;
  y[t] = x[base + t]; // SHAPE: load: linear 4
                      // SHAPE: store: linear 4
}
__global__ void backOrForth(int mode, const float *x, float *y) {
  int t = threadIdx.x, at;
  switch (mode) { // SHAPE: branch: uniform
  case 0: at = t; break;
  case 1: at = 255 - t; break;
  default: at = 0; break;
  }
  y[t] = x[at]; // SHAPE: load: strided
                // SHAPE: store: linear 4
}
__global__ void byLane(const float *x, float *y) {
  int t = threadIdx.x;
  float v = 0;
  switch (t & 3) { // SHAPE: branch: divergent
  case 0: v = x[t]; break;       // SHAPE: load: linear 4
  case 1: v = x[t + 1]; break;   // SHAPE: load: linear 4
  case 2: v = x[2 * t]; break;   // SHAPE: load: linear 8
  }
  // Values that are not assigned again.
  // SHAPE: branch: divergent
  y[t] = v; // SHAPE: store: linear 4
}

// Clamped to the ends, which may be anywhere.
__global__ void clamped(int n, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) // SHAPE: branch: divergent
    // SHAPE: load: varying
    // SHAPE: load: varying
    y[i] = x[max(i - 1, 0)] + x[min(i + 1, n - 1)]; // SHAPE: store: linear 4
}
// Values are chosen instead of indices.
__global__ void atEnds(int n, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) // SHAPE: branch: divergent
    return;
  // SHAPE: branch: divergent
  float left = i > 0 ? x[i - 1] : 0; // SHAPE: load: linear 4
  // SHAPE: branch: divergent
  float right = i < n - 1 ? x[i + 1] : 0; // SHAPE: load: linear 4
  y[i] = left + right; // SHAPE: store: linear 4
}

// Around the end, of unknown position.
__global__ void wrapped(int n, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[(i + 1) % n];     // SHAPE: load: varying
                             // SHAPE: store: linear 4
  y[i] = x[(i + n - 1) % n]; // SHAPE: load: varying
                             // SHAPE: store: linear 4
  int next = i + 1 == n ? 0 : i + 1;
  y[i] = x[next]; // SHAPE: load: varying
                  // SHAPE: store: linear 4
}

// Halves of a block.
__global__ void twoHalves(const float *a, const float *b, float *y) {
  int t = threadIdx.x;
  if (t < 128)   // SHAPE: branch: uniform
    y[t] = a[t]; // SHAPE: load: linear 4
                 // SHAPE: store: linear 4
  else
    y[t] = b[t - 128]; // SHAPE: load: linear 4
                       // SHAPE: store: linear 4
}
__global__ void halfIndex(const float *x, float *y) {
  int t = threadIdx.x;
  // SHAPE: branch: uniform
  y[t] = x[t >= 128 ? t - 128 : t]; // SHAPE: load: linear 4
                                    // SHAPE: store: linear 4
}
__global__ void evens(const float *a, const float *b, float *y) {
  int t = threadIdx.x;
  if (t & 1) // SHAPE: branch: divergent
    // SHAPE: load: pattern [0, 0, 4, 4, 8, 8, 12, 12, 16, 16, 20, 20, 24, 24, 28, 28]
    y[t] = a[t / 2]; // SHAPE: store: linear 4
  else
    // SHAPE: load: pattern [0, 0, 4, 4, 8, 8, 12, 12, 16, 16, 20, 20, 24, 24, 28, 28]
    y[t] = 2 * b[t / 2]; // SHAPE: store: linear 4
}

__global__ void compared(int n, const float *x, float *y) {
  int t = threadIdx.x;
  y[t] = x[t + (t < n)]; // SHAPE: load: varying
                         // SHAPE: store: linear 4
  // What was loaded decides.
  // SHAPE: load: linear 4
  // SHAPE: branch: divergent
  int at = x[t] > 0 ? t : t + 256;
  y[at] = 1; // SHAPE: store: varying
}
