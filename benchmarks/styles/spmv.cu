// A sparse matrix in rows (CSR) times a vector: a thread, eight lanes or a warp
// for a row.

#include "styles.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

void host(const int *begins, const int *columns, const float *values,
          const float *x, float *y, int rows);

__global__ void threadInt(const int *begins, const int *columns,
                          const float *values, const float *x, float *y,
                          int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    float sum = 0;
    for (int k = begins[row]; k < begins[row + 1]; ++k)
      sum += values[k] * x[columns[k]];
    y[row] = sum;
  }
}

__global__ void threadUnsigned(const unsigned *__restrict__ begins,
                               const unsigned *__restrict__ columns,
                               const float *__restrict__ values,
                               const float *__restrict__ x,
                               float *__restrict__ y, unsigned rows) {
  unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  unsigned begin = begins[row], end = begins[row + 1];
  float sum = 0;
  for (unsigned k = begin; k < end; ++k)
    sum += values[k] * __ldg(&x[columns[k]]);
  y[row] = sum;
}

__global__ void threadSize(const int *begins, const int *columns,
                           const float *values, const float *x, float *y,
                           size_t rows) {
  size_t stride = size_t(gridDim.x) * blockDim.x;
  for (size_t row = size_t(blockIdx.x) * blockDim.x + threadIdx.x; row < rows;
       row += stride) {
    float sum = 0;
    for (size_t k = begins[row], end = begins[row + 1]; k < end; ++k)
      sum += values[k] * x[columns[k]];
    y[row] = sum;
  }
}

__global__ void threadPointers(const int *begins, const int *columns,
                               const float *values, const float *x, float *y,
                               int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    const float *value = values + begins[row], *end = values + begins[row + 1];
    const int *column = columns + begins[row];
    float sum = 0;
    for (; value < end; ++value, ++column)
      sum += *value * x[*column];
    y[row] = sum;
  }
}

// The sum goes on in memory.
__global__ void threadInMemory(const int *begins, const int *columns,
                               const float *values, const float *x, float *y,
                               int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  y[row] = 0;
  for (int k = begins[row]; k < begins[row + 1]; k++)
    y[row] += values[k] * x[columns[k]];
}

struct Matrix {
  const int *begins, *columns;
  const float *values;
  int rows;
};

__global__ void structure(Matrix matrix, const float *x, float *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= matrix.rows)
    return;
  float sum = 0;
  for (int k = matrix.begins[row]; k < matrix.begins[row + 1]; ++k)
    sum += matrix.values[k] * x[matrix.columns[k]];
  y[row] = sum;
}

__global__ void textureFetch(Matrix matrix, cudaTextureObject_t x, float *y) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < matrix.rows) {
    float sum = 0;
    for (int k = matrix.begins[row], end = matrix.begins[row + 1]; k < end; ++k)
      sum += matrix.values[k] * tex1Dfetch<float>(x, matrix.columns[k]);
    y[row] = sum;
  }
}

struct PlusTimes {
  __device__ float zero() const { return 0; }
  __device__ float operator()(float sum, float a, float b) const {
    return sum + a * b;
  }
};

template <typename Index, typename Value, typename Ring>
__global__ void generic(const Index *begins, const Index *columns,
                        const Value *values, const Value *x, Value *y,
                        Index rows, Ring ring) {
  Index row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    Value sum = ring.zero();
    for (Index k = begins[row]; k < begins[row + 1]; ++k)
      sum = ring(sum, values[k], x[columns[k]]);
    y[row] = sum;
  }
}

// One kernel for 2, 4, 8, 16 or 32 lanes.
template <int kLanes>
__global__ void lanes(Matrix matrix, const float *x, float *y) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int row = t / kLanes, lane = t & (kLanes - 1);
  float sum = 0;
  if (row < matrix.rows)
    for (int k = matrix.begins[row] + lane, end = matrix.begins[row + 1];
         k < end; k += kLanes)
      sum += matrix.values[k] * x[matrix.columns[k]];
#pragma unroll
  for (int k = kLanes / 2; k > 0; k /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, k, kLanes);
  if (row < matrix.rows && lane == 0)
    y[row] = sum;
}

__global__ void warp(const int *begins, const int *columns, const float *values,
                     const float *x, float *y, int rows) {
  int lane = threadIdx.x % 32;
  int warps = gridDim.x * blockDim.x / 32;
  for (int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32; row < rows;
       row += warps) {
    float sum = 0;
    for (int k = begins[row] + lane; k < begins[row + 1]; k += 32)
      sum += values[k] * x[columns[k]];
    for (int k = 16; k > 0; k /= 2)
      sum += __shfl_xor_sync(0xffffffff, sum, k);
    if (lane == 0)
      y[row] = sum;
  }
}

