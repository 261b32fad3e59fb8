// RUN: %check-execution %s
// Products of matrices by tiles, for grids that are large and small, with rows
// of blocks that do not divide evenly and tiles that are not full.
#include "../check.h"

const int kTile = 8;

// The blocks of a column load the same tiles of b.
__global__ void multiply(const float *a, const float *b, float *c, int rows,
                         int inner, int columns) {
  __shared__ float tileA[kTile][kTile], tileB[kTile][kTile];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * kTile + ty, column = blockIdx.x * kTile + tx;
  float sum = blockIdx.y % 3;
  for (int k = 0; k < inner; k += kTile) {
    tileA[ty][tx] =
        row < rows && k + tx < inner ? a[row * inner + k + tx] : 0.0f;
    tileB[ty][tx] = k + ty < inner && column < columns
                        ? b[(k + ty) * columns + column]
                        : 0.0f;
    __syncthreads();
    for (int i = 0; i < kTile; ++i)
      sum += tileA[ty][i] * tileB[i][tx];
    __syncthreads();
  }
  if (row < rows && column < columns)
    c[row * columns + column] = sum;
}

// The blocks of a row load the same columns; the grid's blocks are numbered.
__global__ void columns(const float *in, float *out, int rows, int pitch) {
  __shared__ float tile[kTile][kTile];
  __shared__ int number;
  int tx = threadIdx.x, ty = threadIdx.y;
  if (tx == 0 && ty == 0)
    number = blockIdx.y * gridDim.x + blockIdx.x;
  float sum = 0;
  for (int k = 0; k < rows; k += kTile) {
    tile[ty][tx] = in[(k + ty) * pitch + blockIdx.y * kTile + tx];
    __syncthreads();
    sum += tile[tx][ty];
    __syncthreads();
  }
  out[number * kTile * kTile + ty * kTile + tx] = sum + blockIdx.x;
}

// A thread reads its own place of the tile before it fills it again, without a
// barrier: what all blocks load the same is not one tile for all of them.
__global__ void kept(const float *in, float *out, int rows, int pitch) {
  __shared__ float tile[kTile][kTile];
  int tx = threadIdx.x, ty = threadIdx.y;
  float sum = blockIdx.y;
  tile[ty][tx] = 1;
  for (int k = 0; k < rows; k += kTile) {
    sum += 2 * tile[ty][tx];
    tile[ty][tx] = in[(k + ty) * pitch + blockIdx.x * kTile + tx];
    __syncthreads();
    sum += tile[tx][ty];
    __syncthreads();
  }
  int block = blockIdx.y * gridDim.x + blockIdx.x;
  out[(block * kTile + ty) * kTile + tx] = sum;
}

static float value(int i) { return i * 7 % 11 - 5; }

int main() {
  std::vector<float> numbers(200 * 200);
  for (int i = 0; i < 200 * 200; ++i)
    numbers[i] = value(i);
  DeviceArray<float> a(numbers), b(numbers);
  struct {
    int rows, inner, columns;
  } sizes[] = {{8, 8, 8},     {24, 40, 16},  {96, 20, 96},
               {100, 33, 97}, {104, 17, 80}, {8, 9, 200}};
  for (auto [rows, inner, columns] : sizes) {
    DeviceArray<float> c(rows * columns);
    dim3 grid((columns + kTile - 1) / kTile, (rows + kTile - 1) / kTile);
    multiply<<<grid, dim3(kTile, kTile)>>>(a, b, c, rows, inner, columns);
    int n = inner, m = columns;
    expect(c, [&](int i) {
      int row = i / m, column = i % m;
      float sum = row / kTile % 3;
      for (int k = 0; k < n; ++k)
        sum += value(row * n + k) * value(k * m + column);
      return sum;
    });
  }
  for (int width : {3, 30, 45}) {
    const int height = 6, rows = 64, pitch = height * kTile;
    DeviceArray<float> sums(width * height * kTile * kTile);
    columns<<<dim3(width, height), dim3(kTile, kTile)>>>(a, sums, rows, pitch);
    expect(sums, [&](int i) {
      int block = i / (kTile * kTile), thread = i % (kTile * kTile);
      int tx = thread % kTile, ty = thread / kTile;
      float sum = block % width;
      for (int k = 0; k < rows; k += kTile)
        sum += value((k + tx) * pitch + block / width * kTile + ty);
      return sum;
    });
  }
  for (int height : {4, 25}) {
    const int width = 6, rows = 48, pitch = width * kTile;
    DeviceArray<float> sums(width * height * kTile * kTile);
    kept<<<dim3(width, height), dim3(kTile, kTile)>>>(a, sums, rows, pitch);
    expect(sums, [&](int i) {
      int block = i / (kTile * kTile), thread = i % (kTile * kTile);
      int tx = thread % kTile, ty = thread / kTile;
      int left = block % width * kTile;
      float sum = block / width + 2;
      for (int k = 0; k < rows; k += kTile) {
        sum += value((k + tx) * pitch + left + ty);
        if (k + kTile < rows)
          sum += 2 * value((k + ty) * pitch + left + tx);
      }
      return sum;
    });
  }
}
