// RUN: %check-execution %s
//
// 5. Masks: divergent control flow
//
// Interchange is correct only if all threads have the same trip count. In this
// kernel each warp has its own trip count and then exits; the barrier waits for
// the remaining threads. Heddle keeps a flag for each thread, the mask, and
// continues while any flag is set. A proof that the trip count is the same in
// all threads makes the code faster; without one it is still correct.
//
// `roundsByHand` is one block of the kernel as Heddle lowers it.
//
//     heddle --lowering=fission 05-masks.cu -o masks && ./masks

#include <cstdio>

const int kThreads = 128;

__global__ void rounds(const int *limits, int *out) {
  __shared__ int present;
  int t = threadIdx.x, seen = 0;
  if (t == 0)
    present = 0;
  __syncthreads();
  for (int round = 0; round < limits[t / 32]; ++round) {
    atomicAdd(&present, 1);
    __syncthreads();
    seen += present;
    __syncthreads();
  }
  out[t] = seen;
}

void roundsByHand(const int *limits, int *out) {
  int present, seen[kThreads], round[kThreads];
  bool mask[kThreads];
  for (int t = 0; t < kThreads; ++t) {
    seen[t] = 0;
    if (t == 0)
      present = 0;
  }
  for (int t = 0; t < kThreads; ++t)
    round[t] = 0;
  for (;;) {
    // The loop condition of each thread, and whether it holds for any of them.
    bool any = false;
    for (int t = 0; t < kThreads; ++t) {
      mask[t] = round[t] < limits[t / 32];
      any |= mask[t];
    }
    if (!any)
      break;
    // The code between the barriers, under the mask.
    for (int t = 0; t < kThreads; ++t)
      if (mask[t])
        present += 1;
    for (int t = 0; t < kThreads; ++t)
      if (mask[t])
        seen[t] += present;
    for (int t = 0; t < kThreads; ++t)
      if (mask[t])
        round[t] += 1;
  }
  for (int t = 0; t < kThreads; ++t)
    out[t] = seen[t];
}

int main() {
  const int limits[kThreads / 32] = {3, 0, 5, 2};
  int byKernel[kThreads], byHand[kThreads];

  int *in, *out;
  cudaMalloc(&in, sizeof limits);
  cudaMalloc(&out, sizeof byKernel);
  cudaMemcpy(in, limits, sizeof limits, cudaMemcpyHostToDevice);
  rounds<<<1, kThreads>>>(in, out);
  cudaMemcpy(byKernel, out, sizeof byKernel, cudaMemcpyDeviceToHost);
  cudaFree(in);
  cudaFree(out);

  roundsByHand(limits, byHand);
  for (int t = 0; t < kThreads; ++t)
    if (byKernel[t] != byHand[t]) {
      printf("thread %d: %d, by hand %d\n", t, byKernel[t], byHand[t]);
      return 1;
    }
  printf("%d %d %d %d: the same by hand\n", byKernel[0], byKernel[32],
         byKernel[64], byKernel[96]);
  return 0;
}
