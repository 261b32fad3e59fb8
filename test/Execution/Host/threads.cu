// RUN: %check-execution %s
// Host threads launch kernels at the same time, each on its own data.
#include "../check.h"
#include <thread>

__global__ void rotate(int *data, int by) {
  __shared__ int tile[128];
  tile[threadIdx.x] = data[blockIdx.x * 128 + threadIdx.x];
  __syncthreads();
  data[blockIdx.x * 128 + threadIdx.x] = tile[(threadIdx.x + by) % 128];
}

static void work(int *data, int by) {
  for (int i = 0; i < 10; ++i)
    rotate<<<4, 128>>>(data, by);
  CUDA(cudaGetLastError());
  CUDA(cudaDeviceSynchronize());
}

int main() {
  std::vector<DeviceArray<int> *> arrays;
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i)
    arrays.push_back(new DeviceArray<int>(iota<int>(512)));
  for (int i = 0; i < 4; ++i)
    threads.emplace_back(work, arrays[i]->data(), i + 1);
  for (std::thread &thread : threads)
    thread.join();
  for (int i = 0; i < 4; ++i) {
    expect(*arrays[i], [=](int k) {
      return k / 128 * 128 + (k % 128 + 10 * (i + 1)) % 128;
    });
    delete arrays[i];
  }
}
