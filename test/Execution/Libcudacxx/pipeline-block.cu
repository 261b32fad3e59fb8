// RUN: %check-execution --auto %s
// REQUIRES: cccl
// Pipelines of a block, where all threads copy and read, or some do one and
// some the other.
#include "../check.h"
#include <cooperative_groups.h>
#include <cuda/pipeline>
namespace cg = cooperative_groups;

constexpr int threads = 96, stages = 3, rounds = 10;

__global__ void unified(const int *in, int *out) {
  __shared__ int buffer[stages][threads];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages>
      state;
  auto block = cg::this_thread_block();
  auto pipe = cuda::make_pipeline(block, &state);
  int sum = 0;
  for (int filled = 0, i = 0; i < rounds; ++i) {
    for (; filled < rounds && filled < i + stages; ++filled) {
      pipe.producer_acquire();
      cuda::memcpy_async(block, buffer[filled % stages], in + filled * threads,
                         sizeof(int) * threads, pipe);
      pipe.producer_commit();
    }
    pipe.consumer_wait();
    sum = sum * 3 + buffer[i % stages][(threadIdx.x + 40) % threads];
    pipe.consumer_release();
  }
  out[threadIdx.x] = sum;
}

__global__ void split(const int *in, int *out, bool byRole) {
  __shared__ int buffer[stages][32];
  __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages>
      state;
  auto block = cg::this_thread_block();
  bool producer = threadIdx.x < 32;
  auto pipe =
      byRole ? cuda::make_pipeline(block, &state,
                                   producer ? cuda::pipeline_role::producer
                                            : cuda::pipeline_role::consumer)
             : cuda::make_pipeline(block, &state, 32);
  int sum = 0;
  for (int i = 0; i < rounds; ++i) {
    if (producer) {
      pipe.producer_acquire();
      cuda::memcpy_async(&buffer[i % stages][threadIdx.x],
                         &in[i * threads + threadIdx.x], sizeof(int), pipe);
      pipe.producer_commit();
    } else {
      pipe.consumer_wait();
      sum = sum * 3 + buffer[i % stages][threadIdx.x % 32];
      pipe.consumer_release();
    }
  }
  out[threadIdx.x] = sum;
}

int main() {
  DeviceArray<int> in(iota<int>(threads * rounds)), out(threads);
  unified<<<2, threads>>>(in, out);
  expect(out, [](int t) {
    int sum = 0;
    for (int i = 0; i < rounds; ++i)
      sum = sum * 3 + i * threads + (t + 40) % threads;
    return sum;
  });
  for (bool byRole : {false, true}) {
    split<<<2, threads>>>(in, out, byRole);
    expect(out, [](int t) {
      int sum = 0;
      for (int i = 0; t >= 32 && i < rounds; ++i)
        sum = sum * 3 + i * threads + t % 32;
      return sum;
    });
  }
}
