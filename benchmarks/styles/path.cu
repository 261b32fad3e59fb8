// The cheapest way from the first row to each place of the last: a launch for
// each row, several rows for a launch, or all of them.

#include "styles.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

void host(const int *wall, int *out, int rows, int columns);

__global__ void guard(const int *cost, const int *from, int *to, int columns) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x < columns) {
    int best = from[x];
    if (x > 0)
      best = min(best, from[x - 1]);
    if (x < columns - 1)
      best = min(best, from[x + 1]);
    to[x] = cost[x] + best;
  }
}

__global__ void clamped(const int *__restrict__ cost,
                        const int *__restrict__ from, int *__restrict__ to,
                        int columns) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= columns)
    return;
  to[x] = cost[x] +
          min(min(from[max(x - 1, 0)], from[x]), from[min(x + 1, columns - 1)]);
}

__global__ void selectIndex(const int *wall, const int *from, int *to,
                            size_t columns, size_t row) {
  size_t x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= columns)
    return;
  int left = from[x ? x - 1 : x], right = from[x + 1 < columns ? x + 1 : x],
      best = from[x];
  best = left < best ? left : best;
  best = right < best ? right : best;
  to[x] = wall[row * columns + x] + best;
}

__global__ void twoGuards(const int *cost, const int *from, int *to,
                          int columns) {
  int x = blockIdx.x * (2 * blockDim.x) + threadIdx.x, y = x + blockDim.x;
  if (x < columns)
    to[x] = cost[x] + min(min(from[x > 0 ? x - 1 : 0], from[x]),
                          from[x < columns - 1 ? x + 1 : x]);
  if (y < columns)
    to[y] = cost[y] +
            min(min(from[y - 1], from[y]), from[y < columns - 1 ? y + 1 : y]);
}

// Four places as one int4. The number of columns is a multiple of four.
__global__ void vectors(const int4 *cost, const int4 *from, int4 *to,
                        int words) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= words)
    return;
  int4 b = from[i], c = cost[i];
  int left = i > 0 ? from[i - 1].w : b.x,
      right = i + 1 < words ? from[i + 1].x : b.w;
  to[i] =
      make_int4(c.x + min(min(left, b.x), b.y), c.y + min(min(b.x, b.y), b.z),
                c.z + min(min(b.y, b.z), b.w), c.w + min(min(b.z, b.w), right));
}

const int kBlock = 256, kRows = 20;

// Several rows for a launch. Blocks overlap by a halo, which shrinks with each
// row.
__global__ void pyramid(const int *wall, const int *from, int *to, int columns,
                        int first, int count) {
  __shared__ int before[kBlock], now[kBlock];
  int t = threadIdx.x, x = blockIdx.x * (kBlock - 2 * count) - count + t;
  bool isThere = x >= 0 && x < columns, isNew = false;
  if (isThere)
    before[t] = from[x];
  __syncthreads();
  for (int i = 0; i < count; ++i) {
    isNew = false;
    if (t >= i + 1 && t <= kBlock - 2 - i && isThere) {
      isNew = true;
      int left = before[x > 0 ? t - 1 : t],
          right = before[x < columns - 1 ? t + 1 : t];
      now[t] =
          min(min(left, before[t]), right) + wall[columns * (first + i) + x];
    }
    __syncthreads();
    if (i == count - 1)
      break;
    if (isNew)
      before[t] = now[t];
    __syncthreads();
  }
  if (isNew)
    to[x] = now[t];
}

// The thread's own value stays in a register from row to row.
__global__ void pyramidValue(const int *wall, const int *from, int *to,
                             int columns, int first, int count) {
  extern __shared__ int values[];
  int t = threadIdx.x, last = blockDim.x - 1,
      x = blockIdx.x * (blockDim.x - 2 * count) - count + t;
  int clampedX = min(max(x, 0), columns - 1);
  int value = from[clampedX];
  size_t at = size_t(first) * columns + clampedX;
  for (int i = 0; i < count; ++i, at += columns) {
    values[t] = value;
    __syncthreads();
    int left = x > 0 ? values[max(t - 1, 0)] : value,
        right = x < columns - 1 ? values[min(t + 1, last)] : value;
    value = wall[at] + min(min(left, value), right);
    __syncthreads();
  }
  if (t >= count && t <= last - count && x < columns)
    to[x] = value;
}

template <int kCount>
__global__ void pyramidKnown(const int *wall, const int *from, int *to,
                             int columns, int first) {
  __shared__ int rows[2][kBlock + 2];
  int t = threadIdx.x + 1,
      x = blockIdx.x * (kBlock - 2 * kCount) - kCount + int(threadIdx.x);
  int at = min(max(x, 0), columns - 1);
  rows[0][t] = from[at];
#pragma unroll
  for (int i = 0; i < kCount; ++i) {
    __syncthreads();
    int here = rows[i % 2][t];
    int left = x > 0 ? rows[i % 2][t - 1] : here,
        right = x < columns - 1 ? rows[i % 2][t + 1] : here;
    rows[(i + 1) % 2][t] =
        wall[(first + i) * columns + at] + min(min(left, here), right);
  }
  if (t > kCount && t <= kBlock - kCount && x < columns)
    to[x] = rows[kCount % 2][t];
}

// Neighbours within a warp come by shuffles.
__global__ void shuffles(const int *wall, const int *from, int *to, int columns,
                         int first, int count) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32,
      lane = threadIdx.x % 32;
  int x = warp * (32 - 2 * count) - count + lane,
      at = min(max(x, 0), columns - 1);
  int value = from[at];
  for (int i = 0; i < count; ++i) {
    int left = __shfl_up_sync(0xffffffff, value, 1),
        right = __shfl_down_sync(0xffffffff, value, 1);
    left = x > 0 ? left : value;
    right = x < columns - 1 ? right : value;
    value = wall[(first + i) * columns + at] + min(min(left, value), right);
  }
  if (lane >= count && lane < 32 - count && x < columns)
    to[x] = value;
}

