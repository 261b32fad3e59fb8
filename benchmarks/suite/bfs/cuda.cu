// Level by level, with a thread for each node: one kernel follows the edges of
// the nodes of a level, the other makes what it reached the next level.

#include "../device.h"
#include "problem.h"

__global__ void follow(const int *begins, const int *edges, bool *current,
                       bool *next, const bool *visited, int *distance,
                       int nodes) {
  int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= nodes || !current[node])
    return;
  current[node] = false;
  for (int i = begins[node]; i < begins[node + 1]; ++i) {
    int other = edges[i];
    if (!visited[other]) {
      distance[other] = distance[node] + 1;
      next[other] = true;
    }
  }
}

__global__ void advance(bool *current, bool *next, bool *visited, bool *more,
                        int nodes) {
  int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= nodes || !next[node])
    return;
  current[node] = true;
  visited[node] = true;
  *more = true;
  next[node] = false;
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int nodes = problem.nodes;
  suite::Device<int> begins(problem.begins), edges(problem.edges),
      distance(nodes);
  suite::Device<bool> current(nodes), next(nodes), visited(nodes), more(1);
  const int kThreads = 512;
  int blocks = (nodes + kThreads - 1) / kThreads;
  program.measure("cuda", [&] {
    suite::check(cudaMemset(distance, -1, nodes * sizeof(int)));
    suite::check(cudaMemset(distance, 0, sizeof(int)));
    current.clear();
    next.clear();
    visited.clear();
    suite::check(cudaMemset(current, true, 1));
    suite::check(cudaMemset(visited, true, 1));
    bool again = true;
    while (again) {
      more.clear();
      follow<<<blocks, kThreads>>>(begins, edges, current, next, visited,
                                   distance, nodes);
      advance<<<blocks, kThreads>>>(current, next, visited, more, nodes);
      suite::check(cudaGetLastError());
      suite::check(
          cudaMemcpy(&again, more, sizeof(again), cudaMemcpyDeviceToHost));
    }
  });
  program.result("cuda", distance.read());
}
