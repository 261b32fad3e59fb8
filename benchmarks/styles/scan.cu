// Running sums of each row of a matrix, such as the first step of a
// summed-area table.

#include "styles.h"

#include <cooperative_groups.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

void host(const int *in, int *out, int rows, int width);

const int kWidth = 1024;

__global__ void twoBuffers(const int *in, int *out) {
  __shared__ int sums[2][kWidth];
  int t = threadIdx.x, from = 0;
  sums[0][t] = in[blockIdx.x * kWidth + t];
  __syncthreads();
  for (int k = 1; k < kWidth; k *= 2) {
    int to = 1 - from;
    if (t >= k)
      sums[to][t] = sums[from][t] + sums[from][t - k];
    else
      sums[to][t] = sums[from][t];
    from = to;
    __syncthreads();
  }
  out[blockIdx.x * kWidth + t] = sums[from][t];
}

__global__ void valueAcross(const int *in, int *out, int width) {
  __shared__ int sums[kWidth];
  int t = threadIdx.x;
  sums[t] = in[blockIdx.x * width + t];
  __syncthreads();
  for (int k = 1; k < width; k <<= 1) {
    int other = t >= k ? sums[t - k] : 0;
    __syncthreads();
    sums[t] += other;
    __syncthreads();
  }
  out[blockIdx.x * width + t] = sums[t];
}

__global__ void dynamicBuffers(const int *in, int *out, size_t width) {
  extern __shared__ int both[];
  int *from = both, *to = both + width;
  size_t t = threadIdx.x, at = blockIdx.x * width + t;
  from[t] = in[at];
  for (size_t k = 1; k < width; k *= 2) {
    __syncthreads();
    to[t] = from[t] + (t >= k ? from[t - k] : 0);
    int *old = from;
    from = to;
    to = old;
  }
  out[at] = from[t];
}

__device__ inline int padded(int i) { return i + i / 32; }

// Up and down a tree, a thread for two elements. `kPadded` spreads the
// elements over the banks.
template <bool kPadded> __global__ void upAndDown(const int *in, int *out) {
  __shared__ int tree[kWidth + kWidth / 32];
  auto at = [](int i) { return kPadded ? padded(i) : i; };
  int t = threadIdx.x;
  const int *row = in + blockIdx.x * kWidth;
  tree[at(2 * t)] = row[2 * t];
  tree[at(2 * t + 1)] = row[2 * t + 1];
  int step = 1;
  for (int d = kWidth / 2; d > 0; d /= 2, step *= 2) {
    __syncthreads();
    if (t < d)
      tree[at(step * (2 * t + 2) - 1)] += tree[at(step * (2 * t + 1) - 1)];
  }
  if (t == 0)
    tree[at(kWidth - 1)] = 0;
  for (int d = 1; d < kWidth; d *= 2) {
    step /= 2;
    __syncthreads();
    if (t < d) {
      int left = at(step * (2 * t + 1) - 1), right = at(step * (2 * t + 2) - 1);
      int value = tree[left];
      tree[left] = tree[right];
      tree[right] += value;
    }
  }
  __syncthreads();
  // The tree holds the sums without the element itself.
  int *result = out + blockIdx.x * kWidth;
  result[2 * t] = tree[at(2 * t)] + row[2 * t];
  result[2 * t + 1] = tree[at(2 * t + 1)] + row[2 * t + 1];
}

__device__ int warpScan(int value) {
  int lane = threadIdx.x & 31;
  for (int k = 1; k < 32; k *= 2) {
    int other = __shfl_up_sync(0xffffffff, value, k);
    if (lane >= k)
      value += other;
  }
  return value;
}

__global__ void shuffles(const int *in, int *out) {
  __shared__ int sums[32];
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  int value = warpScan(in[blockIdx.x * kWidth + t]);
  if (lane == 31)
    sums[warp] = value;
  __syncthreads();
  if (warp == 0)
    sums[lane] = warpScan(sums[lane]);
  __syncthreads();
  if (warp > 0)
    value += sums[warp - 1];
  out[blockIdx.x * kWidth + t] = value;
}

__global__ void groupScan(const int *in, int *out) {
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  __shared__ int sums[32];
  int at = blockIdx.x * kWidth + block.thread_rank();
  int value = cg::inclusive_scan(warp, in[at]);
  if (warp.thread_rank() == warp.size() - 1)
    sums[warp.meta_group_rank()] = value;
  block.sync();
  if (warp.meta_group_rank() == 0)
    sums[warp.thread_rank()] =
        cg::exclusive_scan(warp, sums[warp.thread_rank()]);
  block.sync();
  out[at] = value + sums[warp.meta_group_rank()];
}

__global__ void fourEach(const int *in, int *out) {
  __shared__ int sums[kWidth / 4];
  int t = threadIdx.x, first = blockIdx.x * kWidth + 4 * t;
  int mine[4], sum = 0;
  for (int k = 0; k < 4; ++k)
    mine[k] = sum += in[first + k];
  sums[t] = sum;
  __syncthreads();
  for (int k = 1; k < kWidth / 4; k *= 2) {
    int other = 0;
    if (t >= k)
      other = sums[t - k];
    __syncthreads();
    sums[t] += other;
    __syncthreads();
  }
  int before = t ? sums[t - 1] : 0;
  for (int k = 0; k < 4; ++k)
    out[first + k] = before + mine[k];
}

