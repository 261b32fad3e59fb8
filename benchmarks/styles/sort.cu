// Sorts each chunk in shared memory, nearly always by a bitonic network.

#include "styles.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

void host(const unsigned *in, unsigned *out, int chunks);

const int kSize = 512;

__device__ inline void order(unsigned &a, unsigned &b, bool isUp) {
  if ((a > b) == isUp) {
    unsigned old = a;
    a = b;
    b = old;
  }
}

__global__ void partner(const unsigned *in, unsigned *out) {
  __shared__ unsigned values[kSize];
  int t = threadIdx.x;
  values[t] = in[blockIdx.x * kSize + t];
  __syncthreads();
  for (int k = 2; k <= kSize; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      int other = t ^ j;
      if (other > t) {
        if ((t & k) == 0) {
          if (values[t] > values[other]) {
            unsigned old = values[t];
            values[t] = values[other];
            values[other] = old;
          }
        } else {
          if (values[t] < values[other]) {
            unsigned old = values[t];
            values[t] = values[other];
            values[other] = old;
          }
        }
      }
      __syncthreads();
    }
  out[blockIdx.x * kSize + t] = values[t];
}

// All threads work: each is at one of the pairs.
__global__ void pairs(const unsigned *in, unsigned *out, unsigned size) {
  extern __shared__ unsigned dynamicValues[];
  unsigned t = threadIdx.x, first = blockIdx.x * size;
  dynamicValues[t] = in[first + t];
  dynamicValues[t + size / 2] = in[first + t + size / 2];
  for (unsigned k = 2; k < size; k <<= 1) {
    bool isUp = (t & (k / 2)) == 0;
    for (unsigned j = k / 2; j > 0; j >>= 1) {
      __syncthreads();
      unsigned at = 2 * t - (t & (j - 1));
      order(dynamicValues[at], dynamicValues[at + j], isUp);
    }
  }
  for (unsigned j = size / 2; j > 0; j >>= 1) {
    __syncthreads();
    unsigned at = 2 * t - (t & (j - 1));
    order(dynamicValues[at], dynamicValues[at + j], true);
  }
  __syncthreads();
  out[first + t] = dynamicValues[t];
  out[first + t + size / 2] = dynamicValues[t + size / 2];
}

template <int kCount>
__global__ void unrolled(const unsigned *in, unsigned *out) {
  __shared__ unsigned values[kCount];
  int t = threadIdx.x;
  for (int i = t; i < kCount; i += kCount / 2)
    values[i] = in[blockIdx.x * kCount + i];
#pragma unroll
  for (int k = 2; k <= kCount; k *= 2)
#pragma unroll
    for (int j = k / 2; j > 0; j /= 2) {
      __syncthreads();
      int at = t / j * (2 * j) + t % j;
      order(values[at], values[at + j], (at & k) == 0);
    }
  __syncthreads();
  for (int i = t; i < kCount; i += kCount / 2)
    out[blockIdx.x * kCount + i] = values[i];
}

// Fewer threads than pairs.
__global__ void stride(const unsigned *in, unsigned *out, int size) {
  __shared__ unsigned values[kSize];
  for (int i = threadIdx.x; i < size; i += blockDim.x)
    values[i] = in[blockIdx.x * size + i];
  __syncthreads();
  for (int k = 2; k <= size; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      for (int i = threadIdx.x; i < size; i += blockDim.x) {
        int other = i ^ j;
        if (other > i && (values[i] > values[other]) == ((i & k) == 0)) {
          unsigned old = values[i];
          values[i] = values[other];
          values[other] = old;
        }
      }
      __syncthreads();
    }
  for (int i = threadIdx.x; i < size; i += blockDim.x)
    out[blockIdx.x * size + i] = values[i];
}

// Each thread keeps its element and takes the smaller or the larger of two.
__global__ void valueAcross(const unsigned *in, unsigned *out) {
  __shared__ unsigned values[kSize];
  unsigned t = threadIdx.x, value = in[blockIdx.x * kSize + t];
  for (unsigned k = 2; k <= kSize; k *= 2)
    for (unsigned j = k / 2; j > 0; j /= 2) {
      values[t] = value;
      __syncthreads();
      unsigned other = values[t ^ j];
      bool takesSmaller = ((t & j) == 0) == ((t & k) == 0);
      value = takesSmaller ? min(value, other) : max(value, other);
      __syncthreads();
    }
  out[blockIdx.x * kSize + t] = value;
}

// Within a warp the partner's element comes by a shuffle.
__global__ void shuffles(const unsigned *in, unsigned *out) {
  __shared__ unsigned values[kSize];
  int t = threadIdx.x;
  unsigned value = in[blockIdx.x * kSize + t];
  for (int k = 2; k <= kSize; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      unsigned other;
      if (j >= 32) {
        values[t] = value;
        __syncthreads();
        other = values[t ^ j];
        __syncthreads();
      } else {
        other = __shfl_xor_sync(0xffffffff, value, j);
      }
      bool takesSmaller = ((t & j) == 0) == ((t & k) == 0);
      value = takesSmaller ? min(value, other) : max(value, other);
    }
  out[blockIdx.x * kSize + t] = value;
}

