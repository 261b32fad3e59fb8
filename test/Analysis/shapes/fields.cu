// Structures in arrays, arrays in structures, vectors, constant memory.
// RUN: %heddle -emit=par %s | %heddle-opt --print-shapes=multiple=true -o /dev/null 2>&1 | sed -n 's/.*remark: //p' | FileCheck %s --check-prefix=SHAPE --match-full-lines --implicit-check-not=load: --implicit-check-not=store:

struct Bodies {
  float *x, *y;
  const float *mass;
};
// The members of a parameter are loaded.
__global__ void arraysInStructure(Bodies b, int n, float dt) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    // SHAPE: load: uniform
    // SHAPE: load: linear 4
    // SHAPE: load: uniform
    // SHAPE: load: linear 4
    b.x[i] += dt * b.mass[i]; // SHAPE: store: linear 4
    // SHAPE: load: uniform
    b.y[i] = dt; // SHAPE: store: linear 4
  }
}

__global__ void triples(const float3 *p, float *length, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    // SHAPE: load: linear 12
    // SHAPE: load: linear 12
    // SHAPE: load: linear 12
    float3 v = p[i];
    length[i] = v.x * v.x + v.y * v.y + v.z * v.z; // SHAPE: store: linear 4
  }
}

__global__ void complexProducts(const float2 *a, float2 *b) {
  size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x;
  // SHAPE: load: linear 8
  // SHAPE: load: linear 8
  float2 x = a[i];
  // SHAPE: load: linear 8
  // SHAPE: load: linear 8
  float2 y = b[i];
  b[i].x = x.x * y.x - x.y * y.y; // SHAPE: store: linear 8
  b[i].y = x.x * y.y + x.y * y.x; // SHAPE: store: linear 8
}

__global__ void quadruples(const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // SHAPE: load: linear 16
  // SHAPE: load: linear 16
  // SHAPE: load: linear 16
  // SHAPE: load: linear 16
  float4 v = reinterpret_cast<const float4 *>(x)[i];
  y[i] = v.x + v.y + v.z + v.w; // SHAPE: store: linear 4
}

struct Parameters {
  float scale[4];
  int shift;
};
__constant__ Parameters parameters;
__global__ void constants(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // SHAPE: load: uniform
    // SHAPE: load: linear 4
    // SHAPE: load: pattern [0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12]
    y[i] = x[i + parameters.shift] * parameters.scale[i & 3]; // SHAPE: store: linear 4
}

// The distributions of a cell, next to each other or in planes.
struct Cell {
  double f[19];
};
__global__ void cells(const Cell *from, Cell *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int k = 0; k < 19; ++k)
      to[i].f[k] = 2 * from[i].f[k]; // SHAPE: load: linear 152
                                     // SHAPE: store: linear 152
}
__global__ void planes(const double *from, double *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int k = 0; k < 19; ++k)
      to[k * n + i] = 2 * from[k * n + i]; // SHAPE: load: linear 8
                                           // SHAPE: store: linear 8
}
// The sum may wrap between two lanes.
__global__ void planesUnsigned(const double *from, double *to, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (unsigned k = 0; k < 19; ++k)
      to[k * n + i] = 2 * from[k * n + i]; // SHAPE: load: varying
                                           // SHAPE: store: varying
}

__global__ void pointers(float **rows, float *y) {
  int t = threadIdx.x;
  // SHAPE: load: linear 8
  y[t] = rows[t][3]; // SHAPE: load: varying
                     // SHAPE: store: linear 4
}

__global__ void pixels(const uchar4 *image, unsigned char *gray, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    // SHAPE: load: linear 4
    // SHAPE: load: linear 4
    // SHAPE: load: linear 4
    gray[i] = (image[i].x + image[i].y + image[i].z) / 3; // SHAPE: store: linear 1
  }
}

__global__ void channels(const unsigned char *rgb, unsigned char *gray, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    // SHAPE: load: linear 3
    // SHAPE: load: linear 3
    // SHAPE: load: linear 3
    gray[i] = (rgb[3 * i] + rgb[3 * i + 1] + rgb[3 * i + 2]) / 3; // SHAPE: store: linear 1
  }
}

// Three times an aligned number of 32 bits may wrap after some lanes.
__global__ void channelsUnsigned(const unsigned char *rgb, unsigned char *red, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    red[i] = rgb[3 * i]; // SHAPE: load: varying
                         // SHAPE: store: linear 1
}
