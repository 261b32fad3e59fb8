// RUN: %check-execution %s
// Threads that go through the layers of a volume, in blocks of several rows:
// grids that are not full, blocks that know their numbers, and rows that have
// something in common.
#include "../check.h"

constexpr int nx = 150, ny = 45, nz = 7, cells = nx * ny * nz;

__global__ void heat(const float *in, float *out, int width, int height,
                     int depth) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  int i = y * width + x, layer = width * height;
  int north = y == 0 ? 0 : -width, east = x == width - 1 ? 0 : 1;
  float below = in[i];
  for (int z = 0; z < depth; ++z) {
    float own = in[i];
    out[i] = 4 * own + 2 * in[i + north] + in[i + east] - below;
    below = own;
    i += layer;
  }
}

__global__ void numbers(int *out, int width, int height, int depth) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    for (int z = 0; z < depth; ++z)
      out[(z * height + y) * width + x] = blockIdx.y * 1000 +
                                          threadIdx.y * 100 + gridDim.y * 10 +
                                          blockDim.y + z;
}

/// All rows of a block add to the same elements.
__global__ void columns(const int *in, int *out, int width, int height,
                        int depth) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    for (int z = 0; z < depth; ++z)
      atomicAdd(&out[z * width + x], in[(z * height + y) * width + x]);
}

static int cell(int i) { return i * 37 % 101; }

int main() {
  std::vector<float> numbered(cells);
  std::vector<int> counted(cells);
  for (int i = 0; i < cells; ++i)
    numbered[i] = counted[i] = cell(i);
  DeviceArray<float> in(numbered), out(cells);
  heat<<<dim3((nx + 31) / 32, (ny + 7) / 8), dim3(32, 8)>>>(in, out, nx, ny,
                                                            nz);
  expect(out, [](int i) {
    int x = i % nx, y = i / nx % ny, z = i / nx / ny;
    int north = cell(y == 0 ? i : i - nx), east = cell(x == nx - 1 ? i : i + 1);
    int below = cell(z == 0 ? i : i - nx * ny);
    return 4 * cell(i) + 2 * north + east - below;
  });

  dim3 block(64, 4), grid((nx + 63) / 64, (ny + 3) / 4);
  DeviceArray<int> counts(counted), sums(nx * nz), own(cells);
  columns<<<grid, block>>>(counts, sums, nx, ny, nz);
  expect(sums, [](int i) {
    int sum = 0;
    for (int y = 0; y < ny; ++y)
      sum += cell((i / nx * ny + y) * nx + i % nx);
    return sum;
  });

  numbers<<<grid, block>>>(own, nx, ny, nz);
  expect(own, [](int i) {
    int y = i / nx % ny, z = i / nx / ny;
    return y / 4 * 1000 + y % 4 * 100 + 12 * 10 + 4 + z;
  });
}
