// RUN: %check-execution --auto %s
// REQUIRES: cccl
// A pipeline of cuda_pipeline.h arrives on its own barriers and on those of
// libcu++, and on no others.
#include "../check.h"
#include <cuda/barrier>
#include <cuda_pipeline.h>

constexpr int threads = 64;

template <class Barrier>
__device__ void copyAndArrive(const int *in, int *out, Barrier &barrier) {
  __shared__ int buffer[threads];
  if (threadIdx.x == 0)
    init(&barrier, threads);
  __syncthreads();
  nvcuda::experimental::pipeline pipe;
  nvcuda::experimental::memcpy_async(buffer[threadIdx.x], in[threadIdx.x],
                                     pipe);
  pipe.arrive_on(barrier);
  barrier.arrive_and_wait();
  out[threadIdx.x] = buffer[threadIdx.x ^ 1];
}

__global__ void arrives(const int *in, int *out) {
  __shared__ nvcuda::experimental::awbarrier older;
  copyAndArrive(in, out, older);
#pragma nv_diag_suppress static_var_with_dynamic_init
  __shared__ cuda::barrier<cuda::thread_scope_block> newer;
  copyAndArrive(in, out + threads, newer);
}

template <class Barrier, class = void> struct Arrives : std::false_type {};
template <class Barrier>
struct Arrives<Barrier,
               decltype(std::declval<nvcuda::experimental::pipeline &>()
                            .arrive_on(std::declval<Barrier &>()))>
    : std::true_type {};
static_assert(Arrives<nvcuda::experimental::awbarrier>::value, "");
static_assert(Arrives<cuda::barrier<cuda::thread_scope_block>>::value, "");
static_assert(!Arrives<cuda::barrier<cuda::thread_scope_device>>::value, "");
static_assert(!Arrives<int>::value, "");

int main() {
  DeviceArray<int> numbers(iota<int>(threads));
  DeviceArray<int> both(2 * threads);
  arrives<<<1, threads>>>(numbers, both);
  expect(both, [](int t) { return t % threads ^ 1; });
}
