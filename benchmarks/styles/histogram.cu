// How often each byte occurs: atomics on global and shared memory, and tables
// for each warp or thread.

#include "styles.h"

void host(const unsigned char *in, unsigned *out, int n);

using Byte = unsigned char;

const int kBins = 256;

__global__ void global(const Byte *in, unsigned *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&out[in[i]], 1u);
}

__global__ void globalStride(const Byte *in, unsigned *out, size_t n) {
  size_t stride = size_t(blockDim.x) * gridDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n;
       i += stride)
    atomicAdd(&out[in[i]], 1u);
}

__global__ void shared(const Byte *in, unsigned *out, int n) {
  __shared__ unsigned counts[kBins];
  counts[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x)
    atomicAdd(&counts[in[i]], 1u);
  __syncthreads();
  atomicAdd(&out[threadIdx.x], counts[threadIdx.x]);
}

__global__ void sharedDynamic(const Byte *in, unsigned *out, int n, int bins) {
  extern __shared__ unsigned counted[];
  for (int bin = threadIdx.x; bin < bins; bin += blockDim.x)
    counted[bin] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x)
    atomicAdd(counted + in[i], 1u);
  __syncthreads();
  for (int bin = threadIdx.x; bin < bins; bin += blockDim.x)
    if (counted[bin] > 0)
      atomicAdd(out + bin, counted[bin]);
}

__global__ void twoGuards(const Byte *in, unsigned *out, int n) {
  __shared__ unsigned counts[kBins];
  int t = threadIdx.x, i = blockIdx.x * (2 * kBins) + t;
  counts[t] = 0;
  __syncthreads();
  if (i < n)
    atomicAdd(&counts[in[i]], 1u);
  if (i + kBins < n)
    atomicAdd(&counts[in[i + kBins]], 1u);
  __syncthreads();
  if (counts[t])
    atomicAdd(&out[t], counts[t]);
}

// Four bytes of a word, and what is left over.
__global__ void words(const unsigned *in, unsigned *out, int n) {
  __shared__ unsigned counts[kBins];
  int first = blockIdx.x * blockDim.x + threadIdx.x;
  counts[threadIdx.x] = 0;
  __syncthreads();
  for (int i = first; i < n / 4; i += blockDim.x * gridDim.x) {
    unsigned word = in[i];
    atomicAdd(&counts[word & 255], 1u);
    atomicAdd(&counts[word >> 8 & 255], 1u);
    atomicAdd(&counts[word >> 16 & 255], 1u);
    atomicAdd(&counts[word >> 24], 1u);
  }
  if (first < n % 4)
    atomicAdd(&counts[reinterpret_cast<const Byte *>(in)[n / 4 * 4 + first]],
              1u);
  __syncthreads();
  atomicAdd(&out[threadIdx.x], counts[threadIdx.x]);
}

__global__ void vectors(const uchar4 *in, unsigned *out, int n) {
  __shared__ unsigned counts[kBins];
  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x)
    counts[bin] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) {
    uchar4 bytes = in[i];
    atomicAdd(&counts[bytes.x], 1u);
    atomicAdd(&counts[bytes.y], 1u);
    atomicAdd(&counts[bytes.z], 1u);
    atomicAdd(&counts[bytes.w], 1u);
  } else if (i < n / 4 + n % 4) {
    atomicAdd(&counts[reinterpret_cast<const Byte *>(in)[n / 4 * 3 + i]], 1u);
  }
  __syncthreads();
  for (int bin = threadIdx.x; bin < kBins; bin += blockDim.x)
    atomicAdd(&out[bin], counts[bin]);
}

// A table for each warp; kPad more keep them in different banks.
template <int kPad>
__global__ void warps(const Byte *in, unsigned *out, int n) {
  const int kWarps = 8, kPitch = kBins + kPad;
  __shared__ unsigned counts[kWarps * kPitch];
  int t = threadIdx.x, warp = t / 32;
  for (int k = t; k < kWarps * kPitch; k += blockDim.x)
    counts[k] = 0;
  __syncthreads();
  unsigned *mine = counts + warp * kPitch;
  for (int i = blockIdx.x * blockDim.x + t; i < n; i += blockDim.x * gridDim.x)
    atomicAdd(&mine[in[i]], 1u);
  __syncthreads();
  unsigned sum = 0;
  for (int k = 0; k < kWarps; ++k)
    sum += counts[k * kPitch + t];
  atomicAdd(&out[t], sum);
}

