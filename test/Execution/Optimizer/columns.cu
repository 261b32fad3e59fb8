// RUN: %check-execution %s
// Tiles that are written by rows and read by columns, and matrices that are
// read by columns where they are, also in place.
#include "../check.h"

// The tile has a column more, as for banks; full tiles and those at edges.
template <typename T, int tile, int rows>
__global__ void transpose(const T *in, T *out, int height, int width) {
  __shared__ T part[tile][tile + 1];
  int x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + threadIdx.y;
  for (int i = 0; i < tile; i += rows)
    if (x < width && y + i < height)
      part[threadIdx.y + i][threadIdx.x] = in[(y + i) * width + x];
  __syncthreads();
  x = blockIdx.y * tile + threadIdx.x;
  y = blockIdx.x * tile + threadIdx.y;
  for (int i = 0; i < tile; i += rows)
    if (x < height && y + i < width)
      out[(y + i) * height + x] = part[threadIdx.x][threadIdx.y + i];
}

// No tile: what is read may be what is written, later.
__global__ void direct(const float *in, float *out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n)
    out[y * n + x] = in[x * n + y] + 1;
}

// A thread reads what it has written before: the same place on the diagonal.
__global__ void after(float *a, const float *b, int n) {
  int x = threadIdx.x, y = threadIdx.y;
  if (x == y)
    a[x * n + y] = b[x];
  float value = a[x * n + y];
  __syncthreads();
  a[y * n + x] = value * 2;
}

// Backwards, and from a row that is not the first.
__global__ void backwards(const int *in, int *out) {
  __shared__ int part[24][16];
  int tx = threadIdx.x, ty = threadIdx.y;
  part[ty][tx] = in[ty * 16 + tx];
  if (ty < 8)
    part[ty + 16][tx] = -in[ty * 16 + tx];
  __syncthreads();
  out[ty * 16 + tx] = part[23 - tx][ty];
}

template <typename T, int tile, int rows>
static void checkTranspose(int height, int width) {
  std::vector<T> numbers(height * width);
  for (int i = 0; i < height * width; ++i)
    numbers[i] = T(i * 7 % 1013);
  DeviceArray<T> in(numbers), out(numbers.size());
  dim3 grid((width + tile - 1) / tile, (height + tile - 1) / tile);
  transpose<T, tile, rows><<<grid, dim3(tile, rows)>>>(in, out, height, width);
  expect(out, [&](int i) { return numbers[i % height * width + i / height]; });
}

int main() {
  checkTranspose<float, 32, 8>(100, 140);
  checkTranspose<int, 16, 16>(64, 48);
  checkTranspose<double, 16, 8>(33, 64);
  checkTranspose<short, 16, 16>(64, 48);
  checkTranspose<long long, 8, 8>(40, 24);

  const int n = 70;
  std::vector<float> numbers(n * n);
  for (int i = 0; i < n * n; ++i)
    numbers[i] = i % 311;
  DeviceArray<float> in(numbers), out(n * n);
  direct<<<dim3(5, 5), dim3(16, 16)>>>(in, out, n);
  expect(out, [&](int i) { return numbers[i % n * n + i / n] + 1; });

  std::vector<float> square(numbers.begin(), numbers.begin() + 256),
      diagonal(16);
  for (int i = 0; i < 16; ++i)
    diagonal[i] = -i;
  DeviceArray<float> a(square), b(diagonal);
  after<<<1, dim3(16, 16)>>>(a, b, 16);
  expect(a, [&](int i) {
    int x = i % 16, y = i / 16;
    return 2 * (x == y ? diagonal[x] : square[x * 16 + y]);
  });

  std::vector<int> whole(256);
  for (int i = 0; i < 256; ++i)
    whole[i] = i + 1;
  DeviceArray<int> from(whole), to(256);
  backwards<<<1, dim3(16, 16)>>>(from, to);
  expect(to, [&](int i) {
    int row = 23 - i % 16, y = i / 16;
    return row < 16 ? whole[row * 16 + y] : -whole[(row - 16) * 16 + y];
  });
}
