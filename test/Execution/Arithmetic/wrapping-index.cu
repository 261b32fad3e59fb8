// RUN: %check-execution %s
// `(t + 3) % 128` wraps around in the middle of a row of threads. LLVM's
// vectoriser treated the row as contiguous where a base is added in 32 bits, and
// wrote past its end.
#include "../check.h"

const unsigned kThreads = 128;

__global__ void rotate(const unsigned *in, unsigned *sums, unsigned *p) {
  unsigned nt = blockDim.x * blockDim.y * blockDim.z;
  unsigned tid = threadIdx.x +
                 blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  unsigned gid = blockIdx.x * kThreads + tid;
  unsigned *mine = p + blockIdx.x * kThreads;
  unsigned a = in[gid & 255u], b = in[(tid * 3u) & 255u];
  __syncthreads();
  mine[(tid + 3u) % nt] = tid;
  sums[gid * 4u] += a ^ b;
  sums[gid * 4u + 3u] += tid;
}

__global__ void rotateOften(unsigned *out) {
  __shared__ unsigned buffer[kThreads];
  unsigned nt = blockDim.x * blockDim.y * blockDim.z;
  unsigned tid = threadIdx.x +
                 blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  unsigned v = tid;
  for (int k = 0; k < 5; ++k) {
    __syncthreads();
    buffer[tid] = v;
    __syncthreads();
    v = buffer[(tid + k + 1u) % nt];
  }
  out[blockIdx.x * kThreads + tid] = v;
}

static void test(dim3 shape) {
  DeviceArray<unsigned> in(iota<unsigned>(256)), sums(4 * 2 * kThreads),
      rotated(3 * kThreads), often(2 * kThreads);
  rotate<<<2, shape>>>(in, sums, rotated);
  expect(rotated, [](unsigned i) {
    return i < 2 * kThreads ? (i % kThreads + kThreads - 3) % kThreads : 0;
  });
  rotateOften<<<2, shape>>>(often);
  expect(often, [](unsigned i) { return (i + 1 + 2 + 3 + 4 + 5) % kThreads; });
}

int main() {
  test(dim3(16, 8));
  test(dim3(128));
  test(dim3(2, 2, 32));
}
