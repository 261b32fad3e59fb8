// One query after the other, with a binary search in each node.

#include "problem.h"

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  // The position of the last key that is not above `key`, or -1.
  auto position = [&](int key, bool &isEqual) {
    int node = problem.root;
    for (int level = 0;; ++level) {
      const Node &n = problem.nodes[node];
      int i = std::upper_bound(n.keys, n.keys + kOrder, key) - n.keys - 1;
      isEqual = i >= 0 && n.keys[i] == key;
      if (level == problem.height)
        return i < 0 ? -1 : n.below[i];
      node = n.below[i < 0 ? 0 : i];
    }
  };
  std::vector<int> result(2 * problem.queries);
  program.measure("serial", [&] {
    for (int q = 0; q < problem.queries; ++q) {
      bool isEqual;
      int at = position(problem.wanted[q], isEqual);
      result[q] = isEqual ? problem.values[at] : -1;
    }
    for (int q = 0; q < problem.queries; ++q) {
      bool isEqual;
      int first = position(problem.ranges[q].first, isEqual);
      if (!isEqual)
        ++first;
      int last = position(problem.ranges[q].last, isEqual);
      result[problem.queries + q] = last - first + 1;
    }
  });
  program.result("serial", result);
}
