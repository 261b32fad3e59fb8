// A thread for each point; the centres are in constant memory, and the sums of
// a block in shared memory.

#include "../device.h"
#include "problem.h"

constexpr int kThreads = 256;

__constant__ float centre[kClusters * kFeatures];

__global__ void transpose(const float *in, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int f = 0; f < kFeatures; ++f)
      out[f * n + i] = in[i * kFeatures + f];
}

__global__ void assign(const float *features, int *membership, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int best = 0;
  float nearest = INFINITY;
  for (int c = 0; c < kClusters; ++c) {
    float distance = 0;
    for (int f = 0; f < kFeatures; ++f) {
      float d = features[f * n + i] - centre[c * kFeatures + f];
      distance += d * d;
    }
    if (distance < nearest) {
      nearest = distance;
      best = c;
    }
  }
  membership[i] = best;
}

__global__ void accumulate(const float *features, const int *membership,
                           float *sums, int *counts, int n) {
  __shared__ float blockSums[kClusters * kFeatures];
  __shared__ int blockCounts[kClusters];
  for (int s = threadIdx.x; s < kClusters * kFeatures; s += kThreads)
    blockSums[s] = 0;
  if (threadIdx.x < kClusters)
    blockCounts[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * kThreads + threadIdx.x;
  if (i < n) {
    int c = membership[i];
    atomicAdd(&blockCounts[c], 1);
    for (int f = 0; f < kFeatures; ++f)
      atomicAdd(&blockSums[c * kFeatures + f], features[f * n + i]);
  }
  __syncthreads();
  for (int s = threadIdx.x; s < kClusters * kFeatures; s += kThreads)
    atomicAdd(&sums[s], blockSums[s]);
  if (threadIdx.x < kClusters)
    atomicAdd(&counts[threadIdx.x], blockCounts[threadIdx.x]);
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int n = problem.n, blocks = (n + kThreads - 1) / kThreads;
  suite::Device<float> rows(problem.features), features(rows.size()),
      sums(kClusters * kFeatures);
  suite::Device<int> membership(n), counts(kClusters);
  transpose<<<blocks, kThreads>>>(rows, features, n);
  suite::wait();
  std::vector<float> centres;
  program.measure(
      "cuda", [&] { centres = problem.centres; },
      [&] {
        for (int iteration = 0; iteration < problem.iterations; ++iteration) {
          suite::check(cudaMemcpyToSymbol(centre, centres.data(),
                                          centres.size() * sizeof(float)));
          sums.clear();
          counts.clear();
          assign<<<blocks, kThreads>>>(features, membership, n);
          accumulate<<<blocks, kThreads>>>(features, membership, sums, counts,
                                           n);
          suite::wait();
          moveCentres(centres.data(), sums.read().data(), counts.read().data());
        }
      });
  program.result("cuda", centres);
}
