// bfs [vertices] [degree]: breadth-first search, one launch for each level.
// Most threads find that their vertex is not in the frontier and return at
// once; the others mark their unvisited neighbours for the next level.
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#define CUDA_CHECK(call)                                                       \
  do {                                                                         \
    cudaError_t error = (call);                                                \
    if (error != cudaSuccess) {                                                \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,            \
              cudaGetErrorString(error));                                      \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

/// The edges of vertex v are targets[offsets[v]] up to targets[offsets[v + 1]].
struct Graph {
  int vertices;
  const int *offsets;
  const int *targets;
};

__global__ void visit(Graph graph, const char *frontier, char *nextFrontier,
                      int *levels, int level, int *found) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= graph.vertices || !frontier[v])
    return;
  bool any = false;
  for (int e = graph.offsets[v]; e < graph.offsets[v + 1]; ++e) {
    int target = graph.targets[e];
    // Of all threads that see this vertex only one may add it.
    if (atomicCAS(&levels[target], -1, level + 1) == -1) {
      nextFrontier[target] = 1;
      any = true;
    }
  }
  if (any)
    atomicExch(found, 1);
}

static std::vector<int> reference(const std::vector<int> &offsets,
                                  const std::vector<int> &targets, int n) {
  std::vector<int> levels(n, -1), queue = {0};
  levels[0] = 0;
  for (size_t head = 0; head < queue.size(); ++head) {
    int v = queue[head];
    for (int e = offsets[v]; e < offsets[v + 1]; ++e)
      if (levels[targets[e]] < 0) {
        levels[targets[e]] = levels[v] + 1;
        queue.push_back(targets[e]);
      }
  }
  return levels;
}

template <typename T> static T *toDevice(const std::vector<T> &values) {
  T *memory;
  CUDA_CHECK(cudaMalloc(&memory, values.size() * sizeof(T)));
  CUDA_CHECK(cudaMemcpy(memory, values.data(), values.size() * sizeof(T),
                        cudaMemcpyHostToDevice));
  return memory;
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 1 << 17;
  const int degree = argc > 2 ? atoi(argv[2]) : 8;

  // Every vertex has edges to random ones; some cannot be reached.
  std::vector<int> offsets(n + 1), targets;
  unsigned random = 7;
  for (int v = 0; v < n; ++v) {
    random = random * 1664525u + 1013904223u;
    for (unsigned e = (random >> 16) % (2 * degree + 1); e > 0; --e) {
      random = random * 1664525u + 1013904223u;
      targets.push_back(int((random >> 4) % unsigned(n)));
    }
    offsets[v + 1] = int(targets.size());
  }

  std::vector<int> levels(n, -1);
  std::vector<char> frontier(n, 0);
  levels[0] = 0;
  frontier[0] = 1;
  int *deviceOffsets = toDevice(offsets), *deviceTargets = toDevice(targets);
  int *deviceLevels = toDevice(levels);
  int *deviceFound = toDevice(std::vector<int>(1));
  char *deviceFrontier = toDevice(frontier);
  char *deviceNext = toDevice(std::vector<char>(n, 0));
  Graph graph = {n, deviceOffsets, deviceTargets};

  cudaEvent_t start, stop;
  CUDA_CHECK(cudaEventCreate(&start));
  CUDA_CHECK(cudaEventCreate(&stop));

  const int threads = 256, blocks = (n + threads - 1) / threads;
  int level = 0;
  CUDA_CHECK(cudaEventRecord(start));
  for (int found = 1; found; ++level) {
    CUDA_CHECK(cudaMemset(deviceFound, 0, sizeof(int)));
    visit<<<blocks, threads>>>(graph, deviceFrontier, deviceNext, deviceLevels,
                               level, deviceFound);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(
        cudaMemcpy(&found, deviceFound, sizeof(int), cudaMemcpyDeviceToHost));
    std::swap(deviceFrontier, deviceNext);
    CUDA_CHECK(cudaMemset(deviceNext, 0, n));
  }
  CUDA_CHECK(cudaEventRecord(stop));
  CUDA_CHECK(cudaEventSynchronize(stop));
  float milliseconds = 0;
  CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

  CUDA_CHECK(cudaMemcpy(levels.data(), deviceLevels, n * sizeof(int),
                        cudaMemcpyDeviceToHost));
  bool passed = levels == reference(offsets, targets, n);

  printf("bfs: %d vertices, %zu edges, %d levels in %.3f ms (%.1f Medges/s): "
         "%s\n",
         n, targets.size(), level, milliseconds,
         1e-3 * targets.size() / milliseconds, passed ? "PASSED" : "FAILED");
  CUDA_CHECK(cudaEventDestroy(start));
  CUDA_CHECK(cudaEventDestroy(stop));
  CUDA_CHECK(cudaFree(deviceOffsets));
  CUDA_CHECK(cudaFree(deviceTargets));
  CUDA_CHECK(cudaFree(deviceLevels));
  CUDA_CHECK(cudaFree(deviceFound));
  CUDA_CHECK(cudaFree(deviceFrontier));
  CUDA_CHECK(cudaFree(deviceNext));
  return passed ? 0 : 1;
}
