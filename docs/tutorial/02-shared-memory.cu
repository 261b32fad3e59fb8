// RUN: %check-execution %s
//
// 2. Shared memory and barriers
//
// The threads of a block can cooperate. They share memory that is declared with
// __shared__, and they synchronise with __syncthreads(): no thread continues
// before all threads of its block have reached it.
//
// Here every block reverses its part of an array.
//
//     heddle 02-shared-memory.cu -o shared && ./shared

#include <cstdio>

const int kThreads = 64;

__global__ void reverse(int *data) {
  __shared__ int tile[kThreads];
  int t = threadIdx.x;
  int *mine = data + blockIdx.x * kThreads;

  tile[t] = mine[t];

  // Without this line a thread could read an element of the tile that its
  // owner has not written yet.
  __syncthreads();

  mine[t] = tile[kThreads - 1 - t];
}

int main() {
  const int blocks = 4, n = blocks * kThreads;
  int host[n];
  for (int i = 0; i < n; ++i)
    host[i] = i;

  int *data;
  cudaMalloc(&data, sizeof host);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  reverse<<<blocks, kThreads>>>(data);
  cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  cudaFree(data);

  for (int block = 0; block < blocks; ++block)
    printf("block %d: %d %d ... %d\n", block, host[block * kThreads],
           host[block * kThreads + 1], host[block * kThreads + kThreads - 1]);
  for (int i = 0; i < n; ++i)
    if (host[i] != i / kThreads * kThreads + kThreads - 1 - i % kThreads)
      return 1;
  return 0;
}
