// Rows become columns: plain copies, tiles in shared memory, several elements a
// thread.

#include "styles.h"

void host(const float *in, float *out, int rows, int columns);

__global__ void readRows(const float *in, float *out, int rows, int columns) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < columns && y < rows)
    out[x * rows + y] = in[y * columns + x];
}

__global__ void writeRows(const float *in, float *out, unsigned rows,
                          unsigned columns) {
  unsigned y = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned x = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= columns || y >= rows)
    return;
  out[x * rows + y] = in[y * columns + x];
}

__global__ void divided(const float *in, float *out, int rows, int columns) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < rows * columns;
       i += gridDim.x * blockDim.x)
    out[i % columns * rows + i / columns] = in[i];
}

__global__ void tile16(const float *in, float *out, int rows, int columns) {
  __shared__ float tile[16][16];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < columns && y < rows)
    tile[threadIdx.y][threadIdx.x] = in[y * columns + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  if (x < rows && y < columns)
    out[y * rows + x] = tile[threadIdx.x][threadIdx.y];
}

const int kTile = 32, kRows = 8;

template <int kPad>
__global__ void tileRows(const float *in, float *out, int rows, int columns) {
  __shared__ float tile[kTile][kTile + kPad];
  int x = blockIdx.x * kTile + threadIdx.x,
      y = blockIdx.y * kTile + threadIdx.y;
  for (int i = 0; i < kTile; i += kRows)
    if (x < columns && y + i < rows)
      tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * columns + x];
  __syncthreads();
  x = blockIdx.y * kTile + threadIdx.x;
  y = blockIdx.x * kTile + threadIdx.y;
  for (int i = 0; i < kTile; i += kRows)
    if (x < rows && y + i < columns)
      out[(y + i) * rows + x] = tile[threadIdx.x][threadIdx.y + i];
}

__global__ void tileDynamic(const float *in, float *out, size_t rows,
                            size_t columns) {
  extern __shared__ float tile[];
  size_t pitch = blockDim.x + 1;
  size_t x = blockIdx.x * blockDim.x + threadIdx.x,
         y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < columns && y < rows)
    tile[threadIdx.y * pitch + threadIdx.x] = in[y * columns + x];
  __syncthreads();
  x = blockIdx.y * blockDim.y + threadIdx.x;
  y = blockIdx.x * blockDim.x + threadIdx.y;
  if (x < rows && y < columns)
    out[y * rows + x] = tile[threadIdx.x * pitch + threadIdx.y];
}

// A block of one dimension: t / 32 and t % 32.
__global__ void tileLinear(const float *in, float *out, int rows, int columns) {
  __shared__ float tile[kTile * (kTile + 1)];
  int tx = threadIdx.x % 32, ty = threadIdx.x / 32;
  int left = blockIdx.x * kTile, top = blockIdx.y * kTile;
  for (int y = ty; y < kTile; y += blockDim.x / 32)
    if (left + tx < columns && top + y < rows)
      tile[y * (kTile + 1) + tx] = in[(top + y) * columns + left + tx];
  __syncthreads();
  for (int y = ty; y < kTile; y += blockDim.x / 32)
    if (top + tx < rows && left + y < columns)
      out[(left + y) * rows + top + tx] = tile[tx * (kTile + 1) + y];
}

// Blocks along diagonals, which spread writes over the banks of old GPUs.
__global__ void diagonal(const float *in, float *out, int rows, int columns) {
  __shared__ float tile[kTile][kTile + 1];
  int by = blockIdx.x, bx = (blockIdx.x + blockIdx.y) % gridDim.x;
  if (gridDim.x != gridDim.y) {
    int block = blockIdx.x + gridDim.x * blockIdx.y;
    by = block % gridDim.y;
    bx = (block / gridDim.y + by) % gridDim.x;
  }
  int x = bx * kTile + threadIdx.x, y = by * kTile + threadIdx.y;
  int index = x + y * columns;
  for (int i = 0; i < kTile; i += kRows)
    if (x < columns && y + i < rows)
      tile[threadIdx.y + i][threadIdx.x] = in[index + i * columns];
  __syncthreads();
  x = by * kTile + threadIdx.x;
  y = bx * kTile + threadIdx.y;
  index = x + y * rows;
  for (int i = 0; i < kTile; i += kRows)
    if (x < rows && y + i < columns)
      out[index + i * rows] = tile[threadIdx.x][threadIdx.y + i];
}

__global__ void threadPerRow(const float *in, float *out, int rows,
                             int columns) {
  int y = blockIdx.x * blockDim.x + threadIdx.x;
  if (y < rows)
    for (int x = 0; x < columns; ++x)
      out[x * rows + y] = in[y * columns + x];
}

