// A matrix times a vector: a thread, eight lanes, a warp or a block for a row.

#include "styles.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

void host(const float *matrix, const float *x, float *y, int rows, int columns);

__global__ void threadInt(const float *matrix, const float *x, float *y,
                          int rows, int columns) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float sum = 0;
    for (int k = 0; k < columns; ++k)
      sum += matrix[row * columns + k] * x[k];
    y[row] = sum;
  }
}

__global__ void threadSize(const float *__restrict__ matrix,
                           const float *__restrict__ x, float *__restrict__ y,
                           size_t rows, size_t columns) {
  size_t row = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  float sum = 0;
  for (size_t k = 0; k < columns; k++)
    sum += matrix[row * columns + k] * x[k];
  y[row] = sum;
}

__global__ void threadUnrolled(const float *matrix, const float *x, float *y,
                               unsigned rows, unsigned columns) {
  unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  const float *mine = &matrix[row * columns];
  float sum = 0;
  unsigned k = 0;
#pragma unroll 4
  for (; k < columns; ++k)
    sum = fmaf(mine[k], x[k], sum);
  y[row] = sum;
}

__global__ void threadPointer(const float *matrix, const float *x, float *y,
                              int rows, int columns) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    const float *p = matrix + row * columns, *end = p + columns;
    float sum = 0;
    while (p != end)
      sum += *p++ * *x++;
    y[row] = sum;
  }
}

__global__ void threadVectors(const float4 *matrix, const float4 *x, float *y,
                              int rows, int columns) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  float sum = 0;
  for (int k = 0; k < columns / 4; ++k) {
    float4 a = matrix[row * (columns / 4) + k], b = x[k];
    sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
  }
  y[row] = sum;
}

// y = A x, as BLAS has it: y[row] is read and written in the loop.
__global__ void threadInMemory(const float *matrix, const float *x, float *y,
                               int rows, int columns) {
  for (int row = blockIdx.x * blockDim.x + threadIdx.x; row < rows;
       row += gridDim.x * blockDim.x) {
    y[row] = 0;
    for (int k = 0; k < columns; ++k)
      y[row] += matrix[row * columns + k] * x[k];
  }
}

// The block loads a piece of the vector for all of its rows.
__global__ void threadTile(const float *matrix, const float *x, float *y,
                           int rows, int columns) {
  __shared__ float piece[128];
  int t = threadIdx.x, row = blockIdx.x * 128 + t;
  float sum = 0;
  for (int first = 0; first < columns; first += 128) {
    piece[t] = first + t < columns ? x[first + t] : 0;
    __syncthreads();
    if (row < rows)
      for (int k = 0; k < min(128, columns - first); ++k)
        sum += matrix[row * columns + first + k] * piece[k];
    __syncthreads();
  }
  if (row < rows)
    y[row] = sum;
}

__constant__ float constantX[2048];

__global__ void threadConstant(const float *matrix, float *y, int rows,
                               int columns) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float sum = 0;
    for (int k = 0; k < columns; ++k)
      sum += matrix[row * columns + k] * constantX[k];
    y[row] = sum;
  }
}

// The matrix is stored by columns: neighbouring threads read neighbours.
__global__ void threadColumns(const float *byColumns, const float *x, float *y,
                              int rows, int columns) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  float sum = 0;
  for (int k = 0; k < columns; ++k)
    sum += byColumns[k * rows + row] * x[k];
  y[row] = sum;
}

__global__ void eightLanes(const float *matrix, const float *x, float *y,
                           int rows, int columns) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int row = t / 8, lane = t % 8;
  float sum = 0;
  if (row < rows)
    for (int k = lane; k < columns; k += 8)
      sum += matrix[row * columns + k] * x[k];
  for (int k = 4; k > 0; k /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, k, 8);
  if (row < rows && lane == 0)
    y[row] = sum;
}

__global__ void warp(const float *matrix, const float *x, float *y, int rows,
                     int columns) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32,
      lane = threadIdx.x % 32;
  if (row >= rows)
    return;
  float sum = 0;
  for (int k = lane; k < columns; k += 32)
    sum += matrix[row * columns + k] * x[k];
  for (int k = 16; k > 0; k >>= 1)
    sum += __shfl_xor_sync(0xffffffff, sum, k);
  if (lane == 0)
    y[row] = sum;
}

__global__ void warp2D(const float *matrix, const float *x, float *y, int rows,
                       int columns) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row < rows) {
    float sum = 0;
    for (int k = threadIdx.x; k < columns; k += 32)
      sum += matrix[row * columns + k] * x[k];
    for (int k = 16; k > 0; k >>= 1)
      sum += __shfl_down_sync(0xffffffff, sum, k);
    if (threadIdx.x == 0)
      y[row] = sum;
  }
}

