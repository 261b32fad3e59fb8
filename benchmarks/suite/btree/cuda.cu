// A block for each query, and a thread for each key of a node: one of them
// finds the key's place.

#include "../device.h"
#include "problem.h"

__global__ void findValues(const Node *nodes, int root, int height,
                           const int *values, const int *wanted, int *result) {
  __shared__ int node, found;
  int t = threadIdx.x, key = wanted[blockIdx.x];
  if (t == 0) {
    node = root;
    found = -1;
  }
  __syncthreads();
  for (int level = 0; level < height; ++level) {
    int current = node;
    __syncthreads();
    bool isAfter = t == 0 || nodes[current].keys[t] <= key;
    bool isLast = t == kOrder - 1 || nodes[current].keys[t + 1] > key;
    if (isAfter && isLast)
      node = nodes[current].below[t];
    __syncthreads();
  }
  if (nodes[node].keys[t] == key)
    found = values[nodes[node].below[t]];
  __syncthreads();
  if (t == 0)
    result[blockIdx.x] = found;
}

__global__ void countRanges(const Node *nodes, int root, int height,
                            const Query *queries, int *result) {
  __shared__ int nodeFirst, nodeLast, first, last;
  int t = threadIdx.x;
  Query query = queries[blockIdx.x];
  if (t == 0) {
    nodeFirst = nodeLast = root;
    first = 0;
    last = -1;
  }
  __syncthreads();
  for (int level = 0; level < height; ++level) {
    const int *keys = nodes[nodeFirst].keys;
    const int *otherKeys = nodes[nodeLast].keys;
    const int *below = nodes[nodeFirst].below;
    const int *otherBelow = nodes[nodeLast].below;
    __syncthreads();
    if ((t == 0 || keys[t] <= query.first) &&
        (t == kOrder - 1 || keys[t + 1] > query.first))
      nodeFirst = below[t];
    if ((t == 0 || otherKeys[t] <= query.last) &&
        (t == kOrder - 1 || otherKeys[t + 1] > query.last))
      nodeLast = otherBelow[t];
    __syncthreads();
  }
  // The last key that is not above each end; the first one counts if it is the
  // end itself.
  const int *keys = nodes[nodeFirst].keys, *otherKeys = nodes[nodeLast].keys;
  if (keys[t] <= query.first && (t == kOrder - 1 || keys[t + 1] > query.first))
    first = nodes[nodeFirst].below[t] + (keys[t] != query.first);
  if (otherKeys[t] <= query.last &&
      (t == kOrder - 1 || otherKeys[t + 1] > query.last))
    last = nodes[nodeLast].below[t];
  __syncthreads();
  if (t == 0)
    result[blockIdx.x] = last - first + 1;
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int queries = problem.queries;
  suite::Device<Node> nodes(problem.nodes);
  suite::Device<int> values(problem.values), wanted(problem.wanted),
      result(2 * queries);
  suite::Device<Query> ranges(problem.ranges);
  program.measure("cuda", [&] {
    findValues<<<queries, kOrder>>>(nodes, problem.root, problem.height, values,
                                    wanted, result);
    countRanges<<<queries, kOrder>>>(nodes, problem.root, problem.height,
                                     ranges, result + queries);
    suite::wait();
  });
  program.result("cuda", result.read());
}