// One block goes through all rows.
__global__ void oneBlock(const int *wall, int *a, int *b, int rows,
                         int columns) {
  for (int row = 1; row < rows; ++row) {
    for (int x = threadIdx.x; x < columns; x += blockDim.x)
      b[x] = wall[row * columns + x] +
             min(min(a[max(x - 1, 0)], a[x]), a[min(x + 1, columns - 1)]);
    __syncthreads();
    int *old = a;
    a = b;
    b = old;
  }
}

__global__ void wholeGrid(const int *wall, int *a, int *b, int rows,
                          int columns) {
  cg::grid_group grid = cg::this_grid();
  const int *cost = wall;
  for (int row = 1; row < rows; ++row) {
    cost += columns;
    for (int x = grid.thread_rank(); x < columns; x += grid.size()) {
      int best = a[x];
      if (x > 0)
        best = min(best, a[x - 1]);
      if (x + 1 < columns)
        best = min(best, a[x + 1]);
      b[x] = cost[x] + best;
    }
    grid.sync();
    int *old = a;
    a = b;
    b = old;
  }
}

int main(int argc, char **argv) {
  styles::Set set(argc, argv);
  // Rows after the first are a multiple of all that a launch may do.
  int rows = 1 + set.size(3, 1) * kRows, columns = set.size(1 << 15, 1004);
  styles::Array<int> wall(styles::randomWhole<int>(rows * columns, 10)),
      out(columns), other(columns);
  set.host(out, 0, [&] { host(wall.host, out.host, rows, columns); });

  // Launches for `count` rows each, so that the last one writes to `out`.
  auto inSteps = [&](int count, auto launch) {
    int *from = out, *to = other;
    if ((rows - 1) / count % 2 == 1)
      std::swap(from, to);
    styles::check(
        cudaMemcpyAsync(from, wall, out.bytes(), cudaMemcpyDeviceToDevice));
    for (int row = 1; row < rows; row += count, std::swap(from, to))
      launch(row, from, to);
  };
  int blocks = styles::ceilDiv(columns, kBlock);
  set.style("guard", [&] {
    inSteps(1, [&](int row, const int *from, int *to) {
      guard<<<blocks, kBlock>>>(wall + row * columns, from, to, columns);
    });
  });
  set.style("clamped", [&] {
    inSteps(1, [&](int row, const int *from, int *to) {
      clamped<<<blocks, kBlock>>>(wall + row * columns, from, to, columns);
    });
  });
  set.style("selectIndex", [&] {
    inSteps(1, [&](int row, const int *from, int *to) {
      selectIndex<<<blocks, kBlock>>>(wall, from, to, columns, row);
    });
  });
  set.style("twoGuards", [&] {
    inSteps(1, [&](int row, const int *from, int *to) {
      twoGuards<<<styles::ceilDiv(columns, 2 * kBlock), kBlock>>>(
          wall + row * columns, from, to, columns);
    });
  });
  set.style("vectors", [&] {
    inSteps(1, [&](int row, const int *from, int *to) {
      vectors<<<styles::ceilDiv(columns / 4, 128), 128>>>(
          reinterpret_cast<const int4 *>(wall + row * columns),
          reinterpret_cast<const int4 *>(from), reinterpret_cast<int4 *>(to),
          columns / 4);
    });
  });
  int pieces = styles::ceilDiv(columns, kBlock - 2 * kRows);
  set.style("pyramid", [&] {
    inSteps(kRows, [&](int row, const int *from, int *to) {
      pyramid<<<pieces, kBlock>>>(wall, from, to, columns, row, kRows);
    });
  });
  set.style("pyramidValue", [&] {
    inSteps(kRows, [&](int row, const int *from, int *to) {
      pyramidValue<<<pieces, kBlock, kBlock * sizeof(int)>>>(
          wall, from, to, columns, row, kRows);
    });
  });
  set.style("pyramidKnown", [&] {
    inSteps(kRows, [&](int row, const int *from, int *to) {
      pyramidKnown<kRows><<<pieces, kBlock>>>(wall, from, to, columns, row);
    });
  });
  set.style("shuffles", [&] {
    inSteps(4, [&](int row, const int *from, int *to) {
      shuffles<<<styles::ceilDiv(columns, 4 * (32 - 2 * 4)), 128>>>(
          wall, from, to, columns, row, 4);
    });
  });
  set.style("oneBlock", [&] {
    inSteps(rows - 1, [&](int, int *from, int *to) {
      oneBlock<<<1, 1024>>>(wall, from, to, rows, columns);
      if (rows % 2 == 1)
        styles::check(
            cudaMemcpyAsync(to, from, out.bytes(), cudaMemcpyDeviceToDevice));
    });
  });
  set.style("wholeGrid", [&] {
    inSteps(rows - 1, [&](int, int *from, int *to) {
      const int *costs = wall;
      int height = rows, width = columns;
      void *arguments[] = {&costs, &from, &to, &height, &width};
      styles::check(cudaLaunchCooperativeKernel(
          reinterpret_cast<const void *>(wholeGrid), 8, kBlock, arguments));
      if (rows % 2 == 1)
        styles::check(
            cudaMemcpyAsync(to, from, out.bytes(), cudaMemcpyDeviceToDevice));
    });
  });
  return set.status();
}
