// RUN: %check-execution %s
// REQUIRES: cccl
// Pipelines of one thread, in C++ and in C: they never wait.
#include "../check.h"
#include <cuda/pipeline>
#include <cuda_pipeline.h>

constexpr int threads = 64, rounds = 6;

__global__ void ofOneThread(const int4 *in, int *out) {
  __shared__ int4 buffer[2][threads];
  cuda::pipeline<cuda::thread_scope_thread> pipe = cuda::make_pipeline();
  int t = threadIdx.x, sum = 0;
  pipe.producer_acquire();
  cuda::memcpy_async(&buffer[0][t], &in[t], sizeof(int4), pipe);
  pipe.producer_commit();
  for (int i = 0; i < rounds; ++i) {
    if (i + 1 < rounds) {
      pipe.producer_acquire();
      cuda::memcpy_async(&buffer[(i + 1) % 2][t], &in[(i + 1) * threads + t],
                         cuda::aligned_size_t<16>(sizeof(int4)), pipe);
      pipe.producer_commit();
    }
    cuda::pipeline_consumer_wait_prior<1>(pipe);
    __syncthreads();
    int4 v = buffer[i % 2][threads - 1 - t];
    sum += v.x + 2 * v.w;
    __syncthreads();
    pipe.consumer_release();
  }
  out[t] = sum;
}

__global__ void inC(const int4 *in, int *out) {
  __shared__ int4 buffer[threads];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&buffer[t], &in[t], 16, t % 2 ? 8 : 0);
  __pipeline_commit();
  __pipeline_wait_prior(0);
  __syncthreads();
  int4 v = buffer[threads - 1 - t];
  out[t] = v.x + 10 * v.z;
}

__global__ void older(const int *in, int *out) {
  __shared__ int buffer[threads];
  nvcuda::experimental::pipeline pipe;
  nvcuda::experimental::memcpy_async(buffer[threadIdx.x], in[threadIdx.x],
                                     pipe);
  pipe.commit_and_wait();
  __syncthreads();
  out[threadIdx.x] = buffer[threadIdx.x ^ 1];
}

int main() {
  std::vector<int4> values(threads * rounds);
  for (int i = 0; i < threads * rounds; ++i)
    values[i] = {i, i + 1, i + 2, 3 * i};
  DeviceArray<int4> in(values);
  DeviceArray<int> out(threads);
  ofOneThread<<<1, threads>>>(in, out);
  expect(out, [](int t) {
    int sum = 0;
    for (int i = 0; i < rounds; ++i)
      sum += 7 * (i * threads + threads - 1 - t);
    return sum;
  });
  inC<<<1, threads>>>(in, out);
  expect(out, [](int t) {
    int from = threads - 1 - t;
    return from + (from % 2 ? 0 : 10 * (from + 2));
  });
  DeviceArray<int> numbers(iota<int>(threads));
  older<<<1, threads>>>(numbers, out);
  expect(out, [](int t) { return t ^ 1; });
}
