// Levels of a graph's vertices, from the first one, a launch for each level:
// all vertices that look at themselves, or queues with a thread, eight lanes or
// a warp for each vertex.

#include "styles.h"

#include <cooperative_groups.h>

namespace cg = cooperative_groups;

void host(const int *begins, const int *neighbours, int *levels, int n);

struct Graph {
  const int *begins, *neighbours;
  int n;
};

struct Queue {
  int *vertices, *count;
};

__global__ void vertices(Graph graph, int *levels, int level, int *changed) {
  int vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex < graph.n && levels[vertex] == level)
    for (int k = graph.begins[vertex]; k < graph.begins[vertex + 1]; ++k)
      if (levels[graph.neighbours[k]] < 0) {
        levels[graph.neighbours[k]] = level + 1;
        *changed = 1;
      }
}

// With masks, and a second kernel that makes the new mask the old one.
__global__ void expandMask(Graph graph, bool *mask, bool *updated,
                           const bool *visited, int *levels) {
  int vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex < graph.n && mask[vertex]) {
    mask[vertex] = false;
    for (int k = graph.begins[vertex], end = graph.begins[vertex + 1]; k < end;
         k++) {
      int other = graph.neighbours[k];
      if (!visited[other]) {
        levels[other] = levels[vertex] + 1;
        updated[other] = true;
      }
    }
  }
}

__global__ void updateMask(bool *mask, bool *updated, bool *visited,
                           int *changed, int n) {
  int vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex < n && updated[vertex]) {
    mask[vertex] = true;
    visited[vertex] = true;
    *changed = 1;
    updated[vertex] = false;
  }
}

// A vertex that has no level looks for a neighbour of the last one.
__global__ void pull(Graph graph, int *levels, int level, int *changed) {
  int vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex >= graph.n || levels[vertex] >= 0)
    return;
  for (int k = graph.begins[vertex]; k < graph.begins[vertex + 1]; ++k)
    if (levels[graph.neighbours[k]] == level) {
      levels[vertex] = level + 1;
      *changed = 1;
      break;
    }
}

__global__ void edges(const int *sources, const int *targets, int *levels,
                      int level, int *changed, int count) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k < count && levels[sources[k]] == level && levels[targets[k]] < 0) {
    levels[targets[k]] = level + 1;
    *changed = 1;
  }
}

__device__ inline bool claim(int *levels, int vertex, int level) {
  return levels[vertex] < 0 && atomicCAS(&levels[vertex], -1, level) < 0;
}

__global__ void queueThread(Graph graph, Queue from, Queue to, int count,
                            int *levels, int level) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < count) {
    int vertex = from.vertices[t];
    for (int k = graph.begins[vertex]; k < graph.begins[vertex + 1]; ++k) {
      int other = graph.neighbours[k];
      if (atomicCAS(&levels[other], -1, level) == -1)
        to.vertices[atomicAdd(to.count, 1)] = other;
    }
  }
}

__global__ void queueStride(Graph graph, Queue from, Queue to, size_t count,
                            int *levels, int level) {
  size_t stride = size_t(blockDim.x) * gridDim.x;
  for (size_t t = size_t(blockIdx.x) * blockDim.x + threadIdx.x; t < count;
       t += stride) {
    const int *p = graph.neighbours + graph.begins[from.vertices[t]];
    const int *end = graph.neighbours + graph.begins[from.vertices[t] + 1];
    for (; p < end; ++p)
      if (claim(levels, *p, level))
        to.vertices[atomicAdd(to.count, 1)] = *p;
  }
}

template <int kLanes>
__global__ void queueLanes(Graph graph, Queue from, Queue to, int count,
                           int *levels, int level) {
  int t = (blockIdx.x * blockDim.x + threadIdx.x) / kLanes,
      lane = threadIdx.x % kLanes;
  if (t >= count)
    return;
  int vertex = from.vertices[t];
  for (int k = graph.begins[vertex] + lane; k < graph.begins[vertex + 1];
       k += kLanes)
    if (claim(levels, graph.neighbours[k], level))
      to.vertices[atomicAdd(to.count, 1)] = graph.neighbours[k];
}

__global__ void queueWarp2D(Graph graph, Queue from, Queue to, int count,
                            int *levels, int level) {
  for (int t = blockIdx.x * blockDim.y + threadIdx.y; t < count;
       t += gridDim.x * blockDim.y) {
    int vertex = from.vertices[t], end = graph.begins[vertex + 1];
    for (int k = graph.begins[vertex] + threadIdx.x; k < end; k += 32) {
      int other = graph.neighbours[k];
      if (claim(levels, other, level))
        to.vertices[atomicAdd(to.count, 1)] = other;
    }
  }
}

