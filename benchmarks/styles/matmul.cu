// The product of two square matrices: a thread for each element, tiles in
// shared memory, and tiles in the registers of each thread.

#include "styles.h"

void host(const float *a, const float *b, float *c, int n);

__global__ void guardInt(const float *a, const float *b, float *c, int n) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && column < n) {
    float sum = 0;
    for (int k = 0; k < n; ++k)
      sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
  }
}

__global__ void returnSize(const float *__restrict__ a,
                           const float *__restrict__ b, float *__restrict__ c,
                           size_t n) {
  size_t column = blockIdx.x * blockDim.x + threadIdx.x;
  size_t row = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || column >= n)
    return;
  float sum = 0;
  for (size_t k = 0; k < n; ++k)
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

// x is the row: neighbouring threads are n floats apart.
__global__ void rowsAlongX(const float *a, const float *b, float *c,
                           unsigned n) {
  unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned column = blockIdx.y * blockDim.y + threadIdx.y;
  if (row >= n || column >= n)
    return;
  float sum = 0;
  for (unsigned k = 0; k < n; ++k)
    sum += a[row * n + k] * b[k * n + column];
  c[row * n + column] = sum;
}

__global__ void divided(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n * n)
    return;
  int row = i / n, column = i % n;
  c[i] = 0;
  for (int k = 0; k < n; ++k)
    c[i] += a[row * n + k] * b[k * n + column];
}

__global__ void pointers(const float *a, const float *b, float *c, int n) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y;
  if (column >= n)
    return;
  const float *p = a + row * n, *end = p + n;
  const float *q = b + column;
  float sum = 0;
  for (; p < end; ++p, q += n)
    sum += *p * *q;
  c[row * n + column] = sum;
}