__global__ void warp2D(Matrix matrix, const float *x, float *y) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row >= matrix.rows)
    return;
  float sum = 0;
  for (int k = matrix.begins[row] + threadIdx.x; k < matrix.begins[row + 1];
       k += warpSize)
    sum += matrix.values[k] * x[matrix.columns[k]];
  for (int k = warpSize / 2; k > 0; k /= 2)
    sum += __shfl_down_sync(0xffffffff, sum, k);
  if (threadIdx.x == 0)
    y[row] = sum;
}

// The warp adds up in shared memory, as before there were shuffles.
__global__ void warpShared(Matrix matrix, const float *x, float *y) {
  __shared__ volatile float sums[128 + 16];
  int t = threadIdx.x, lane = t & 31;
  int row = blockIdx.x * 4 + (t >> 5);
  float sum = 0;
  if (row < matrix.rows)
    for (int k = matrix.begins[row] + lane; k < matrix.begins[row + 1]; k += 32)
      sum += matrix.values[k] * x[matrix.columns[k]];
  sums[t] = sum;
  __syncwarp();
  for (int k = 16; k > 0; k /= 2) {
    if (lane < k)
      sums[t] = sum = sum + sums[t + k];
    __syncwarp();
  }
  if (row < matrix.rows && lane == 0)
    y[row] = sum;
}

__global__ void groupTile(Matrix matrix, const float *x, float *y) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  int row = blockIdx.x * tile.meta_group_size() + tile.meta_group_rank();
  if (row >= matrix.rows)
    return;
  float sum = 0;
  for (int k = matrix.begins[row] + tile.thread_rank();
       k < matrix.begins[row + 1]; k += tile.size())
    sum += matrix.values[k] * x[matrix.columns[k]];
  sum = cg::reduce(tile, sum, cg::plus<float>());
  if (tile.thread_rank() == 0)
    y[row] = sum;
}

int main(int argc, char **argv) {
  styles::Set set(argc, argv);
  int rows = set.size(1 << 16, 301);
  // Most entries are near the diagonal, a quarter are anywhere.
  std::vector<int> rowBegins{0}, entries;
  suite::Random random;
  for (int row = 0; row < rows; ++row) {
    for (int k = random.below(33); k > 0; --k) {
      int near = row + int(random.below(128)) - 64;
      entries.push_back(random.below(4) && near >= 0 && near < rows
                            ? near
                            : random.below(rows));
    }
    rowBegins.push_back(entries.size());
  }
  styles::Array<int> begins(rowBegins), columns(entries);
  styles::Array<float> values(styles::randomFloats(entries.size())),
      x(styles::randomFloats(rows, -1, 1, 2)), y(rows);
  set.host(y, 1e-4, [&] {
    host(begins.host, columns.host, values.host, x.host, y.host, rows);
  });

  int blocks = styles::ceilDiv(rows, 256);
  Matrix matrix{begins, columns, values, rows};
  set.style("threadInt", [&] {
    threadInt<<<blocks, 256>>>(begins, columns, values, x, y, rows);
  });
  set.style("threadUnsigned", [&] {
    auto asUnsigned = [](const styles::Array<int> &array) {
      return reinterpret_cast<const unsigned *>(array.device);
    };
    threadUnsigned<<<blocks, 256>>>(asUnsigned(begins), asUnsigned(columns),
                                    values, x, y, rows);
  });
  set.style("threadSize", [&] {
    threadSize<<<32, 128>>>(begins, columns, values, x, y, rows);
  });
  set.style("threadPointers", [&] {
    threadPointers<<<blocks, 256>>>(begins, columns, values, x, y, rows);
  });
  set.style("threadInMemory", [&] {
    threadInMemory<<<blocks, 256>>>(begins, columns, values, x, y, rows);
  });
  set.style("structure", [&] { structure<<<blocks, 256>>>(matrix, x, y); });
  cudaTextureObject_t texture = styles::arrayTexture(x);
  set.style("textureFetch",
            [&] { textureFetch<<<blocks, 256>>>(matrix, texture, y); });
  set.style("generic", [&] {
    generic<<<blocks, 256>>>(begins.device, columns.device, values.device,
                             x.device, y.device, rows, PlusTimes());
  });
  set.style("eightLanes", [&] {
    lanes<8><<<styles::ceilDiv(rows, 16), 128>>>(matrix, x, y);
  });
  set.style("warpLanes", [&] {
    lanes<32><<<styles::ceilDiv(rows, 4), 128>>>(matrix, x, y);
  });
  set.style("warp",
            [&] { warp<<<64, 128>>>(begins, columns, values, x, y, rows); });
  set.style("warp2D", [&] {
    warp2D<<<styles::ceilDiv(rows, 8), dim3(32, 8)>>>(matrix, x, y);
  });
  set.style("warpShared", [&] {
    warpShared<<<styles::ceilDiv(rows, 4), 128>>>(matrix, x, y);
  });
  set.style("groupTile", [&] {
    groupTile<<<styles::ceilDiv(rows, 8), 128>>>(matrix, x, y);
  });
  return set.status();
}