// The block collects in shared memory, and what does not fit there at once in
// global memory.
__global__ void queueBlock(Graph graph, Queue from, Queue to, int count,
                           int *levels, int level) {
  const int kCapacity = 1024;
  __shared__ int found[kCapacity], foundCount, first;
  if (threadIdx.x == 0)
    foundCount = 0;
  __syncthreads();
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < count) {
    int vertex = from.vertices[t];
    for (int k = graph.begins[vertex]; k < graph.begins[vertex + 1]; ++k) {
      int other = graph.neighbours[k];
      if (claim(levels, other, level)) {
        int place = atomicAdd(&foundCount, 1);
        if (place < kCapacity)
          found[place] = other;
        else
          to.vertices[atomicAdd(to.count, 1)] = other;
      }
    }
  }
  __syncthreads();
  int fits = min(foundCount, kCapacity);
  if (threadIdx.x == 0)
    first = atomicAdd(to.count, fits);
  __syncthreads();
  for (int i = threadIdx.x; i < fits; i += blockDim.x)
    to.vertices[first + i] = found[i];
}

// One lane counts for all that found a vertex.
__global__ void queueBallot(Graph graph, Queue from, Queue to, int count,
                            int *levels, int level) {
  int t = blockIdx.x * blockDim.x + threadIdx.x, lane = threadIdx.x % 32;
  int k = 0, end = 0;
  if (t < count) {
    k = graph.begins[from.vertices[t]];
    end = graph.begins[from.vertices[t] + 1];
  }
  while (__any_sync(0xffffffff, k < end)) {
    int other = k < end ? graph.neighbours[k] : -1;
    bool isNew = other >= 0 && claim(levels, other, level);
    unsigned votes = __ballot_sync(0xffffffff, isNew);
    if (votes) {
      int leader = __ffs(votes) - 1, first = 0;
      if (lane == leader)
        first = atomicAdd(to.count, __popc(votes));
      first = __shfl_sync(0xffffffff, first, leader);
      if (isNew)
        to.vertices[first + __popc(votes & ((1u << lane) - 1))] = other;
    }
    ++k;
  }
}

__global__ void queueGroup(Graph graph, Queue from, Queue to, int count,
                           int *levels, int level) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= count)
    return;
  int vertex = from.vertices[t];
  for (int k = graph.begins[vertex]; k < graph.begins[vertex + 1]; ++k) {
    int other = graph.neighbours[k];
    if (claim(levels, other, level)) {
      auto group = cg::coalesced_threads();
      int first = 0;
      if (group.thread_rank() == 0)
        first = atomicAdd(to.count, int(group.size()));
      to.vertices[group.shfl(first, 0) + group.thread_rank()] = other;
    }
  }
}

// A bit for each vertex says whether it was found.
__global__ void queueBits(Graph graph, Queue from, Queue to, int count,
                          int *levels, int level, unsigned *bits) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= count)
    return;
  int vertex = from.vertices[t];
  for (int k = graph.begins[vertex]; k < graph.begins[vertex + 1]; ++k) {
    int other = graph.neighbours[k];
    unsigned bit = 1u << (other & 31);
    if (!(bits[other >> 5] & bit) &&
        !(atomicOr(&bits[other >> 5], bit) & bit)) {
      levels[other] = level;
      to.vertices[atomicAdd(to.count, 1)] = other;
    }
  }
}

