// RUN: %check-execution %s

// A factor of each row of threads, loaded once for the row: in arrays that may
// be the same, with rows that have no threads and factors that are not there
// for them, and where a thread has just stored what it loads.

#include "../check.h"

__global__ void scale(float *a, const float *factor, int n, int rows) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i >= rows || j >= n)
    return;
  a[i * n + j] *= factor[i];
}

// The factors are the first column, which threads of the row leave alone.
__global__ void scaleByFirst(float *a, int n, int rows) {
  int j = 1 + blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < rows && j < n)
    a[i * n + j] *= a[i * n];
}

// Each thread stores and loads again; the address may be the same.
__global__ void again(float *a, float *b, int n) {
  int j = threadIdx.x, i = threadIdx.y;
  a[i * n + j] = j + 1;
  b[i * n + j] = a[i * n + j] + a[i * n + j] * 2;
}

// Through a pointer that only rows with threads have.
__global__ void chase(float *const *place, float *out, const int *length,
                      int n) {
  int j = threadIdx.x, i = threadIdx.y;
  if (j < length[i])
    out[i * n + j] = *place[i] + j;
}

int main() {
  const int n = 45, rows = 21;
  float *a, *f;
  cudaMallocManaged(&a, n * rows * sizeof(float));
  cudaMallocManaged(&f, rows * sizeof(float));
  for (int i = 0; i < rows; ++i) {
    f[i] = i + 2;
    for (int j = 0; j < n; ++j)
      a[i * n + j] = i + j;
  }
  scale<<<dim3(4, 4), dim3(16, 8)>>>(a, f, n, rows);
  CUDA(cudaDeviceSynchronize());
  for (int i = 0; i < rows; ++i)
    for (int j = 0; j < n; ++j)
      CHECK(a[i * n + j] == float(i + j) * (i + 2));

  scaleByFirst<<<dim3(4, 4), dim3(16, 8)>>>(a, n, rows);
  CUDA(cudaDeviceSynchronize());
  for (int i = 0; i < rows; ++i)
    for (int j = 1; j < n; ++j)
      CHECK(a[i * n + j] == float(i + j) * (i + 2) * (float(i) * (i + 2)));

  float *b;
  cudaMallocManaged(&b, 256 * sizeof(float));
  again<<<1, dim3(16, 16)>>>(b, b, 16);
  CUDA(cudaDeviceSynchronize());
  for (int i = 0; i < 256; ++i)
    CHECK(b[i] == (i % 16 + 1) * 3);

  float **places;
  int *length;
  cudaMallocManaged(&places, 16 * sizeof(float *));
  cudaMallocManaged(&length, 16 * sizeof(int));
  for (int i = 0; i < 16; ++i) {
    length[i] = i % 4 == 1 ? 0 : i;
    places[i] = length[i] ? &f[i] : nullptr;
  }
  for (int i = 0; i < 256; ++i)
    b[i] = -1;
  chase<<<1, dim3(16, 16)>>>(places, b, length, 16);
  CUDA(cudaDeviceSynchronize());
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 16; ++j)
      CHECK(b[i * 16 + j] == (j < length[i] ? f[i] + j : -1));
}
