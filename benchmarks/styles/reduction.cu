// A sum: trees in shared memory, shuffles, cooperative groups, atomics. Each
// block adds its part to *out.

#include "styles.h"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

void host(const float *in, float *out, int n);

const int kBlock = 256;

__global__ void treeModulo(const float *in, float *out, int n) {
  __shared__ float sums[kBlock];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  sums[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int k = 1; k < blockDim.x; k *= 2) {
    if (t % (2 * k) == 0)
      sums[t] += sums[t + k];
    __syncthreads();
  }
  if (t == 0)
    atomicAdd(out, sums[0]);
}

__global__ void treeStrided(const float *in, float *out, unsigned n) {
  __shared__ float sums[kBlock];
  unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  sums[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned k = 1; k < blockDim.x; k *= 2) {
    unsigned at = 2 * k * t;
    if (at < blockDim.x)
      sums[at] += sums[at + k];
    __syncthreads();
  }
  if (t == 0)
    atomicAdd(out, sums[0]);
}

__global__ void treeHalves(const float *in, float *out, int n) {
  __shared__ float sums[kBlock];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
  sums[t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k)
      sums[t] += sums[t + k];
    __syncthreads();
  }
  if (t == 0)
    atomicAdd(out, sums[0]);
}

__global__ void twoGuards(const float *in, float *out, int n) {
  extern __shared__ float dynamicSums[];
  unsigned t = threadIdx.x, i = blockIdx.x * (blockDim.x * 2) + t;
  float value = 0;
  if (i < n)
    value = in[i];
  if (i + blockDim.x < n)
    value += in[i + blockDim.x];
  dynamicSums[t] = value;
  __syncthreads();
  for (unsigned k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k)
      // The thread's own sum stays in a register.
      dynamicSums[t] = value = value + dynamicSums[t + k];
    __syncthreads();
  }
  if (t == 0)
    atomicAdd(out, value);
}

template <unsigned kThreads>
__global__ void unrolled(const float *__restrict__ in, float *out, unsigned n) {
  __shared__ float sums[kThreads];
  unsigned t = threadIdx.x, i = blockIdx.x * (kThreads * 2) + t;
  float value = 0;
  while (i < n) {
    value += in[i];
    if (i + kThreads < n)
      value += in[i + kThreads];
    i += kThreads * 2 * gridDim.x;
  }
  sums[t] = value;
  __syncthreads();
  if (kThreads >= 256) {
    if (t < 128)
      sums[t] += sums[t + 128];
    __syncthreads();
  }
  if (kThreads >= 128) {
    if (t < 64)
      sums[t] += sums[t + 64];
    __syncthreads();
  }
  if (t < 32) {
    // A warp needs no barrier of the block.
    for (int k = 32; k > 0; k /= 2) {
      float other = sums[t + k];
      __syncwarp();
      sums[t] += other;
      __syncwarp();
    }
  }
  if (t == 0)
    atomicAdd(out, sums[0]);
}

__device__ float warpSum(float value) {
  for (int k = 16; k > 0; k /= 2)
    value += __shfl_down_sync(0xffffffff, value, k);
  return value;
}

__global__ void shuffleDown(const float *in, float *out, int n) {
  __shared__ float sums[32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  float value = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x)
    value += in[i];
  value = warpSum(value);
  if (lane == 0)
    sums[warp] = value;
  __syncthreads();
  if (warp == 0) {
    value = lane < blockDim.x / 32 ? sums[lane] : 0;
    value = warpSum(value);
    if (lane == 0)
      atomicAdd(out, value);
  }
}

__global__ void shuffleXor(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = i < n ? in[i] : 0.0f;
#pragma unroll
  for (int mask = 16; mask >= 1; mask >>= 1)
    value += __shfl_xor_sync(0xffffffff, value, mask);
  if ((threadIdx.x & 31) == 0)
    atomicAdd(out, value);
}

__global__ void groupReduce(const float *in, float *out, int n) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  __shared__ float sums[kBlock / 32];
  float value = 0;
  for (int i = blockIdx.x * kBlock + block.thread_rank(); i < n;
       i += kBlock * gridDim.x)
    value += in[i];
  value = cg::reduce(warp, value, cg::plus<float>());
  if (warp.thread_rank() == 0)
    sums[warp.meta_group_rank()] = value;
  block.sync();
  if (block.thread_rank() == 0) {
    float sum = 0;
    for (int k = 0; k < kBlock / 32; ++k)
      sum += sums[k];
    atomicAdd(out, sum);
  }
}

__global__ void groupShuffle(const float *in, float *out, size_t n) {
  auto grid = cg::this_grid();
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  float value = 0;
  for (size_t i = grid.thread_rank(); i < n; i += grid.size())
    value += in[i];
  for (int k = tile.size() / 2; k > 0; k /= 2)
    value += tile.shfl_down(value, k);
  if (tile.thread_rank() == 0)
    atomicAdd(out, value);
}

__global__ void vectors(const float4 *in, float *out, int n) {
  __shared__ float sums[kBlock];
  int t = threadIdx.x;
  float4 value = make_float4(0, 0, 0, 0);
  for (int i = blockIdx.x * blockDim.x + t; i < n / 4;
       i += blockDim.x * gridDim.x) {
    float4 next = in[i];
    value.x += next.x;
    value.y += next.y;
    value.z += next.z;
    value.w += next.w;
  }
  sums[t] = value.x + value.y + value.z + value.w;
  if (blockIdx.x == 0 && t < n % 4)
    sums[t] += reinterpret_cast<const float *>(in)[n / 4 * 4 + t];
  __syncthreads();
  for (int k = kBlock / 2; k > 0; k >>= 1) {
    if (t < k)
      sums[t] += sums[t + k];
    __syncthreads();
  }
  if (t == 0)
    atomicAdd(out, sums[0]);
}

