// Narrow, wide and unsigned indices, and those from floats.
// RUN: %heddle -emit=par %s | %heddle-opt --print-shapes=multiple=true -o /dev/null 2>&1 | sed -n 's/.*remark: //p' | FileCheck %s --check-prefix=SHAPE --match-full-lines --implicit-check-not=load: --implicit-check-not=store:

__global__ void shorts(const float *x, float *y) {
  unsigned short i = threadIdx.x;
  short j = i * 3; // At most 3069.
  y[i] = x[j]; // SHAPE: load: linear 12
               // SHAPE: store: linear 4
}

// 48 times a number may be just below 256, and so may 8 + 16 times one.
__global__ void bytes(const float *x, float *y) {
  unsigned char a = threadIdx.x * 3, b = threadIdx.x + 8;
  signed char c = threadIdx.x;
  float *z = y + 128;
  // SHAPE: load: varying
  // SHAPE: load: varying
  z[c] = x[a] * x[b]; // SHAPE: store: linear 4
}

// All bytes are used as indices.
__global__ void lookup(const unsigned char *x, const float *table, float *y) {
  int t = threadIdx.x;
  // SHAPE: load: linear 1
  y[t] = table[x[t]]; // SHAPE: load: varying
                      // SHAPE: store: linear 4
}

__global__ void scaled(int n, float f, const float *x, float *y) {
  int t = threadIdx.x;
  y[t] = x[(int)(t * f)]; // SHAPE: load: varying
                          // SHAPE: store: linear 4
  y[t] = x[(int)(n * f)]; // SHAPE: load: uniform
                          // SHAPE: store: linear 4
  y[t] = x[t + (int)(f * 16.0f)]; // SHAPE: load: linear 4
                                  // SHAPE: store: linear 4
}

__global__ void narrowed(const float *x, float *y) {
  long long wide = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  int i = (int)wide;
  y[i] = x[wide]; // SHAPE: load: linear 4
                  // SHAPE: store: linear 4
}

__global__ void shifted(const float *x, float *y) {
  unsigned t = threadIdx.x;
  y[t] = x[(size_t)t << 4]; // SHAPE: load: linear 64
                            // SHAPE: store: linear 4
  y[t << 1] = x[t << 1 | 1]; // SHAPE: load: linear 8
                             // SHAPE: store: linear 8
}

__global__ void conditions(const float *x, float *y) {
  int t = threadIdx.x;
  y[t] = x[t > 5]; // SHAPE: load: varying
                   // SHAPE: store: linear 4
  // SHAPE: load: pattern [0, -4, 0, -4, 0, -4, 0, -4, 0, -4, 0, -4, 0, -4, 0, -4]
  y[t] = x[!(t & 1)]; // SHAPE: store: linear 4
}

// Guards keep the neighbours of unsigned numbers from wrapping.
__global__ void guarded(unsigned n, const float *x, float *y) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n - 1)
    // SHAPE: load: linear 4
    // SHAPE: load: linear 4
    y[i] = x[i - 1] + x[i + 1]; // SHAPE: store: linear 4
}
// Without a guard, the neighbour of the last number is the first.
__global__ void unguarded(const float *x, float *y) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i + 1]; // SHAPE: load: varying
                   // SHAPE: store: linear 4
  y[i] = x[i - 1]; // SHAPE: load: varying
                   // SHAPE: store: linear 4
}
// The thread's number has few bits.
__global__ void small(const float *x, float *y) {
  unsigned t = threadIdx.x;
  y[t] = x[t + 1];       // SHAPE: load: linear 4
                         // SHAPE: store: linear 4
  y[t] = x[1023 - t];    // SHAPE: load: linear -4
                         // SHAPE: store: linear 4
  y[t * 7] = x[t * 7 + 3]; // SHAPE: load: linear 28
                         // SHAPE: store: linear 28
  y[t] = x[t - 1];       // SHAPE: load: varying
                         // SHAPE: store: linear 4
}

__global__ void differences(unsigned n, const float *x, float *y) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = x[n - 1 - i]; // SHAPE: load: linear -4
                         // SHAPE: store: linear 4
}

__global__ void squared(const float *x, float *y) {
  int t = threadIdx.x;
  y[t + t] = x[t * t]; // SHAPE: load: varying
                       // SHAPE: store: linear 8
  y[-t + 2000] = x[5]; // SHAPE: load: uniform
                       // SHAPE: store: linear -4
}
