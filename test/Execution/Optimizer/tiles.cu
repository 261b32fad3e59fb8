// RUN: %check-execution %s
// Tiles in shared memory that are small enough for registers: rows that are
// read at neighbouring places, stored in part, copied, with halos and with
// places that are stored twice.
#include "../check.h"

#include <algorithm>

// Steps on a tile of which less and less is right, as it has no rim.
template <typename T>
__global__ void steps(const T *in, T *out, int rows, int columns) {
  __shared__ T tile[16][16], next[16][16];
  int tx = threadIdx.x, ty = threadIdx.y;
  int x = int(blockIdx.x) * 12 - 2 + tx, y = int(blockIdx.y) * 12 - 2 + ty;
  bool inside = x >= 0 && x < columns && y >= 0 && y < rows;
  if (inside)
    tile[ty][tx] = in[y * columns + x];
  __syncthreads();
  int west = x == 0 ? tx : tx - 1, east = x == columns - 1 ? tx : tx + 1;
  int north = y == 0 ? ty : ty - 1, south = y == rows - 1 ? ty : ty + 1;
  bool computed = false;
  for (int step = 0; step < 2; ++step) {
    computed =
        inside && tx > step && tx < 15 - step && ty > step && ty < 15 - step;
    if (computed)
      next[ty][tx] = tile[ty][tx] + 2 * tile[north][tx] + 3 * tile[south][tx] +
                     5 * tile[ty][west] + 7 * tile[ty][east];
    __syncthreads();
    if (computed)
      tile[ty][tx] = next[ty][tx];
    __syncthreads();
  }
  if (computed)
    out[y * columns + x] = next[ty][tx];
}

template <typename T>
static std::vector<T> stepped(const std::vector<T> &in, int rows, int columns) {
  std::vector<T> out(in.size());
  for (int y = 0; y < rows; ++y)
    for (int x = 0; x < columns; ++x)
      out[y * columns + x] = in[y * columns + x] +
                             2 * in[std::max(y - 1, 0) * columns + x] +
                             3 * in[std::min(y + 1, rows - 1) * columns + x] +
                             5 * in[y * columns + std::max(x - 1, 0)] +
                             7 * in[y * columns + std::min(x + 1, columns - 1)];
  return out;
}

// A rim around the tile: rows of 18, whose ends are stored one by one. Division
// by what is beyond the end of a row would be by 0.
__global__ void rim(const int *in, int *out, int n) {
  __shared__ int tile[10][18];
  int tx = threadIdx.x, ty = threadIdx.y;
  int x = blockIdx.x * 16 + tx + 1, y = blockIdx.y * 8 + ty + 1;
  tile[ty + 1][tx + 1] = in[y * n + x];
  if (ty == 0)
    tile[0][tx + 1] = in[(y - 1) * n + x];
  if (ty == 7)
    tile[9][tx + 1] = in[(y + 1) * n + x];
  if (tx == 0)
    tile[ty + 1][0] = in[y * n + x - 1];
  if (tx == 15)
    tile[ty + 1][17] = in[y * n + x + 1];
  __syncthreads();
  out[y * n + x] = tile[ty + 1][tx + 1] * 1000 / tile[ty + 1][tx] +
                   tile[ty][tx + 1] * tile[ty + 2][tx + 1] -
                   tile[ty + 1][tx + 2];
}

// Rows are turned, and some places are stored again.
__global__ void turns(const float *in, float *out) {
  __shared__ float tile[8][32];
  int tx = threadIdx.x, ty = threadIdx.y;
  int i = blockIdx.x * 256 + ty * 32 + tx;
  tile[ty][tx] = in[i];
  __syncthreads();
  float moved = tx < 29 ? tile[ty][tx + 3] : -1;
  __syncthreads();
  if (tx >= 5 && tx < 20)
    tile[ty][tx] = moved;
  __syncthreads();
  if (tx > 0 && tx < 31)
    out[i] = tile[ty][tx - 1] + 2 * tile[ty][tx + 1] + 4 * tile[7 - ty][tx];
}

template <typename T> static void checkSteps(int rows, int columns) {
  std::vector<T> in(rows * columns);
  for (size_t i = 0; i < in.size(); ++i)
    in[i] = T(i * 7919 % 101);
  DeviceArray<T> from(in), to(in.size());
  dim3 grid((columns + 11) / 12, (rows + 11) / 12);
  steps<T><<<grid, dim3(16, 16)>>>(from, to, rows, columns);
  std::vector<T> want = stepped(stepped(in, rows, columns), rows, columns);
  expect(to, [&](size_t i) { return want[i]; });
}

int main() {
  for (int size : {3, 12, 30, 61}) {
    checkSteps<float>(size, 61 - size / 2);
    checkSteps<double>(61, size);
    checkSteps<int>(size, size);
  }

  int n = 66;
  std::vector<int> cells(n * n);
  for (size_t i = 0; i < cells.size(); ++i)
    cells[i] = int(i * 7919 % 97) + 1;
  DeviceArray<int> from(cells), to(cells.size());
  rim<<<dim3(4, 8), dim3(16, 8)>>>(from, to, n);
  std::vector<int> expected(n * n);
  for (int y = 1; y <= 64; ++y)
    for (int x = 1; x <= 64; ++x) {
      const int *c = &cells[y * n + x];
      expected[y * n + x] = c[0] * 1000 / c[-1] + c[-n] * c[n] - c[1];
    }
  expect(to, [&](size_t i) { return expected[i]; });

  std::vector<float> values(1024), turned(1024);
  for (int i = 0; i < 1024; ++i)
    values[i] = float(i * 31 % 257);
  DeviceArray<float> source(values), result(1024);
  turns<<<4, dim3(32, 8)>>>(source, result);
  auto at = [&](int block, int y, int x) {
    return values[block * 256 + y * 32 + (x >= 5 && x < 20 ? x + 3 : x)];
  };
  for (int i = 0; i < 1024; ++i) {
    int b = i / 256, y = i / 32 % 8, x = i % 32;
    if (x > 0 && x < 31)
      turned[i] = at(b, y, x - 1) + 2 * at(b, y, x + 1) + 4 * at(b, 7 - y, x);
  }
  expect(result, [&](size_t i) { return turned[i]; });
}