__global__ void tile16(const float *a, const float *b, float *c, int n) {
  __shared__ float tileA[16][16], tileB[16][16];
  int tx = threadIdx.x, ty = threadIdx.y;
  int column = blockIdx.x * 16 + tx, row = blockIdx.y * 16 + ty;
  float sum = 0;
  for (int m = 0; m < n / 16; ++m) {
    tileA[ty][tx] = a[row * n + m * 16 + tx];
    tileB[ty][tx] = b[(m * 16 + ty) * n + column];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < 16; ++k)
      sum += tileA[ty][k] * tileB[k][tx];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// Indices that go on from tile to tile, as in NVIDIA's samples.
template <int kTile>
__global__ void tileIndices(const float *a, const float *b, float *c, int wa,
                            int wb) {
  __shared__ float tileA[kTile][kTile], tileB[kTile][kTile];
  int tx = threadIdx.x, ty = threadIdx.y;
  int begin = wa * kTile * blockIdx.y, end = begin + wa - 1;
  float sum = 0;
  for (int i = begin, j = kTile * blockIdx.x; i <= end;
       i += kTile, j += kTile * wb) {
    tileA[ty][tx] = a[i + wa * ty + tx];
    tileB[ty][tx] = b[j + wb * ty + tx];
    __syncthreads();
    for (int k = 0; k < kTile; ++k)
      sum += tileA[ty][k] * tileB[k][tx];
    __syncthreads();
  }
  c[wb * kTile * blockIdx.y + kTile * blockIdx.x + wb * ty + tx] = sum;
}

__global__ void tileGuards(const float *a, const float *b, float *c, int n) {
  __shared__ float tileA[16][17], tileB[16][17];
  int tx = threadIdx.x, ty = threadIdx.y;
  int column = blockIdx.x * blockDim.x + tx, row = blockIdx.y * blockDim.y + ty;
  float sum = 0;
  for (int first = 0; first < n; first += 16) {
    tileA[ty][tx] = row < n && first + tx < n ? a[row * n + first + tx] : 0;
    tileB[ty][tx] =
        column < n && first + ty < n ? b[(first + ty) * n + column] : 0;
    __syncthreads();
    for (int k = 0; k < 16; ++k)
      sum += tileA[ty][k] * tileB[k][tx];
    __syncthreads();
  }
  if (row < n && column < n)
    c[row * n + column] = sum;
}

__global__ void tileDynamic(const float *a, const float *b, float *c, int n,
                            int tile) {
  extern __shared__ float tiles[];
  float *tileA = tiles, *tileB = tiles + tile * tile;
  int tx = threadIdx.x, ty = threadIdx.y;
  int column = blockIdx.x * tile + tx, row = blockIdx.y * tile + ty;
  float sum = 0;
  for (int first = 0; first < n; first += tile) {
    tileA[ty * tile + tx] = a[row * n + first + tx];
    tileB[ty * tile + tx] = b[(first + ty) * n + column];
    __syncthreads();
    for (int k = 0; k < tile; ++k)
      sum += tileA[ty * tile + k] * tileB[k * tile + tx];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

__global__ void tileLinear(const float *a, const float *b, float *c, int n) {
  __shared__ float tileA[16 * 16], tileB[16 * 16];
  int t = threadIdx.x, tx = t % 16, ty = t / 16;
  int column = blockIdx.x * 16 + tx, row = blockIdx.y * 16 + ty;
  float sum = 0;
  for (int first = 0; first < n; first += 16) {
    tileA[t] = a[row * n + first + tx];
    tileB[t] = b[(first + ty) * n + column];
    __syncthreads();
    for (int k = 0; k < 16; ++k)
      sum += tileA[ty * 16 + k] * tileB[k * 16 + tx];
    __syncthreads();
  }
  c[row * n + column] = sum;
}

// A thread has 16 results of a column in registers.
__global__ void columnOf16(const float *a, const float *b, float *c, int n) {
  __shared__ float tileA[16][64];
  int t = threadIdx.x, column = blockIdx.x * 64 + t, top = blockIdx.y * 16;
  float sums[16] = {};
  for (int first = 0; first < n; first += 64) {
    for (int i = 0; i < 16; ++i)
      tileA[i][t] = a[(top + i) * n + first + t];
    __syncthreads();
    for (int k = 0; k < 64; ++k) {
      float value = b[(first + k) * n + column];
#pragma unroll
      for (int i = 0; i < 16; ++i)
        sums[i] += tileA[i][k] * value;
    }
    __syncthreads();
  }
  for (int i = 0; i < 16; ++i)
    c[(top + i) * n + column] = sums[i];
}

// A block does 64 x 64 results, a thread kEach x kEach.
template <int kEach>
__global__ void registers(const float *a, const float *b, float *c, int n) {
  const int kTile = 64, kDepth = 8, kSide = kTile / kEach;
  __shared__ float tileA[kDepth][kTile], tileB[kDepth][kTile];
  int t = threadIdx.x, tx = t % kSide, ty = t / kSide;
  int top = blockIdx.y * kTile, left = blockIdx.x * kTile;
  float sums[kEach][kEach] = {};
  for (int first = 0; first < n; first += kDepth) {
    for (int k = t; k < kTile * kDepth; k += kSide * kSide) {
      tileA[k % kDepth][k / kDepth] =
          a[(top + k / kDepth) * n + first + k % kDepth];
      tileB[k / kTile][k % kTile] =
          b[(first + k / kTile) * n + left + k % kTile];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kDepth; ++k) {
      float fromA[kEach], fromB[kEach];
      for (int i = 0; i < kEach; ++i) {
        fromA[i] = tileA[k][ty * kEach + i];
        fromB[i] = tileB[k][tx * kEach + i];
      }
      for (int i = 0; i < kEach; ++i)
        for (int j = 0; j < kEach; ++j)
          sums[i][j] += fromA[i] * fromB[j];
    }
    __syncthreads();
  }
  for (int i = 0; i < kEach; ++i)
    for (int j = 0; j < kEach; ++j)
      c[(top + ty * kEach + i) * n + left + tx * kEach + j] = sums[i][j];
}

// Four neighbours of a row as one float4.
__global__ void vectors(const float *a, const float4 *b, float4 *c, int n) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= n / 4 || row >= n)
    return;
  float4 sum = make_float4(0, 0, 0, 0);
  for (int k = 0; k < n; ++k) {
    float factor = a[row * n + k];
    float4 value = b[k * (n / 4) + column];
    sum.x += factor * value.x;
    sum.y += factor * value.y;
    sum.z += factor * value.z;
    sum.w += factor * value.w;
  }
  c[row * (n / 4) + column] = sum;
}

int main(int argc, char **argv) {
  styles::Set set(argc, argv);
  int n = set.size(384, 64);
  styles::Array<float> a(styles::randomFloats(n * n, -1, 1)),
      b(styles::randomFloats(n * n, -1, 1, 2)), c(n * n);
  set.host(c, 1e-4, [&] { host(a.host, b.host, c.host, n); });

  dim3 square(16, 16), grid(styles::ceilDiv(n, 16), styles::ceilDiv(n, 16));
  set.style("guardInt", [&] { guardInt<<<grid, square>>>(a, b, c, n); });
  set.style("returnSize",
            [&] { returnSize<<<grid, dim3(16, 16)>>>(a, b, c, n); });
  set.style("rowsAlongX", [&] { rowsAlongX<<<grid, square>>>(a, b, c, n); });
  set.style("divided",
            [&] { divided<<<styles::ceilDiv(n * n, 256), 256>>>(a, b, c, n); });
  set.style("pointers", [&] {
    pointers<<<dim3(styles::ceilDiv(n, 128), n), 128>>>(a, b, c, n);
  });
  set.style("tile16", [&] { tile16<<<grid, square>>>(a, b, c, n); });
  set.style("tileIndices", [&] {
    tileIndices<32><<<dim3(n / 32, n / 32), dim3(32, 32)>>>(a, b, c, n, n);
  });
  set.style("tileGuards", [&] { tileGuards<<<grid, square>>>(a, b, c, n); });
  set.style("tileDynamic", [&] {
    tileDynamic<<<grid, square, 2 * 16 * 16 * sizeof(float)>>>(a, b, c, n, 16);
  });
  set.style("tileLinear", [&] { tileLinear<<<grid, 256>>>(a, b, c, n); });
  set.style("columnOf16",
            [&] { columnOf16<<<dim3(n / 64, n / 16), 64>>>(a, b, c, n); });
  set.style("registers4x4",
            [&] { registers<4><<<dim3(n / 64, n / 64), 256>>>(a, b, c, n); });
  set.style("registers8x8",
            [&] { registers<8><<<dim3(n / 64, n / 64), 64>>>(a, b, c, n); });
  set.style("vectors", [&] {
    dim3 threads(32, 4),
        blocks(styles::ceilDiv(n / 4, 32), styles::ceilDiv(n, 4));
    vectors<<<blocks, threads>>>(a, reinterpret_cast<const float4 *>(b.device),
                                 reinterpret_cast<float4 *>(c.device), n);
  });
  return set.status();
}
