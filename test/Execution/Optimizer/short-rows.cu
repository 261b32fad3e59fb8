// RUN: %check-execution %s
// Blocks with short rows, several of which run as one: in grids that are not
// full, with positions that are scaled, turned round and compared, and in
// kernels that tell blocks apart. And blocks with long rows, which are cut.
#include "../check.h"

constexpr int width = 1011, height = 173;

__global__ void position(int *out, int from) {
  int x = from + blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  out[y * width + x] += 3 * x + y * (blockIdx.y + 1);
  if (x == from)
    out[y * width] -= 5;
}

__global__ void turned(const int *in, int *out) {
  unsigned x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y;
  if (x < width && y < height) {
    int last = width - 1 - int(threadIdx.x) - 32 * int(blockIdx.x);
    out[y * width + x] = in[y * width + last] + (x > 0 ? in[x - 1] : 0);
  }
}

__global__ void apart(int *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    out[y * width + x] = blockIdx.x * 1000 + threadIdx.x;
}

__global__ void line(const int *in, int *out, int n, int from) {
  int x = from + blockIdx.x * blockDim.x + threadIdx.x;
  if (x < n)
    out[x] = 2 * in[x] + (x > 0 ? in[x - 1] : 0);
  else if (x == n)
    out[n] += 7;
}

__global__ void cube(int *out, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < n && y < n && z < n)
    atomicAdd(&out[(z * n + y) * n + x], x + 100 * y + 10000 * z);
}

int main() {
  std::vector<int> start(width * height);
  for (int i = 0; i < width * height; ++i)
    start[i] = i % 1000;
  for (int from : {0, 7}) {
    DeviceArray<int> out(start);
    position<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(
        out, from);
    expect(out, [&](int i) {
      int x = i % width, y = i / width;
      return start[i] + (x >= from ? 3 * x + y * (y / 16 + 1) : 0) -
             (x == 0 ? 5 : 0);
    });
  }

  DeviceArray<int> in(start), out(width * height);
  turned<<<dim3((width + 31) / 32, height), 32>>>(in, out);
  expect(out, [&](int i) {
    int x = i % width, y = i / width;
    return start[y * width + width - 1 - x] + (x > 0 ? start[x - 1] : 0);
  });

  apart<<<dim3((width + 15) / 16, (height + 3) / 4), dim3(16, 4)>>>(out);
  expect(out, [](int i) { return i % width / 16 * 1000 + i % width % 16; });

  for (int n : {1, 64, 255, 256, 700, 5000, 123457}) {
    DeviceArray<int> from(iota<int>(n)), to(n + 1);
    line<<<n / 256 + 1, 256>>>(from, to, n, 0);
    expect(to, [=](int i) { return i == n ? 7 : i == 0 ? 0 : 3 * i - 1; });
    line<<<n / 1024 + 1, 1024>>>(from, to, n, 1);
    expect(to, [=](int i) { return i == n ? 14 : i == 0 ? 0 : 3 * i - 1; });
  }

  for (int n : {3, 61}) {
    DeviceArray<int> volume(n * n * n);
    dim3 grid((n + 7) / 8, (n + 3) / 4, (n + 3) / 4);
    cube<<<grid, dim3(8, 4, 4)>>>(volume, n);
    expect(volume, [&](int i) {
      return i % n + 100 * (i / n % n) + 10000 * (i / n / n);
    });
  }
}