// Lanes with the same byte elect one of them to count.
__global__ void matched(const Byte *in, unsigned *out, int n) {
  __shared__ unsigned counts[kBins];
  int t = threadIdx.x, lane = t & 31;
  counts[t] = 0;
  __syncthreads();
  for (int first = blockIdx.x * blockDim.x; first < n;
       first += blockDim.x * gridDim.x) {
    unsigned active = __ballot_sync(0xffffffff, first + t < n);
    if (first + t < n) {
      unsigned byte = in[first + t], same = __match_any_sync(active, byte);
      if (__ffs(same) - 1 == lane)
        atomicAdd(&counts[byte], unsigned(__popc(same)));
    }
  }
  __syncthreads();
  atomicAdd(&out[t], counts[t]);
}

// A table for each thread: a chunk of the input needs no atomics.
__global__ void threads(const Byte *in, unsigned *out, int n, int each) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int begin = min(t * each, n), end = min(begin + each, n);
  unsigned counts[kBins] = {};
  for (int i = begin; i < end; ++i)
    ++counts[in[i]];
  for (int bin = 0; bin < kBins; ++bin)
    if (counts[bin])
      atomicAdd(&out[bin], counts[bin]);
}

__global__ void pointers(const Byte *in, unsigned *out, int n) {
  __shared__ unsigned counts[kBins];
  unsigned *mine = counts + threadIdx.x;
  *mine = 0;
  __syncthreads();
  const Byte *end = in + n;
  for (const Byte *p = in + blockIdx.x * blockDim.x + threadIdx.x; p < end;
       p += blockDim.x * gridDim.x)
    atomicAdd(counts + *p, 1u);
  __syncthreads();
  atomicAdd(out + threadIdx.x, *mine);
}

// A thread counts in bytes, at most 128 of one kind. Its table is a column of
// shared memory.
__global__ void threadBytes(const Byte *in, unsigned *out, int n) {
  const int kThreads = 64, kEach = 128;
  __shared__ Byte counts[kBins][kThreads];
  int t = threadIdx.x;
  for (int bin = 0; bin < kBins; ++bin)
    counts[bin][t] = 0;
  for (int k = 0, i = blockIdx.x * kThreads * kEach + t; k < kEach && i < n;
       ++k, i += kThreads)
    ++counts[in[i]][t];
  __syncthreads();
  for (int bin = t; bin < kBins; bin += kThreads) {
    unsigned sum = 0;
    for (int k = 0; k < kThreads; ++k)
      sum += counts[bin][(k + t) % kThreads];
    atomicAdd(&out[bin], sum);
  }
}

int main(int argc, char **argv) {
  styles::Set set(argc, argv);
  int n = set.size(1 << 21, 10007), blocks = styles::ceilDiv(n, 256),
      some = set.size(64, 3);
  // Some bytes are frequent, as in an image.
  std::vector<Byte> bytes(n);
  suite::Random random;
  for (Byte &byte : bytes)
    byte = (random.below(256) + random.below(256) * random.below(2)) / 2;
  styles::Array<Byte> in(bytes);
  styles::Array<unsigned> out(kBins);
  set.host(out, 0, [&] { host(in.host, out.host, n); });
  set.before([&] { styles::check(cudaMemset(out, 0, out.bytes())); });

  set.style("global", [&] { global<<<blocks, 256>>>(in, out, n); });
  set.style("globalStride", [&] { globalStride<<<some, 256>>>(in, out, n); });
  set.style("shared", [&] { shared<<<some, kBins>>>(in, out, n); });
  set.style("sharedDynamic", [&] {
    sharedDynamic<<<some, 512, kBins * sizeof(unsigned)>>>(in, out, n, kBins);
  });
  set.style("twoGuards", [&] {
    twoGuards<<<styles::ceilDiv(n, 2 * kBins), kBins>>>(in, out, n);
  });
  set.style("words", [&] {
    words<<<some, kBins>>>(reinterpret_cast<const unsigned *>(in.device), out,
                           n);
  });
  set.style("vectors", [&] {
    vectors<<<styles::ceilDiv(n / 4 + 3, 512), 512>>>(
        reinterpret_cast<const uchar4 *>(in.device), out, n);
  });
  set.style("warps", [&] { warps<0><<<some, 256>>>(in, out, n); });
  set.style("warpsPadded", [&] { warps<1><<<some, 256>>>(in, out, n); });
  set.style("matched", [&] { matched<<<some, kBins>>>(in, out, n); });
  set.style("threads", [&] {
    threads<<<8, 64>>>(in, out, n, styles::ceilDiv(n, 8 * 64));
  });
  set.style("pointers", [&] { pointers<<<some, kBins>>>(in, out, n); });
  set.style("threadBytes", [&] {
    threadBytes<<<styles::ceilDiv(n, 64 * 128), 64>>>(in, out, n);
  });
  return set.status();
}
