// Level by level: with marks for the nodes of a level, and with a list of them
// to which each thread adds what it collected.
// directives: marks

#include "problem.h"

static void marks(const Problem &problem, std::vector<int> &distance) {
  int nodes = problem.nodes;
  const int *begins = problem.begins.data(), *edges = problem.edges.data();
  std::vector<uint8_t> current(nodes), next(nodes), visited(nodes);
  distance.assign(nodes, -1);
  distance[0] = 0;
  current[0] = visited[0] = 1;
  for (bool more = true; more;) {
#pragma omp parallel for schedule(dynamic, 4096)
    for (int node = 0; node < nodes; ++node) {
      if (!current[node])
        continue;
      current[node] = 0;
      for (int i = begins[node]; i < begins[node + 1]; ++i)
        if (!visited[edges[i]]) {
          // All that come here write the same.
          distance[edges[i]] = distance[node] + 1;
          next[edges[i]] = 1;
        }
    }
    more = false;
#pragma omp parallel for reduction(|| : more)
    for (int node = 0; node < nodes; ++node)
      if (next[node]) {
        next[node] = 0;
        current[node] = visited[node] = 1;
        more = true;
      }
  }
}

static void lists(const Problem &problem, std::vector<int> &distance) {
  int nodes = problem.nodes;
  const int *begins = problem.begins.data(), *edges = problem.edges.data();
  std::vector<int> current(nodes), next(nodes);
  int size = 1, nextSize = 0;
  distance.assign(nodes, -1);
  distance[0] = 0;
  int *distances = distance.data();
#pragma omp parallel
  {
    const int kOwn = 1024;
    int own[kOwn], count = 0;
    auto flush = [&] {
      int place;
#pragma omp atomic capture
      {
        place = nextSize;
        nextSize += count;
      }
      memcpy(&next[place], own, count * sizeof(int));
      count = 0;
    };
    for (int level = 1; size > 0; ++level) {
#pragma omp for schedule(dynamic, 256) nowait
      for (int n = 0; n < size; ++n) {
        int node = current[n];
        for (int i = begins[node]; i < begins[node + 1]; ++i) {
          int *place = &distances[edges[i]], unknown = -1;
          if (__atomic_load_n(place, __ATOMIC_RELAXED) >= 0 ||
              !__atomic_compare_exchange_n(place, &unknown, level, false,
                                           __ATOMIC_RELAXED, __ATOMIC_RELAXED))
            continue;
          own[count++] = edges[i];
          if (count == kOwn)
            flush();
        }
      }
      flush();
#pragma omp barrier
#pragma omp single
      {
        std::swap(current, next);
        size = nextSize;
        nextSize = 0;
      }
    }
  }
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<int> distance;
  program.measure("marks", [&] { marks(problem, distance); });
  program.result("marks", distance);
  program.measure("lists", [&] { lists(problem, distance); });
  program.result("lists", distance);
}
