// RUN: %check-execution %s
//
// 1. Hello, kernel
//
// A CUDA program is a C++ program in which many threads at once run some
// functions, the kernels. This one launches 3 blocks of 4 threads. Each thread
// reads its index from built-in variables and stores a message.
//
//     heddle 01-hello.cu -o hello && ./hello

#include <cstdio>

__global__ void hello(int *messages) {
  // threadIdx is the thread's index in its block, blockIdx the block's index in
  // the grid.
  int me = blockIdx.x * blockDim.x + threadIdx.x;
  messages[me] = 100 * blockIdx.x + threadIdx.x;
}

int main() {
  const int blocks = 3, threads = 4;

  // On a GPU this is device memory. Here it is ordinary memory.
  int *messages;
  cudaMalloc(&messages, blocks * threads * sizeof(int));

  // All twelve threads run the function, in an undefined order.
  hello<<<blocks, threads>>>(messages);

  int copy[blocks * threads];
  cudaMemcpy(copy, messages, sizeof copy, cudaMemcpyDeviceToHost);
  for (int i = 0; i < blocks * threads; ++i)
    printf("thread %d of block %d says hello\n", copy[i] % 100, copy[i] / 100);
  cudaFree(messages);

  // An error of any of the calls above is still reported here.
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
