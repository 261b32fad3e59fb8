// A thread for each point: the candidate's coordinates and the sums of a block
// are in shared memory. The host decides.

#include "../device.h"
#include "problem.h"

constexpr int kThreads = 256;

__global__ void gains(const float *points, const float *costs, const int *slot,
                      float *fresh, float *saved, float *lower, int n,
                      int candidate) {
  __shared__ float centre[kDimension];
  __shared__ float blockSaved[kThreads];
  __shared__ float blockLower[kMaxCentres];
  int t = threadIdx.x, i = blockIdx.x * kThreads + t;
  if (t < kDimension)
    centre[t] = points[t * n + candidate];
  if (t < kMaxCentres)
    blockLower[t] = 0;
  __syncthreads();
  float mine = 0;
  if (i < n) {
    float distance = 0;
    for (int d = 0; d < kDimension; ++d) {
      float difference = points[d * n + i] - centre[d];
      distance += difference * difference;
    }
    fresh[i] = distance;
    float change = distance - costs[i];
    if (change < 0)
      mine = change;
    else
      atomicAdd(&blockLower[slot[i]], change);
  }
  blockSaved[t] = mine;
  __syncthreads();
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (t < half)
      blockSaved[t] += blockSaved[t + half];
    __syncthreads();
  }
  if (t == 0)
    saved[blockIdx.x] = blockSaved[0];
  if (t < kMaxCentres)
    lower[blockIdx.x * kMaxCentres + t] = blockLower[t];
}

__global__ void begin(const float *points, float *costs, int *slot, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float distance = 0;
  for (int d = 0; d < kDimension; ++d) {
    float difference = points[d * n + i] - points[d * n];
    distance += difference * difference;
  }
  costs[i] = distance;
  slot[i] = 0;
}

__global__ void reassign(const float *fresh, float *costs, int *slot,
                         const int *close, int n, int free) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && (fresh[i] < costs[i] || close[slot[i]])) {
    costs[i] = fresh[i];
    slot[i] = free;
  }
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int n = problem.n, blocks = (n + kThreads - 1) / kThreads;
  suite::Device<float> points(problem.transposed()), costs(n), fresh(n),
      saved(blocks), lower(size_t(blocks) * kMaxCentres);
  suite::Device<int> slot(n), deviceClose(kMaxCentres);
  std::vector<float> hostSaved(blocks), hostLower(lower.size());
  Centres centres;
  program.measure("cuda", [&] {
    centres = Centres();
    begin<<<blocks, kThreads>>>(points, costs, slot, n);
    std::vector<int> close;
    for (int candidate : problem.candidates) {
      int free = centres.freeSlot();
      if (free < 0)
        continue;
      gains<<<blocks, kThreads>>>(points, costs, slot, fresh, saved, lower, n,
                                  candidate);
      suite::check(cudaMemcpy(hostSaved.data(), saved, blocks * sizeof(float),
                              cudaMemcpyDeviceToHost));
      suite::check(cudaMemcpy(hostLower.data(), lower,
                              hostLower.size() * sizeof(float),
                              cudaMemcpyDeviceToHost));
      double allSaved = 0, allLower[kMaxCentres] = {};
      for (int b = 0; b < blocks; ++b) {
        allSaved += hostSaved[b];
        for (int s = 0; s < kMaxCentres; ++s)
          allLower[s] += hostLower[b * kMaxCentres + s];
      }
      if (!centres.decide(problem.openCost, allSaved, allLower, close))
        continue;
      deviceClose.write(close);
      reassign<<<blocks, kThreads>>>(fresh, costs, slot, deviceClose, n, free);
      for (int s = 0; s < kMaxCentres; ++s)
        if (close[s])
          centres.slots[s] = -1;
      centres.slots[free] = candidate;
    }
    suite::wait();
  });
  program.result("cuda", centres.result(costs.read()));
}
