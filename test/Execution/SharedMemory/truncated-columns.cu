// RUN: %check-execution %s

// Columns of a tile that are truncated or wrap are not neighbours everywhere.

#include "../check.h"

constexpr int width = 32, height = 8, columns = 257;

template <typename Index>
__global__ void read(const int *in, int offset, int *out) {
  __shared__ int tile[width][columns];
  int x = threadIdx.x, y = threadIdx.y;
  for (int j = y; j < columns; j += height)
    tile[x][j] = in[j * width + x];
  __syncthreads();
  for (int r = 0; r < 4; ++r)
    out[(r * height + y) * width + x] =
        tile[x][Index(y + offset + r * height) & 255];
}

/// Truncated to the tile's width.
__global__ void readBytes(const int *in, int offset, int *out) {
  __shared__ int tile[width][columns];
  int x = threadIdx.x, y = threadIdx.y;
  for (int j = y; j < columns; j += height)
    tile[x][j] = in[j * width + x];
  __syncthreads();
  for (int r = 0; r < 4; ++r)
    out[(r * height + y) * width + x] =
        tile[x][(unsigned char)(y + offset + r * height)];
}

/// Wraps around to the tile's first column.
__global__ void readAround(const int *in, unsigned offset, int *out) {
  __shared__ int tile[width][columns];
  int x = threadIdx.x, y = threadIdx.y;
  for (int j = y; j < columns; j += height)
    tile[x][j] = in[j * width + x];
  __syncthreads();
  const int *row = &tile[x][0];
  for (unsigned r = 0; r < 4; ++r) {
    unsigned column = y + offset + r * height;
    out[(r * height + y) * width + x] = row[column % 256];
  }
}

int main() {
  DeviceArray<int> in(iota<int>(width * columns)), out(width * 4 * height);
  dim3 block(width, height);
  for (int offset : {0, 100, 250, -7, 65530}) {
    auto want = [&](int i) {
      return ((i / width + offset) & 255) * width + i % width;
    };
    read<unsigned char><<<1, block>>>(in, offset, out);
    expect(out, want);
    read<short><<<1, block>>>(in, offset, out);
    expect(out, want);
    read<int><<<1, block>>>(in, offset, out);
    expect(out, want);
    readBytes<<<1, block>>>(in, offset, out);
    expect(out, want);
    readAround<<<1, block>>>(in, offset, out);
    expect(out, want);
  }
  return 0;
}
