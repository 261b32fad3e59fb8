//===- problem.h - How far all nodes are from the first -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Breadth-first search in a graph of random edges; nodes that are not reached
// have the distance -1.
// tolerance: 0
//
//===----------------------------------------------------------------------===//

#include "../program.h"

struct Problem {
  int nodes;
  /// Where the edges of each node begin, and where they lead.
  std::vector<int> begins, edges;

  explicit Problem(const suite::Program &program)
      : nodes(program.size(1'000'000, 10'007)), begins(nodes + 1) {
    suite::Random random;
    edges.reserve(size_t(nodes) * 6);
    for (int node = 0; node < nodes; ++node) {
      for (int i = 2 + random.below(9); i > 0; --i)
        edges.push_back(random.below(nodes));
      begins[node + 1] = int(edges.size());
    }
  }
};
