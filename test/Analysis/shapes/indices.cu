// Indices of threads, by type and form. 16 lanes; rows of threads are multiples.
// RUN: %heddle -emit=par %s | %heddle-opt --print-shapes=multiple=true -o /dev/null 2>&1 | sed -n 's/.*remark: //p' | FileCheck %s --check-prefix=SHAPE --match-full-lines --implicit-check-not=load: --implicit-check-not=store:

__global__ void ints(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // SHAPE: load: linear 4
    // SHAPE: load: linear 4
    y[i] = a * x[i] + y[i]; // SHAPE: store: linear 4
}

__global__ void unsigneds(unsigned n, const float *x, float *y) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = x[i]; // SHAPE: load: linear 4
                 // SHAPE: store: linear 4
}

__global__ void sizes(size_t n, const double *x, double *y) {
  size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = x[i]; // SHAPE: load: linear 8
                 // SHAPE: store: linear 8
}

__global__ void longs(long n, const char *x, short *y) {
  long i = long(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = x[i]; // SHAPE: load: linear 1
                 // SHAPE: store: linear 2
}

// Two elements for each thread.
__global__ void pairs(int n, const float *x, float *y) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * 2;
  y[i] = x[i];         // SHAPE: load: linear 8
                       // SHAPE: store: linear 8
  y[i + 1] = x[i + 1]; // SHAPE: load: linear 8
                       // SHAPE: store: linear 8
}

__global__ void vectors(const float4 *x, float4 *y, float *z) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  z[i] = x[i].y; // SHAPE: load: linear 16
                 // SHAPE: store: linear 4
}

__global__ void reversed(int n, const float *x, float *y) {
  int t = threadIdx.x;
  y[t] = x[n - 1 - t]; // SHAPE: load: linear -4
                       // SHAPE: store: linear 4
}

// Rows and columns.
__global__ void plane(int width, int height, const float *x, float *y) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  int r = blockIdx.y * blockDim.y + threadIdx.y;
  if (c < width && r < height)
    y[(size_t)r * width + c] = x[(size_t)r * width + c]; // SHAPE: load: linear 4
                                                         // SHAPE: store: linear 4
}

// The product and the sum may not wrap: they are signed.
__global__ void rows(int pitch, const float *x, float *y) {
  int c = threadIdx.x, r = threadIdx.y;
  y[r * pitch + c] = x[r * pitch + c + 1]; // SHAPE: load: linear 4
                                           // SHAPE: store: linear 4
}

__global__ void transpose(int n, const float *x, float *y) {
  int c = threadIdx.x, r = threadIdx.y;
  y[c * n + r] = x[r * n + c]; // SHAPE: load: linear 4
                               // SHAPE: store: strided
}

// A thread for each row of 24 elements.
__global__ void matrixRows(const float *x, float *y) {
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 24; ++k)
    sum += x[t * 24 + k]; // SHAPE: load: linear 96
  y[t] = sum;             // SHAPE: store: linear 4
}

struct Particle {
  float x, y, z;
  int cell;
};
__global__ void particles(Particle *p, const float *force) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  // SHAPE: load: linear 4
  // SHAPE: load: linear 16
  p[t].y += force[t]; // SHAPE: store: linear 16
  p[t].cell = t;      // SHAPE: store: linear 16
}

// Of unknown alignment, so that the 32 bits may wrap between two lanes.
__global__ void offset(unsigned first, const float *x, float *y) {
  unsigned t = threadIdx.x;
  y[t] = x[first + t]; // SHAPE: load: varying
                       // SHAPE: store: linear 4
}

// In 64 bits, that would be the same address.
__global__ void offset64(size_t first, const float *x, float *y) {
  size_t t = threadIdx.x;
  y[t] = x[first + t]; // SHAPE: load: linear 4
                       // SHAPE: store: linear 4
}

__global__ void indirect(const int *index, const float *x, float *y) {
  int t = threadIdx.x;
  y[t] = x[index[t]]; // SHAPE: load: linear 4
                      // SHAPE: load: varying
                      // SHAPE: store: linear 4
}

// Clamped at an edge that may be inside a vector.
__global__ void clamped(int n, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  y[i] = x[i + 1 < n ? i + 1 : n - 1]; // SHAPE: load: varying
                                       // SHAPE: store: linear 4
}

// The narrow type wraps, and that is known.
__global__ void bytes(const float *x, float *y) {
  unsigned char t = threadIdx.x;
  y[threadIdx.x] = x[t]; // SHAPE: load: linear 4
                         // SHAPE: store: linear 4
}