int main(int argc, char **argv) {
  styles::Set set(argc, argv);
  int n = set.size(1 << 16, 500);
  std::vector<std::vector<int>> lists(n);
  suite::Random random;
  for (int k = 0; k < 4 * n; ++k) {
    int a = random.below(n), b = random.below(n);
    lists[a].push_back(b);
    lists[b].push_back(a);
  }
  std::vector<int> firsts{0}, all, from;
  for (int vertex = 0; vertex < n; ++vertex) {
    all.insert(all.end(), lists[vertex].begin(), lists[vertex].end());
    from.resize(all.size(), vertex);
    firsts.push_back(all.size());
  }
  styles::Array<int> begins(firsts), neighbours(all), sources(from), levels(n);
  set.host(levels, 0,
           [&] { host(begins.host, neighbours.host, levels.host, n); });

  suite::Device<int> flag(1), vertexA(n), vertexB(n), countA(1), countB(1);
  suite::Device<bool> mask(n), updated(n), visited(n);
  suite::Device<unsigned> bits(n / 32 + 1);
  Graph graph{begins, neighbours, n};
  auto read = [](const int *value) {
    int result;
    styles::check(
        cudaMemcpy(&result, value, sizeof result, cudaMemcpyDeviceToHost));
    return result;
  };
  // Until no vertex is found: `launch(level)`.
  auto untilSame = [&](auto launch) {
    cudaMemset(levels, 0xff, levels.bytes());
    cudaMemset(levels, 0, sizeof(int));
    int level = 0;
    do {
      cudaMemset(flag, 0, sizeof(int));
      launch(level++);
    } while (read(flag));
  };
  // Until the queue is empty: `launch(from, to, count, level)`.
  auto withQueues = [&](auto launch) {
    Queue now{vertexA, countA}, next{vertexB, countB};
    cudaMemset(levels, 0xff, levels.bytes());
    cudaMemset(levels, 0, sizeof(int));
    cudaMemset(now.vertices, 0, sizeof(int));
    int count = 1;
    for (int level = 1; count > 0; ++level) {
      cudaMemset(next.count, 0, sizeof(int));
      launch(now, next, count, level);
      count = read(next.count);
      std::swap(now, next);
    }
  };
  int blocks = styles::ceilDiv(n, 256);
  set.style("vertices", [&] {
    untilSame([&](int level) {
      vertices<<<blocks, 256>>>(graph, levels, level, flag);
    });
  });
  set.style("masks", [&] {
    for (bool *values : {mask.operator bool *(), updated.operator bool *(),
                         visited.operator bool *()})
      cudaMemset(values, 0, n);
    cudaMemset(mask, 1, 1);
    cudaMemset(visited, 1, 1);
    untilSame([&](int) {
      expandMask<<<blocks, 256>>>(graph, mask, updated, visited, levels);
      updateMask<<<blocks, 256>>>(mask, updated, visited, flag, n);
    });
  });
  set.style("pull", [&] {
    untilSame(
        [&](int level) { pull<<<blocks, 256>>>(graph, levels, level, flag); });
  });
  int edgeCount = all.size();
  set.style("edges", [&] {
    untilSame([&](int level) {
      edges<<<styles::ceilDiv(edgeCount, 256), 256>>>(
          sources, neighbours, levels, level, flag, edgeCount);
    });
  });
  set.style("queueThread", [&] {
    withQueues([&](Queue from, Queue to, int count, int level) {
      queueThread<<<styles::ceilDiv(count, 128), 128>>>(graph, from, to, count,
                                                        levels, level);
    });
  });
  set.style("queueStride", [&] {
    withQueues([&](Queue from, Queue to, int count, int level) {
      queueStride<<<16, 128>>>(graph, from, to, count, levels, level);
    });
  });
  set.style("queueEight", [&] {
    withQueues([&](Queue from, Queue to, int count, int level) {
      queueLanes<8><<<styles::ceilDiv(count, 16), 128>>>(graph, from, to, count,
                                                         levels, level);
    });
  });
  set.style("queueWarp", [&] {
    withQueues([&](Queue from, Queue to, int count, int level) {
      queueLanes<32><<<styles::ceilDiv(count, 4), 128>>>(graph, from, to, count,
                                                         levels, level);
    });
  });
  set.style("queueWarp2D", [&] {
    withQueues([&](Queue from, Queue to, int count, int level) {
      queueWarp2D<<<64, dim3(32, 4)>>>(graph, from, to, count, levels, level);
    });
  });
  set.style("queueBlock", [&] {
    withQueues([&](Queue from, Queue to, int count, int level) {
      queueBlock<<<styles::ceilDiv(count, 128), 128>>>(graph, from, to, count,
                                                       levels, level);
    });
  });
  set.style("queueBallot", [&] {
    withQueues([&](Queue from, Queue to, int count, int level) {
      queueBallot<<<styles::ceilDiv(count, 128), 128>>>(graph, from, to, count,
                                                        levels, level);
    });
  });
  set.style("queueGroup", [&] {
    withQueues([&](Queue from, Queue to, int count, int level) {
      queueGroup<<<styles::ceilDiv(count, 128), 128>>>(graph, from, to, count,
                                                       levels, level);
    });
  });
  set.style("queueBits", [&] {
    bits.clear();
    cudaMemset(bits, 1, 1);
    withQueues([&](Queue from, Queue to, int count, int level) {
      queueBits<<<styles::ceilDiv(count, 128), 128>>>(graph, from, to, count,
                                                      levels, level, bits);
    });
  });
  return set.status();
}
