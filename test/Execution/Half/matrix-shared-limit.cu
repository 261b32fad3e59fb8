// RUN: %heddle -O1 %s -o %t
// RUN: %t
// RUN: %heddle -O1 --lowering=fibers %s -o %t
// RUN: %t
// wmma and tiles of several warps take nothing of the 48 KB of shared memory
// that a block may have: a kernel that uses them, for several types, may have
// all of it.
#include "../check.h"
#include <cooperative_groups.h>
#include <mma.h>

using namespace nvcuda;
namespace cg = cooperative_groups;

constexpr int words = 10000, rest = 49152 - 4 * words;

template <class T> __device__ float product(T *a) {
  wmma::fragment<wmma::matrix_a, 16, 16, 16, T, wmma::row_major> fa;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, T, wmma::row_major> fb;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::load_matrix_sync(fa, a, 16);
  wmma::load_matrix_sync(fb, a, 16);
  wmma::fill_fragment(sum, 0.f);
  wmma::mma_sync(sum, fa, fb, sum);
  return sum.x[0];
}

__global__ void kernel(__half *a, __nv_bfloat16 *b, int *out) {
  __shared__ int own[words];
  extern __shared__ char more[];
  auto block = cg::this_thread_block();
  auto wide = cg::tiled_partition<64>(block);
  for (int i = block.thread_rank(); i < words; i += block.size())
    own[i] = i;
  more[rest - 1 - block.thread_rank()] = 1;
  int sum = product(a) + product(b) + (wide.any(threadIdx.x == 5) != 0);
  __syncthreads();
  out[threadIdx.x] =
      sum + own[words - 1 - threadIdx.x] + more[rest - 1 - threadIdx.x];
}

int main() {
  cudaFuncAttributes attributes;
  CUDA(cudaFuncGetAttributes(&attributes, kernel));
  CHECK(attributes.sharedSizeBytes == sizeof(int) * words);
  CHECK(attributes.maxDynamicSharedSizeBytes == rest);
  DeviceArray<__half> a(std::vector<__half>(256, __half(2.f)));
  DeviceArray<__nv_bfloat16> b(
      std::vector<__nv_bfloat16>(256, __nv_bfloat16(1.f)));
  DeviceArray<int> out(std::vector<int>(64));
  kernel<<<1, 64, rest>>>(a, b, out);
  std::vector<int> result = out.read();
  // 16 * 2 * 2 + 16 * 1 * 1, a vote, and what shared memory holds.
  for (int i = 0; i < 64; ++i)
    CHECK(result[i] == 64 + 16 + 1 + words - 1 - i + 1);
  kernel<<<1, 64, rest + 1>>>(a, b, out);
  CHECK(cudaGetLastError() == cudaErrorInvalidValue);
}
