// Planes, volumes and numbers of threads in blocks of several dimensions.
// RUN: %heddle -emit=par %s | %heddle-opt --print-shapes=multiple=true -o /dev/null 2>&1 | sed -n 's/.*remark: //p' | FileCheck %s --check-prefix=SHAPE --match-full-lines --implicit-check-not=load: --implicit-check-not=store:

__global__ void heat(int nx, int ny, int nz, const float *in, float *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < 1 || y < 1 || z < 1 || x >= nx - 1 || y >= ny - 1 || z >= nz - 1)
    return;
  int c = (z * ny + y) * nx + x;
  float sum = in[c];   // SHAPE: load: linear 4
  sum += in[c - 1];    // SHAPE: load: linear 4
  sum += in[c + 1];    // SHAPE: load: linear 4
  sum += in[c - nx];   // SHAPE: load: linear 4
  sum += in[c + nx];   // SHAPE: load: linear 4
  sum += in[c - nx * ny]; // SHAPE: load: linear 4
  sum += in[c + nx * ny]; // SHAPE: load: linear 4
  out[c] = sum;        // SHAPE: store: linear 4
}

__global__ void volume(int nx, int ny, const float *in, float *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  size_t c = (size_t)z * ny * nx + (size_t)y * nx + x;
  out[c] = in[c + 1]; // SHAPE: load: linear 4
                      // SHAPE: store: linear 4
}

__global__ void volumeMixed(unsigned nx, unsigned ny, const float *in, float *out) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  size_t c = ((size_t)blockIdx.z * ny + y) * nx + x;
  out[c] = in[c]; // SHAPE: load: linear 4
                  // SHAPE: store: linear 4
}

// 32 bits without a sign: the sum with an unaligned number may wrap.
__global__ void volumeUnsigned(unsigned nx, unsigned ny, const float *in, float *out) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  unsigned c = (blockIdx.z * ny + y) * nx + x;
  out[c] = in[c]; // SHAPE: load: varying
                  // SHAPE: store: varying
}
__global__ void planeUnsignedWidth(unsigned width, const float *in, float *out) {
  int x = threadIdx.x, y = blockIdx.x;
  out[y * width + x] = in[x]; // SHAPE: load: linear 4
                              // SHAPE: store: varying
}

#define AT(i, j, k) ((i) * n * n + (j) * n + (k))
__global__ void macros(int n, const double *in, double *out) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  for (int i = 1; i < n - 1; ++i)
    // SHAPE: load: linear 8
    // SHAPE: load: linear 8
    out[AT(i, j, k)] = in[AT(i - 1, j, k)] + in[AT(i + 1, j, k)]; // SHAPE: store: linear 8
}
// The dimensions the other way round.
__global__ void macrosAcross(int n, const double *in, double *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int j = blockIdx.y * blockDim.y + threadIdx.y;
  for (int k = 0; k < n; ++k)
    out[AT(i, j, k)] = in[AT(k, j, i)]; // SHAPE: load: linear 8
                                        // SHAPE: store: strided
}

// The number of the thread in its block.
__global__ void numbers(const float *in, float *out) {
  int t = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  out[t] = in[t]; // SHAPE: load: linear 4
                  // SHAPE: store: linear 4
}
__global__ void grids(const float *in, float *out) {
  int block = blockIdx.y * gridDim.x + blockIdx.x;
  int i = block * blockDim.x + threadIdx.x;
  out[i] = in[i]; // SHAPE: load: linear 4
                  // SHAPE: store: linear 4
}
__global__ void numbersUnsigned(const float *in, float *out) {
  unsigned t = threadIdx.y * blockDim.x + threadIdx.x;
  unsigned i = blockIdx.x * 256 + t;
  out[i] = in[t]; // SHAPE: load: linear 4
                  // SHAPE: store: linear 4
}

__global__ void pitched(const char *in, char *out, size_t pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  const float *from = (const float *)(in + y * pitch);
  float *to = (float *)(out + y * pitch);
  to[x] = from[x]; // SHAPE: load: linear 4
                   // SHAPE: store: linear 4
}

// Matrices by columns.
__global__ void columns(int lda, const double *a, double *b) {
  int row = threadIdx.x, column = threadIdx.y;
  b[row + column * lda] = a[column + row * lda]; // SHAPE: load: strided
                                                 // SHAPE: store: linear 8
}

__global__ void fours(const float *in, float *out, int n) {
  int c = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (c + 3 < n)
    for (int k = 0; k < 4; ++k)
      out[c + k] = in[c + k]; // SHAPE: load: linear 16
                              // SHAPE: store: linear 16
}

// A block works on several pieces, each as long as the block.
__global__ void pieces(const float *in, float *out) {
  unsigned first = blockIdx.x * blockDim.x * 4 + threadIdx.x;
  out[first] = in[first + blockDim.x];                  // SHAPE: load: linear 4
                                                        // SHAPE: store: linear 4
  out[first + 2 * blockDim.x] = in[first + 3 * blockDim.x]; // SHAPE: load: linear 4
                                                        // SHAPE: store: linear 4
}

__global__ void wide(long long plane, const float *in, float *out) {
  long long c = blockIdx.y * plane + blockIdx.x * blockDim.x + threadIdx.x;
  out[c] = in[c]; // SHAPE: load: linear 4
                  // SHAPE: store: linear 4
}