__global__ void sharedAtomic(const float *in, float *out, int n) {
  __shared__ float sum;
  if (threadIdx.x == 0)
    sum = 0;
  __syncthreads();
  float value = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x)
    value += in[i];
  atomicAdd(&sum, value);
  __syncthreads();
  if (threadIdx.x == 0)
    atomicAdd(out, sum);
}

__global__ void pointers(const float *in, float *out, int n) {
  __shared__ float sums[kBlock];
  const float *end = in + n;
  in += blockIdx.x * kBlock + threadIdx.x;
  float value = 0;
  for (; in < end; in += kBlock * gridDim.x)
    value += *in;
  float *mine = sums + threadIdx.x;
  *mine = value;
  __syncthreads();
  for (int k = kBlock / 2; k > 0; k >>= 1) {
    if (threadIdx.x < k)
      *mine += mine[k];
    __syncthreads();
  }
  if (threadIdx.x == 0)
    atomicAdd(out, *mine);
}

__global__ void chunks(const float *in, float *out, int n, int each) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int begin = min(t * each, n), end = min(begin + each, n);
  float value = 0;
  for (int i = begin; i < end; ++i)
    value += in[i];
  atomicAdd(out, value);
}

// The last block to finish adds what the others left in `parts`.
__global__ void lastBlock(const float *in, float *parts, unsigned *finished,
                          float *out, int n) {
  __shared__ float sums[kBlock];
  __shared__ bool isLast;
  int t = threadIdx.x;
  float value = 0;
  for (int i = blockIdx.x * kBlock + t; i < n; i += kBlock * gridDim.x)
    value += in[i];
  for (int round = 0; round < 2; ++round) {
    sums[t] = value;
    __syncthreads();
    for (int k = kBlock / 2; k > 0; k /= 2) {
      if (t < k)
        sums[t] += sums[t + k];
      __syncthreads();
    }
    if (round == 1)
      break;
    if (t == 0) {
      parts[blockIdx.x] = sums[0];
      __threadfence();
      isLast = atomicInc(finished, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!isLast)
      return;
    value = 0;
    for (int i = t; i < gridDim.x; i += kBlock)
      value += parts[i];
  }
  if (t == 0)
    *out = sums[0];
}

__global__ void partial(const float *in, float *out, int n) {
  __shared__ float sums[1024];
  int t = threadIdx.x;
  float value = 0;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += gridDim.x * blockDim.x)
    value += in[i];
  sums[t] = value;
  for (int k = blockDim.x / 2; k > 0; k /= 2) {
    __syncthreads();
    if (t < k)
      sums[t] += sums[t + k];
  }
  if (t == 0)
    out[blockIdx.x] = sums[0];
}

int main(int argc, char **argv) {
  styles::Set set(argc, argv);
  int n = set.size(1 << 22, 10007), blocks = styles::ceilDiv(n, kBlock);
  int some = set.size(64, 4);
  styles::Array<float> in(styles::randomFloats(n)), out(1);
  suite::Device<float> parts(some);
  suite::Device<unsigned> finished(1);
  finished.clear();
  set.host(out, 1e-4, [&] { host(in.host, out.host, n); });
  set.before([&] { styles::check(cudaMemset(out, 0, sizeof(float))); });

  set.style("treeModulo", [&] { treeModulo<<<blocks, kBlock>>>(in, out, n); });
  set.style("treeStrided",
            [&] { treeStrided<<<blocks, kBlock>>>(in, out, n); });
  set.style("treeHalves", [&] { treeHalves<<<blocks, kBlock>>>(in, out, n); });
  set.style("twoGuards", [&] {
    twoGuards<<<styles::ceilDiv(blocks, 2), kBlock, kBlock * sizeof(float)>>>(
        in, out, n);
  });
  set.style("unrolled", [&] { unrolled<256><<<some, 256>>>(in, out, n); });
  set.style("shuffleDown", [&] { shuffleDown<<<some, kBlock>>>(in, out, n); });
  set.style("shuffleXor", [&] { shuffleXor<<<blocks, kBlock>>>(in, out, n); });
  set.style("groupReduce", [&] { groupReduce<<<some, kBlock>>>(in, out, n); });
  set.style("groupShuffle",
            [&] { groupShuffle<<<some, kBlock>>>(in, out, n); });
  set.style("vectors", [&] {
    vectors<<<some, kBlock>>>(reinterpret_cast<const float4 *>(in.device), out,
                              n);
  });
  set.style("sharedAtomic",
            [&] { sharedAtomic<<<some, kBlock>>>(in, out, n); });
  set.style("pointers", [&] { pointers<<<some, kBlock>>>(in, out, n); });
  set.style("chunks", [&] {
    chunks<<<16, 128>>>(in, out, n, styles::ceilDiv(n, 16 * 128));
  });
  set.style("lastBlock",
            [&] { lastBlock<<<some, kBlock>>>(in, parts, finished, out, n); });
  set.style("twoLaunches", [&] {
    partial<<<some, 512>>>(in, parts, n);
    partial<<<1, 64>>>(parts, out, some);
  });
  return set.status();
}
