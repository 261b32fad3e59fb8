// Each block sums its share in a tree in shared memory; a second launch of one
// block sums what the blocks found.

#include "../device.h"
#include "problem.h"

const int kThreads = 256, kBlocks = 1024;

__global__ void sum(const float *in, float *out, int n) {
  __shared__ float partial[kThreads];
  int thread = threadIdx.x;
  float mine = 0;
  for (int i = blockIdx.x * kThreads + thread; i < n; i += kThreads * gridDim.x)
    mine += in[i];
  partial[thread] = mine;
  __syncthreads();
  for (int half = kThreads / 2; half > 0; half >>= 1) {
    if (thread < half)
      partial[thread] += partial[thread + half];
    __syncthreads();
  }
  if (thread == 0)
    out[blockIdx.x] = partial[0];
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  suite::Device<float> values(problem.values), partial(kBlocks), total(1);
  program.measure("cuda", [&] {
    sum<<<kBlocks, kThreads>>>(values, partial, problem.n);
    sum<<<1, kThreads>>>(partial, total, kBlocks);
    suite::wait();
  });
  program.result("cuda", total.read());
}
