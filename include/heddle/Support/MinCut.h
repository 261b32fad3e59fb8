//===- MinCut.h - Minimum cut of a graph ------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Nodes are integers from 0. Uses Dinic's algorithm: flow is sent along
// shortest paths until none is left; the nodes that the source still reaches
// are its side of the cut. The result depends only on the graph.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_MINCUT_H
#define HEDDLE_SUPPORT_MINCUT_H

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

namespace heddle {

class MinCut {
public:
  /// The capacity of edges that must not be cut.
  static constexpr int64_t unlimited = std::numeric_limits<int64_t>::max() / 4;

  unsigned addNode() {
    edgesOf.emplace_back();
    return edgesOf.size() - 1;
  }

  void addEdge(unsigned from, unsigned to, int64_t cost) {
    edgesOf[from].push_back(edges.size());
    edges.push_back({to, cost});
    edgesOf[to].push_back(edges.size());
    edges.push_back({from, 0});
  }

  /// The minimum cost of cutting all edges from the source's side to the
  /// sink's. At `unlimited` or more there is no cut.
  int64_t solve(unsigned source, unsigned sink) {
    int64_t total = 0;
    while (total < unlimited && findDistances(source, sink)) {
      next.assign(edgesOf.size(), 0);
      while (int64_t sent = send(source, sink, unlimited))
        total += sent;
    }
    return total;
  }

  /// After `solve`: whether a node is on the sink's side. Of several minimum
  /// cuts, this is the one nearest to the source.
  bool isBehind(unsigned node) const { return distance[node] < 0; }

private:
  struct Edge {
    unsigned to;
    int64_t left;
  };

  bool findDistances(unsigned source, unsigned sink) {
    distance.assign(edgesOf.size(), -1);
    distance[source] = 0;
    std::vector<unsigned> queue = {source};
    for (size_t i = 0; i < queue.size(); ++i)
      for (unsigned edge : edgesOf[queue[i]])
        if (edges[edge].left > 0 && distance[edges[edge].to] < 0) {
          distance[edges[edge].to] = distance[queue[i]] + 1;
          queue.push_back(edges[edge].to);
        }
    return distance[sink] >= 0;
  }

  /// Sends flow along one shortest path.
  int64_t send(unsigned node, unsigned sink, int64_t most) {
    if (node == sink)
      return most;
    for (size_t &i = next[node]; i < edgesOf[node].size(); ++i) {
      unsigned number = edgesOf[node][i];
      unsigned to = edges[number].to;
      if (edges[number].left == 0 || distance[to] != distance[node] + 1)
        continue;
      if (int64_t sent = send(to, sink, std::min(most, edges[number].left))) {
        edges[number].left -= sent;
        edges[number ^ 1].left += sent;
        return sent;
      }
    }
    return 0;
  }

  std::vector<Edge> edges; ///< Each is followed by its reverse.
  std::vector<std::vector<unsigned>> edgesOf;
  std::vector<int> distance;
  std::vector<size_t> next;
};

} // namespace heddle

#endif // HEDDLE_SUPPORT_MINCUT_H
