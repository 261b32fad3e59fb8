// Counts in shared memory; a block for each chunk, where prefix sums of the
// lengths say where each thread's codes go; and a kernel that puts the chunks
// one after the other.

#include "../device.h"
#include "problem.h"

constexpr int kThreads = 256, kBytes = kChunk / kThreads; // Of a thread.

__global__ void count(const uint8_t *bytes, unsigned *counts, int n) {
  __shared__ unsigned own[kSymbols];
  int t = threadIdx.x;
  own[t] = 0;
  __syncthreads();
  for (int i = blockIdx.x * kThreads + t; i < n; i += gridDim.x * kThreads)
    atomicAdd(&own[bytes[i]], 1);
  __syncthreads();
  atomicAdd(&counts[t], own[t]);
}

__global__ void encode(const uint8_t *bytes, const Code *codes, uint32_t *out,
                       uint32_t *sizes, int n) {
  __shared__ Code table[kSymbols];
  __shared__ unsigned ends[2][kThreads];
  __shared__ unsigned packed[kChunk];
  int t = threadIdx.x, begin = blockIdx.x * kChunk + t * kBytes;
  table[t] = codes[t];
  for (int i = t; i < kChunk; i += kThreads)
    packed[i] = 0;
  __syncthreads();
  Code own[kBytes];
  unsigned length = 0;
  for (int k = 0; k < kBytes; ++k) {
    own[k] = begin + k < n ? table[bytes[begin + k]] : Code{0, 0};
    length += own[k].length;
  }
  // Where the thread's bits end.
  int from = 0;
  ends[0][t] = length;
  __syncthreads();
  for (int distance = 1; distance < kThreads; distance *= 2) {
    unsigned sum = ends[from][t];
    if (t >= distance)
      sum += ends[from][t - distance];
    from = 1 - from;
    ends[from][t] = sum;
    __syncthreads();
  }
  unsigned position = ends[from][t] - length;
  for (int k = 0; k < kBytes; ++k) {
    if (own[k].length == 0)
      continue;
    // A code may reach into the next word.
    unsigned word = position / 32, used = position % 32 + own[k].length;
    if (used <= 32) {
      atomicOr(&packed[word], own[k].bits << (32 - used));
    } else {
      atomicOr(&packed[word], own[k].bits >> (used - 32));
      atomicOr(&packed[word + 1], own[k].bits << (64 - used));
    }
    position += own[k].length;
  }
  __syncthreads();
  unsigned words = (ends[from][kThreads - 1] + 31) / 32;
  for (unsigned i = t; i < words; i += kThreads)
    out[(size_t)blockIdx.x * kChunk + i] = packed[i];
  if (t == 0)
    sizes[blockIdx.x] = words;
}

/// Prefix sums by one block, where each thread has a part of its own.
__global__ void place(const uint32_t *sizes, uint32_t *starts, int chunks) {
  __shared__ unsigned ends[2][kThreads];
  int t = threadIdx.x, part = (chunks + kThreads - 1) / kThreads;
  unsigned sum = 0;
  for (int c = t * part; c < min((t + 1) * part, chunks); ++c)
    sum += sizes[c];
  int from = 0;
  ends[0][t] = sum;
  __syncthreads();
  for (int distance = 1; distance < kThreads; distance *= 2) {
    unsigned more = t >= distance ? ends[from][t - distance] : 0;
    ends[1 - from][t] = ends[from][t] + more;
    from = 1 - from;
    __syncthreads();
  }
  unsigned start = ends[from][t] - sum;
  for (int c = t * part; c < min((t + 1) * part, chunks); ++c) {
    starts[c] = start;
    start += sizes[c];
  }
  if (t == kThreads - 1)
    starts[chunks] = ends[from][t];
}

__global__ void pack(const uint32_t *in, const uint32_t *starts,
                     uint32_t *out) {
  uint32_t start = starts[blockIdx.x], end = starts[blockIdx.x + 1];
  for (uint32_t i = threadIdx.x; i < end - start; i += blockDim.x)
    out[start + i] = in[(size_t)blockIdx.x * kChunk + i];
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int n = problem.n, chunks = problem.chunks;
  suite::Device<uint8_t> bytes(problem.bytes);
  suite::Device<unsigned> counts(kSymbols);
  suite::Device<Code> codes(kSymbols);
  suite::Device<uint32_t> loose(size_t(chunks) * kChunk), sizes(chunks),
      starts(chunks + 1), out(loose.size());
  program.measure("cuda", [&] {
    counts.clear();
    count<<<std::min(chunks, 256), kThreads>>>(bytes, counts, n);
    codes.write(makeCodes(counts.read().data()));
    encode<<<chunks, kThreads>>>(bytes, codes, loose, sizes, n);
    place<<<1, kThreads>>>(sizes, starts, chunks);
    pack<<<chunks, kThreads>>>(loose, starts, out);
    suite::wait();
  });
  program.result("cuda", out.read().data(), starts.read()[chunks]);
}
