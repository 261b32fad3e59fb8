// Templates, functors, lambdas and views.
// RUN: %heddle -emit=par %s | %heddle-opt --print-shapes=multiple=true -o /dev/null 2>&1 | sed -n 's/.*remark: //p' | FileCheck %s --check-prefix=SHAPE --match-full-lines --implicit-check-not=load: --implicit-check-not=store: --implicit-check-not=atomic:

struct Scale {
  const float *x;
  float *y;
  float f;
  __device__ void operator()(int i) const {
    y[i] = f * x[i];
  }
};
template <typename F> __global__ void forEach(int n, F f) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    f(i);
}

template <typename T, int width> __global__ void parts(const T *x, T *y) {
  y[threadIdx.x % width] = x[threadIdx.x / width];
}

template <typename T, int n> struct Array {
  T v[n];
};
template <typename T, int n> __global__ void arrays(const Array<T, n> *x, T *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  T sum = 0;
  for (int k = 0; k < n; ++k)
    sum += x[i].v[k];
  y[i] = sum;
}

// A view of two dimensions.
struct View {
  float *data;
  int pitch;
  __device__ float &operator()(int row, int column) const {
    return data[row * pitch + column];
  }
};
__global__ void views(View a, View b) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  // SHAPE: load: strided
  b(y, x) = a(x, y); // SHAPE: store: linear 4
}

struct View3 {
  double *data;
  size_t rows, columns;
  __device__ double *row(size_t z, size_t y) const {
    return data + (z * rows + y) * columns;
  }
};
__global__ void volumes(View3 a, View3 b) {
  // SHAPE: load: uniform
  // SHAPE: load: uniform
  // SHAPE: load: uniform
  // SHAPE: load: uniform
  // SHAPE: load: uniform
  // SHAPE: load: uniform
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  for (int z = 0; z < 10; ++z)
    // SHAPE: load: linear 8
    b.row(z, blockIdx.y)[x] = a.row(z, blockIdx.y)[x + 1]; // SHAPE: store: linear 8
}

__device__ __forceinline__ int indexOf(int x, int y, int width) {
  return y * width + x;
}
__constant__ int shiftX[4], shiftY[4];
__global__ void neighbours(int width, const float *x, float *y) {
  int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y;
  float sum = 0;
  for (int k = 0; k < 4; ++k)
    // SHAPE: load: uniform
    // SHAPE: load: uniform
    // SHAPE: load: linear 4
    sum += x[indexOf(c + shiftX[k], r + shiftY[k], width)];
  y[indexOf(c, r, width)] = sum; // SHAPE: store: linear 4
}
// Each lane has a shift of its own.
__global__ void shiftedLanes(const float *x, float *y) {
  int t = threadIdx.x;
  // SHAPE: load: pattern [0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12, 0, 4, 8, 12]
  y[t] = x[t + shiftX[t & 3]]; // SHAPE: load: varying
                               // SHAPE: store: linear 4
}

// What instances access, in the order in which they are instantiated. Functors
// are loaded.
void launch(const float *x, float *y, int n) {
  // SHAPE: load: uniform
  // SHAPE: load: uniform
  // SHAPE: load: uniform
  forEach<<<1, 256>>>(n, Scale{x, y, 2}); // SHAPE: load: linear 4
                                          // SHAPE: store: linear 4
  // SHAPE: load: uniform
  // SHAPE: load: uniform
  // SHAPE: load: uniform
  forEach<<<1, 256>>>(n, [=] __device__(int i) {
    y[n - 1 - i] = x[i * 3]; // SHAPE: load: linear 12
                             // SHAPE: store: linear -4
  });
  parts<float, 16><<<1, 256>>>(x, y); // SHAPE: load: uniform
                                      // SHAPE: store: linear 4
  // SHAPE: load: pattern [0, 0, 0, 0, 8, 8, 8, 8, 16, 16, 16, 16, 24, 24, 24, 24]
  // SHAPE: store: pattern [0, 8, 16, 24, 0, 8, 16, 24, 0, 8, 16, 24, 0, 8, 16, 24]
  parts<double, 4><<<1, 256>>>((const double *)x, (double *)y);
  arrays<<<1, 256>>>((const Array<float, 3> *)x, y); // SHAPE: load: linear 12
                                                     // SHAPE: store: linear 4
}