__global__ void warpVectors(const float *matrix, const float *x, float *y,
                            int rows, int columns) {
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  int row = blockIdx.x * tile.meta_group_size() + tile.meta_group_rank();
  if (row >= rows)
    return;
  const float4 *mine = reinterpret_cast<const float4 *>(matrix + row * columns);
  const float4 *other = reinterpret_cast<const float4 *>(x);
  float sum = 0;
  for (int k = tile.thread_rank(); k < columns / 4; k += 32) {
    float4 a = mine[k], b = other[k];
    sum += a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
  }
  sum = cg::reduce(tile, sum, cg::plus<float>());
  if (tile.thread_rank() == 0)
    y[row] = sum;
}

__global__ void block(const float *matrix, const float *x, float *y,
                      int columns) {
  __shared__ float sums[128];
  int row = blockIdx.x, t = threadIdx.x;
  float sum = 0;
  for (int k = t; k < columns; k += blockDim.x)
    sum += matrix[row * columns + k] * x[k];
  sums[t] = sum;
  __syncthreads();
  for (int k = 64; k > 0; k /= 2) {
    if (t < k)
      sums[t] += sums[t + k];
    __syncthreads();
  }
  if (t == 0)
    y[row] = sums[0];
}

// Part of a row for each thread of a 2D block, with a tree along x.
__global__ void blockRows(const float *matrix, const float *x, float *y,
                          int rows, int columns) {
  extern __shared__ float parts[];
  int row = blockIdx.x * blockDim.y + threadIdx.y, lane = threadIdx.x;
  float *mine = parts + threadIdx.y * (blockDim.x + 1);
  float sum = 0;
  if (row < rows)
    for (int k = lane; k < columns; k += blockDim.x)
      sum += matrix[row * columns + k] * x[k];
  mine[lane] = sum;
  for (int k = blockDim.x / 2; k > 0; k /= 2) {
    __syncthreads();
    if (lane < k)
      mine[lane] += mine[lane + k];
  }
  if (row < rows && lane == 0)
    y[row] = mine[0];
}

int main(int argc, char **argv) {
  styles::Set set(argc, argv);
  int rows = set.size(4096, 67), columns = set.size(1024, 132),
      n = rows * columns;
  styles::Array<float> matrix(styles::randomFloats(n)),
      x(styles::randomFloats(columns, -1, 1, 2)), y(rows);
  styles::Array<float> byColumns(n);
  for (int row = 0; row < rows; ++row)
    for (int k = 0; k < columns; ++k)
      byColumns.host[k * rows + row] = matrix.host[row * columns + k];
  byColumns.upload();
  styles::check(cudaMemcpyToSymbol(constantX, x.host, x.bytes()));
  set.host(y, 1e-4, [&] { host(matrix.host, x.host, y.host, rows, columns); });

  int blocks = styles::ceilDiv(rows, 128);
  auto matrix4 = reinterpret_cast<const float4 *>(matrix.device),
       x4 = reinterpret_cast<const float4 *>(x.device);
  set.style("threadInt",
            [&] { threadInt<<<blocks, 128>>>(matrix, x, y, rows, columns); });
  set.style("threadSize",
            [&] { threadSize<<<blocks, 128>>>(matrix, x, y, rows, columns); });
  set.style("threadUnrolled", [&] {
    threadUnrolled<<<blocks, 128>>>(matrix, x, y, rows, columns);
  });
  set.style("threadPointer", [&] {
    threadPointer<<<blocks, 128>>>(matrix, x, y, rows, columns);
  });
  set.style("threadVectors", [&] {
    threadVectors<<<blocks, 128>>>(matrix4, x4, y, rows, columns);
  });
  set.style("threadInMemory",
            [&] { threadInMemory<<<8, 64>>>(matrix, x, y, rows, columns); });
  set.style("threadTile",
            [&] { threadTile<<<blocks, 128>>>(matrix, x, y, rows, columns); });
  set.style("threadConstant",
            [&] { threadConstant<<<blocks, 128>>>(matrix, y, rows, columns); });
  set.style("threadColumns", [&] {
    threadColumns<<<blocks, 128>>>(byColumns, x, y, rows, columns);
  });
  set.style("eightLanes", [&] {
    eightLanes<<<styles::ceilDiv(rows, 16), 128>>>(matrix, x, y, rows, columns);
  });
  set.style("warp", [&] {
    warp<<<styles::ceilDiv(rows, 8), 256>>>(matrix, x, y, rows, columns);
  });
  set.style("warp2D", [&] {
    warp2D<<<styles::ceilDiv(rows, 8), dim3(32, 8)>>>(matrix, x, y, rows,
                                                      columns);
  });
  set.style("warpVectors", [&] {
    warpVectors<<<styles::ceilDiv(rows, 4), 128>>>(matrix, x, y, rows, columns);
  });
  set.style("block", [&] { block<<<rows, 128>>>(matrix, x, y, columns); });
  set.style("blockRows", [&] {
    dim3 threads(32, 8);
    blockRows<<<styles::ceilDiv(rows, threads.y), threads,
                threads.y *(threads.x + 1) * sizeof(float)>>>(matrix, x, y,
                                                              rows, columns);
  });
  return set.status();
}
