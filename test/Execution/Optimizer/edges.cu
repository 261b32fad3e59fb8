// RUN: %check-execution %s
// What threads do at the edges of a grid, which most blocks do not touch: for
// all sizes around those of one to four blocks, so that a block touches no
// edge, one, or both.
#include "../check.h"

#include <algorithm>

// Signed positions with a rim, comparisons of all kinds, clamped neighbours.
__global__ void smooth(const int *in, int *out, int n) {
  __shared__ int tile[16];
  int t = threadIdx.x, x = int(blockIdx.x) * 12 - 2 + t;
  if (x >= 0 && x < n)
    tile[t] = in[x];
  __syncthreads();
  int west = x == 0 ? t : t - 1, east = n - 1 == x ? t : t + 1;
  bool computed = false;
  for (int step = 0; step < 2; ++step) {
    computed = t > step && t < 15 - step && 0 <= x && n > x;
    int next = computed ? tile[west] + 2 * tile[t] + tile[east] : 0;
    __syncthreads();
    if (computed)
      tile[t] = next;
    __syncthreads();
  }
  if (computed)
    out[x] = tile[t];
}

// Unsigned positions, and loops over neighbours.
__global__ void sums(const int *in, int *out, unsigned n) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= n)
    return;
  int sum = 0;
  for (int k = -3; k <= 3; ++k) {
    int at = min(max(int(x) + k, 0), int(n) - 1);
    sum += in[at] * (k + 4);
    if (int(x) + k == 5)
      sum += 1000;
  }
  out[x] = sum;
}

// Two dimensions; the image is smaller than the block, too.
__global__ void image(const int *in, int *out, int width, int height) {
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  if (x >= width || y >= height)
    return;
  int north = y > 0 ? in[(y - 1) * width + x] : -1;
  int south = y < height - 1 ? in[(y + 1) * width + x] : -2;
  int west = x != 0 ? in[y * width + x - 1] : -3;
  int east = x + 1 != width ? in[y * width + x + 1] : -4;
  out[y * width + x] = north + 2 * south + 3 * west + 4 * east;
}

// Rows that are wide enough for vectors, with a loop in each thread: edges are
// at both ends of a row, and both may be in one block.
__global__ void columns(const int *in, int *out, int width, int height) {
  int x = blockIdx.x * 32 + threadIdx.x;
  if (x >= width)
    return;
  int west = x == 0 ? 0 : -1, east = width - x == 1 ? 0 : 1, i = x, sum = 0;
  for (int y = 0; y < height; ++y) {
    sum = sum * 3 + in[i + west] + 2 * in[i + east] + in[min(i, 20 + y)];
    out[i] = sum;
    i += width;
  }
}

static int value(int i) { return i * 7 % 23; }

static int at(int i, int n) { return value(std::min(std::max(i, 0), n - 1)); }

int main() {
  const int most = 64;
  std::vector<int> values(most * most);
  for (int i = 0; i < most * most; ++i)
    values[i] = value(i);
  DeviceArray<int> in(values);

  for (int n = 1; n < most; ++n) {
    DeviceArray<int> smoothed(n), summed(n);
    smooth<<<(n + 11) / 12, 16>>>(in, smoothed, n);
    auto once = [&](int i) {
      return at(i - 1, n) + 2 * at(i, n) + at(i + 1, n);
    };
    expect(smoothed, [&](int i) {
      return once(std::max(i - 1, 0)) + 2 * once(i) +
             once(std::min(i + 1, n - 1));
    });
    sums<<<(n + 15) / 16, 16>>>(in, summed, n);
    expect(summed, [&](int i) {
      int sum = 0;
      for (int k = -3; k <= 3; ++k)
        sum += at(i + k, n) * (k + 4) + (i + k == 5 ? 1000 : 0);
      return sum;
    });
  }

  for (int width : {1, 7, 8, 9, 24, 31})
    for (int height : {1, 8, 15, 32}) {
      DeviceArray<int> out(width * height);
      image<<<dim3((width + 7) / 8, (height + 7) / 8), dim3(8, 8)>>>(
          in, out, width, height);
      expect(out, [&](int i) {
        int x = i % width, y = i / width;
        int north = y ? value(i - width) : -1;
        int south = y < height - 1 ? value(i + width) : -2;
        int west = x ? value(i - 1) : -3;
        int east = x < width - 1 ? value(i + 1) : -4;
        return north + 2 * south + 3 * west + 4 * east;
      });
    }

  for (int width = 1; width < 100; width += width < 30 ? 1 : 11) {
    const int height = 7;
    DeviceArray<int> out(width * height);
    columns<<<(width + 31) / 32, 32>>>(in, out, width, height);
    expect(out, [&](int i) {
      int x = i % width, sum = 0;
      for (int y = 0; y <= i / width; ++y) {
        int at = y * width + x;
        sum = sum * 3 + value(x ? at - 1 : at) +
              2 * value(x < width - 1 ? at + 1 : at) +
              value(std::min(at, 20 + y));
      }
      return sum;
    });
  }
}
