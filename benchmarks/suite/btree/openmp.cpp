// Queries with threads; in a node a binary search without branches, or all
// keys compared with vectors.
// directives: binary, counting

#include "problem.h"

struct Found {
  int position;
  bool isEqual;
};

template <typename Search>
static Found find(const Problem &problem, int key, Search search) {
  const Node *node = &problem.nodes[problem.root];
  for (int level = 0;; ++level) {
    int i = search(node->keys, key) - 1;
    if (level == problem.height)
      return i < 0 ? Found{-1, false}
                   : Found{node->below[i], node->keys[i] == key};
    node = &problem.nodes[node->below[i < 0 ? 0 : i]];
  }
}

/// The number of keys that are not above `key`.
static int binary(const int *keys, int key) {
  const int *base = keys;
  for (int half = kOrder / 2; half > 0; half /= 2)
    base = base[half - 1] <= key ? base + half : base;
  return int(base - keys) + (*base <= key);
}

static int counting(const int *keys, int key) {
  int count = 0;
#pragma omp simd reduction(+ : count)
  for (int i = 0; i < kOrder; ++i)
    count += keys[i] <= key;
  return count;
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<int> result(2 * problem.queries);
  auto run = [&](const char *name, auto search) {
    program.measure(name, [&] {
#pragma omp parallel
      {
#pragma omp for schedule(static) nowait
        for (int q = 0; q < problem.queries; ++q) {
          Found found = find(problem, problem.wanted[q], search);
          result[q] = found.isEqual ? problem.values[found.position] : -1;
        }
#pragma omp for schedule(static)
        for (int q = 0; q < problem.queries; ++q) {
          Found first = find(problem, problem.ranges[q].first, search);
          Found last = find(problem, problem.ranges[q].last, search);
          result[problem.queries + q] =
              last.position - first.position + first.isEqual;
        }
      }
    });
    program.result(name, result);
  };
  run("binary", [](const int *keys, int key) { return binary(keys, key); });
  run("counting", [](const int *keys, int key) { return counting(keys, key); });
}
