// RUN: %check-execution %s
//
// 1. Hello, kernel
//
// A CUDA program is a C++ program in which some functions, the kernels, are run
// by many threads at once. This one launches 3 blocks of 4 threads. Each thread
// learns from built-in variables who it is, and leaves a message.
//
//     heddle 01-hello.cu -o hello && ./hello

#include <cstdio>

__global__ void hello(int *messages) {
  // threadIdx counts within the block, blockIdx the blocks within the grid.
  int me = blockIdx.x * blockDim.x + threadIdx.x;
  messages[me] = 100 * blockIdx.x + threadIdx.x;
}

int main() {
  const int blocks = 3, threads = 4;

  // On a GPU this memory is on the card. Here it is ordinary memory, but the
  // program need not know.
  int *messages;
  cudaMalloc(&messages, blocks * threads * sizeof(int));

  // All twelve threads run the function; in which order is not defined.
  hello<<<blocks, threads>>>(messages);

  int copy[blocks * threads];
  cudaMemcpy(copy, messages, sizeof copy, cudaMemcpyDeviceToHost);
  for (int i = 0; i < blocks * threads; ++i)
    printf("thread %d of block %d says hello\n", copy[i] % 100, copy[i] / 100);
  cudaFree(messages);

  // Nothing is ignored: whatever went wrong is still known here.
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