__global__ void vectors(const int4 *in, int4 *out) {
  __shared__ int sums[kWidth / 128];
  int t = threadIdx.x;
  int4 v = in[blockIdx.x * (kWidth / 4) + t];
  v.y += v.x;
  v.z += v.y;
  v.w += v.z;
  int sum = warpScan(v.w), before = sum - v.w;
  if (t % 32 == 31)
    sums[t / 32] = sum;
  __syncthreads();
  for (int w = 0; w < t / 32; ++w)
    before += sums[w];
  out[blockIdx.x * (kWidth / 4) + t] =
      make_int4(v.x + before, v.y + before, v.z + before, v.w + before);
}

__global__ void threadPerRow(const int *in, int *out, int rows, int width) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  int sum = 0;
  for (int i = 0; i < width; ++i) {
    sum += in[row * width + i];
    out[row * width + i] = sum;
  }
}

__global__ void threadPointer(const int *in, int *out, int rows, int width) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < rows) {
    const int *p = in + row * width, *end = p + width;
    int *q = out + row * width;
    for (int sum = 0; p < end; ++p, ++q)
      *q = sum += *p;
  }
}

__global__ void warpPerRow(const int *in, int *out, int rows, int width) {
  int lane = threadIdx.x % 32;
  int row = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
  if (row >= rows)
    return;
  int carry = 0;
  for (int i = lane; i < width; i += 32) {
    int value = warpScan(in[row * width + i]) + carry;
    out[row * width + i] = value;
    carry = __shfl_sync(0xffffffff, value, 31);
  }
}

__global__ void warpPerRow2D(const int *in, int *out, int rows, int width) {
  int row = blockIdx.x * blockDim.y + threadIdx.y;
  if (row < rows) {
    in += row * width;
    out += row * width;
    for (int first = 0, carry = 0; first < width; first += 32) {
      int value = warpScan(in[first + threadIdx.x]) + carry;
      out[first + threadIdx.x] = value;
      carry = __shfl_sync(0xffffffff, value, 31);
    }
  }
}

// A block goes along its row in tiles, with the sum so far in shared memory.
__global__ void tiles(const int *in, int *out, int width) {
  __shared__ int sums[256], carry;
  int t = threadIdx.x;
  if (t == 0)
    carry = 0;
  for (int at = blockIdx.x * width + t, end = (blockIdx.x + 1) * width;
       at < end; at += 256) {
    sums[t] = in[at];
    __syncthreads();
    for (int k = 1; k < 256; k *= 2) {
      int value = sums[t];
      if (t >= k)
        value += sums[t - k];
      __syncthreads();
      sums[t] = value;
      __syncthreads();
    }
    out[at] = carry + sums[t];
    __syncthreads();
    if (t == 255)
      carry += sums[t];
    __syncthreads();
  }
}

int main(int argc, char **argv) {
  styles::Set set(argc, argv);
  int rows = set.size(2048, 9), n = rows * kWidth;
  styles::Array<int> in(styles::randomWhole<int>(n, 1000)), out(n);
  set.host(out, 0, [&] { host(in.host, out.host, rows, kWidth); });

  set.style("twoBuffers", [&] { twoBuffers<<<rows, kWidth>>>(in, out); });
  set.style("valueAcross",
            [&] { valueAcross<<<rows, kWidth>>>(in, out, kWidth); });
  set.style("dynamicBuffers", [&] {
    dynamicBuffers<<<rows, kWidth, 2 * kWidth * sizeof(int)>>>(in, out, kWidth);
  });
  set.style("upAndDown",
            [&] { upAndDown<false><<<rows, kWidth / 2>>>(in, out); });
  set.style("upAndDownPadded",
            [&] { upAndDown<true><<<rows, kWidth / 2>>>(in, out); });
  set.style("shuffles", [&] { shuffles<<<rows, kWidth>>>(in, out); });
  set.style("groupScan", [&] { groupScan<<<rows, kWidth>>>(in, out); });
  set.style("fourEach", [&] { fourEach<<<rows, kWidth / 4>>>(in, out); });
  set.style("vectors", [&] {
    vectors<<<rows, kWidth / 4>>>(reinterpret_cast<const int4 *>(in.device),
                                  reinterpret_cast<int4 *>(out.device));
  });
  set.style("threadPerRow", [&] {
    threadPerRow<<<styles::ceilDiv(rows, 64), 64>>>(in, out, rows, kWidth);
  });
  set.style("threadPointer", [&] {
    threadPointer<<<styles::ceilDiv(rows, 64), 64>>>(in, out, rows, kWidth);
  });
  set.style("warpPerRow", [&] {
    warpPerRow<<<styles::ceilDiv(rows, 4), 128>>>(in, out, rows, kWidth);
  });
  set.style("warpPerRow2D", [&] {
    warpPerRow2D<<<styles::ceilDiv(rows, 4), dim3(32, 4)>>>(in, out, rows,
                                                            kWidth);
  });
  set.style("tiles", [&] { tiles<<<rows, 256>>>(in, out, kWidth); });
  return set.status();
}
