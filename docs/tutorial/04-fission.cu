// RUN: %check-execution %s
//
// 4. Fission: how threads become loops
//
// A CPU core runs the threads of a block one after another, in a loop. This is
// simple until there is a barrier: the first thread cannot pass it before the
// last one has reached it. Heddle splits the loop there (fission). If the
// barrier is inside a loop, it exchanges that loop with the loop over threads
// (interchange).
//
// The kernel `sum` has both. The function `sumByHand` is the code that Heddle
// generates for one block, in plain C++. The program checks that they agree.
//
//     heddle --lowering=fission 04-fission.cu -o fission && ./fission

#include <cstdio>

const int kThreads = 128;

__global__ void sum(const int *in, int *out) {
  __shared__ int partial[kThreads];
  int t = threadIdx.x;
  int mine = in[blockIdx.x * kThreads + t];
  partial[t] = mine;
  __syncthreads();
  for (int stride = kThreads / 2; stride > 0; stride /= 2) {
    if (t < stride)
      partial[t] += partial[t + stride];
    __syncthreads();
  }
  out[blockIdx.x * kThreads + t] = partial[0] - mine;
}

void sumByHand(const int *in, int *out, int block) {
  // Shared memory: one array for the block.
  int partial[kThreads];
  // `mine` is live across a barrier. It was a register of each thread; now it
  // is an array with an element for each thread.
  int mine[kThreads];

  // Up to the first barrier. The iterations are independent, so the loop is
  // vectorised.
  for (int t = 0; t < kThreads; ++t) {
    mine[t] = in[block * kThreads + t];
    partial[t] = mine[t];
  }
  // `stride` is the same in all threads, so the loop over it moves outside of
  // the loop over threads.
  for (int stride = kThreads / 2; stride > 0; stride /= 2)
    for (int t = 0; t < kThreads; ++t)
      if (t < stride)
        partial[t] += partial[t + stride];
  // After the last barrier.
  for (int t = 0; t < kThreads; ++t)
    out[block * kThreads + t] = partial[0] - mine[t];
}

int main() {
  const int blocks = 3, n = blocks * kThreads;
  int values[n], byKernel[n], byHand[n];
  for (int i = 0; i < n; ++i)
    values[i] = i * 7 % 100;

  int *in, *out;
  cudaMalloc(&in, sizeof values);
  cudaMalloc(&out, sizeof values);
  cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice);
  sum<<<blocks, kThreads>>>(in, out);
  cudaMemcpy(byKernel, out, sizeof byKernel, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);

  for (int block = 0; block < blocks; ++block)
    sumByHand(values, byHand, block);
  for (int i = 0; i < n; ++i)
    if (byKernel[i] != byHand[i]) {
      printf("element %d: %d, by hand %d\n", i, byKernel[i], byHand[i]);
      return 1;
    }
  printf("%d %d ... %d: the same by hand\n", byKernel[0], byKernel[1],
         byKernel[n - 1]);
  return 0;
}