__global__ void pointers(const float *in, float *out, int rows, int columns) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= columns)
    return;
  const float *p = in + x;
  float *q = out + x * rows;
  for (int y = 0; y < rows; ++y) {
    *q++ = *p;
    p += columns;
  }
}

// A thread turns 4 x 4 elements. Both sizes are multiples of four.
__global__ void vectors(const float4 *in, float4 *out, int rows, int columns) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= columns / 4 || y >= rows / 4)
    return;
  float4 a = in[(4 * y) * (columns / 4) + x],
         b = in[(4 * y + 1) * (columns / 4) + x];
  float4 c = in[(4 * y + 2) * (columns / 4) + x],
         d = in[(4 * y + 3) * (columns / 4) + x];
  out[(4 * x) * (rows / 4) + y] = make_float4(a.x, b.x, c.x, d.x);
  out[(4 * x + 1) * (rows / 4) + y] = make_float4(a.y, b.y, c.y, d.y);
  out[(4 * x + 2) * (rows / 4) + y] = make_float4(a.z, b.z, c.z, d.z);
  out[(4 * x + 3) * (rows / 4) + y] = make_float4(a.w, b.w, c.w, d.w);
}

struct View {
  float *values;
  int pitch;
  __device__ float &at(int y, int x) const { return values[y * pitch + x]; }
};

__global__ void views(View in, View out, int rows, int columns) {
  __shared__ float tile[16][17];
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < columns && y < rows)
    tile[threadIdx.x][threadIdx.y] = in.at(y, x);
  __syncthreads();
  x = blockIdx.y * blockDim.y + threadIdx.x;
  y = blockIdx.x * blockDim.x + threadIdx.y;
  if (x < rows && y < columns)
    out.at(y, x) = tile[threadIdx.y][threadIdx.x];
}

int main(int argc, char **argv) {
  styles::Set set(argc, argv);
  int rows = set.size(1024, 52), columns = set.size(1536, 84),
      n = rows * columns;
  styles::Array<float> in(styles::randomFloats(n)), out(n);
  set.host(out, 0, [&] { host(in.host, out.host, rows, columns); });

  dim3 square(16, 16),
      grid(styles::ceilDiv(columns, 16), styles::ceilDiv(rows, 16));
  dim3 flipped(styles::ceilDiv(rows, 32), styles::ceilDiv(columns, 8));
  dim3 tileGrid(styles::ceilDiv(columns, kTile), styles::ceilDiv(rows, kTile)),
      tileBlock(kTile, kRows);
  set.style("readRows",
            [&] { readRows<<<grid, square>>>(in, out, rows, columns); });
  set.style("writeRows", [&] {
    writeRows<<<flipped, dim3(32, 8)>>>(in, out, rows, columns);
  });
  set.style("divided", [&] { divided<<<128, 256>>>(in, out, rows, columns); });
  set.style("tile16",
            [&] { tile16<<<grid, square>>>(in, out, rows, columns); });
  set.style("tileRows", [&] {
    tileRows<0><<<tileGrid, tileBlock>>>(in, out, rows, columns);
  });
  set.style("tilePadded", [&] {
    tileRows<1><<<tileGrid, tileBlock>>>(in, out, rows, columns);
  });
  set.style("tileDynamic", [&] {
    tileDynamic<<<grid, square, 16 * 17 * sizeof(float)>>>(in, out, rows,
                                                           columns);
  });
  set.style("tileLinear",
            [&] { tileLinear<<<tileGrid, 256>>>(in, out, rows, columns); });
  set.style("diagonal",
            [&] { diagonal<<<tileGrid, tileBlock>>>(in, out, rows, columns); });
  set.style("threadPerRow", [&] {
    threadPerRow<<<styles::ceilDiv(rows, 128), 128>>>(in, out, rows, columns);
  });
  set.style("pointers", [&] {
    pointers<<<styles::ceilDiv(columns, 128), 128>>>(in, out, rows, columns);
  });
  set.style("vectors", [&] {
    dim3 threads(8, 8),
        blocks(styles::ceilDiv(columns / 4, 8), styles::ceilDiv(rows / 4, 8));
    vectors<<<blocks, threads>>>(reinterpret_cast<const float4 *>(in.device),
                                 reinterpret_cast<float4 *>(out.device), rows,
                                 columns);
  });
  View from{in, columns}, to{out, rows};
  set.style("views", [&] { views<<<grid, square>>>(from, to, rows, columns); });
  return set.status();
}