// All comparisons go upwards: the first step of each merge mirrors.
__global__ void mirrored(const unsigned *in, unsigned *out) {
  __shared__ unsigned values[kSize];
  int t = threadIdx.x, first = blockIdx.x * kSize;
  values[t] = in[first + t];
  values[t + kSize / 2] = in[first + t + kSize / 2];
  __syncthreads();
  for (int half = 1; half < kSize; half *= 2) {
    int group = t / half * (2 * half), place = t % half;
    order(values[group + place], values[group + 2 * half - 1 - place], true);
    __syncthreads();
    for (int j = half / 2; j > 0; j /= 2) {
      int at = t / j * (2 * j) + t % j;
      order(values[at], values[at + j], true);
      __syncthreads();
    }
  }
  out[first + t] = values[t];
  out[first + t + kSize / 2] = values[t + kSize / 2];
}

// Batcher's other network.
__global__ void oddEvenMerge(const unsigned *in, unsigned *out) {
  __shared__ unsigned values[kSize];
  unsigned t = threadIdx.x, first = blockIdx.x * kSize;
  values[t] = in[first + t];
  values[t + kSize / 2] = in[first + t + kSize / 2];
  for (unsigned size = 2; size <= kSize; size <<= 1) {
    unsigned step = size / 2, offset = t & (step - 1);
    __syncthreads();
    unsigned at = 2 * t - (t & (step - 1));
    order(values[at], values[at + step], true);
    for (step >>= 1; step > 0; step >>= 1) {
      __syncthreads();
      at = 2 * t - (t & (step - 1));
      if (offset >= step)
        order(values[at - step], values[at], true);
    }
  }
  __syncthreads();
  out[first + t] = values[t];
  out[first + t + kSize / 2] = values[t + kSize / 2];
}

__device__ inline int padded(int i) { return i + (i >> 5); }

__global__ void paddedBlock2D(const unsigned *in, unsigned *out) {
  __shared__ unsigned values[kSize + kSize / 32];
  int t = threadIdx.y * blockDim.x + threadIdx.x, first = blockIdx.x * kSize;
  for (int i = t; i < kSize; i += blockDim.x * blockDim.y)
    values[padded(i)] = in[first + i];
  for (int k = 2; k <= kSize; k *= 2)
    for (int j = k / 2; j > 0; j /= 2) {
      __syncthreads();
      int at = 2 * t - (t & (j - 1));
      order(values[padded(at)], values[padded(at + j)], (at & k) == 0);
    }
  __syncthreads();
  for (int i = t; i < kSize; i += blockDim.x * blockDim.y)
    out[first + i] = values[padded(i)];
}

__global__ void groups(const unsigned *in, unsigned *out) {
  __shared__ unsigned values[kSize];
  cg::thread_block block = cg::this_thread_block();
  size_t t = block.thread_rank();
  values[t] = in[blockIdx.x * kSize + t];
  block.sync();
  for (size_t k = 2; k <= kSize; k *= 2)
    for (size_t j = k / 2; j > 0; j /= 2) {
      size_t other = t ^ j;
      if (other > t)
        order(values[t], values[other], (t & k) == 0);
      block.sync();
    }
  out[blockIdx.x * kSize + t] = values[t];
}

// Each element's place is the number of those before it.
__global__ void ranks(const unsigned *in, unsigned *out) {
  __shared__ unsigned values[kSize];
  int t = threadIdx.x;
  unsigned value = values[t] = in[blockIdx.x * kSize + t];
  __syncthreads();
  int place = 0;
  for (int k = 0; k < kSize; ++k)
    place += values[k] < value || (values[k] == value && k < t);
  out[blockIdx.x * kSize + place] = value;
}

int main(int argc, char **argv) {
  styles::Set set(argc, argv);
  int chunks = set.size(512, 5), n = chunks * kSize;
  styles::Array<unsigned> in(styles::randomWhole<unsigned>(n, 1 << 30)), out(n);
  set.host(out, 0, [&] { host(in.host, out.host, chunks); });

  set.style("partner", [&] { partner<<<chunks, kSize>>>(in, out); });
  set.style("pairs", [&] {
    pairs<<<chunks, kSize / 2, kSize * sizeof(unsigned)>>>(in, out, kSize);
  });
  set.style("unrolled",
            [&] { unrolled<kSize><<<chunks, kSize / 2>>>(in, out); });
  set.style("stride", [&] { stride<<<chunks, 128>>>(in, out, kSize); });
  set.style("valueAcross", [&] { valueAcross<<<chunks, kSize>>>(in, out); });
  set.style("shuffles", [&] { shuffles<<<chunks, kSize>>>(in, out); });
  set.style("mirrored", [&] { mirrored<<<chunks, kSize / 2>>>(in, out); });
  set.style("oddEvenMerge",
            [&] { oddEvenMerge<<<chunks, kSize / 2>>>(in, out); });
  set.style("paddedBlock2D",
            [&] { paddedBlock2D<<<chunks, dim3(16, 16)>>>(in, out); });
  set.style("groups", [&] { groups<<<chunks, kSize>>>(in, out); });
  set.style("ranks", [&] { ranks<<<chunks, kSize>>>(in, out); });
  return set.status();
}
