//===- MinCutTest.cpp - The cheapest way to cut a graph in two ------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Support/MinCut.h"

#include <gtest/gtest.h>
#include <random>

using namespace heddle;

namespace {

struct Edge {
  unsigned from, to;
  int64_t cost;
};

MinCut build(unsigned nodes, const std::vector<Edge> &edges) {
  MinCut cut;
  for (unsigned i = 0; i < nodes; ++i)
    cut.addNode();
  for (const Edge &edge : edges)
    cut.addEdge(edge.from, edge.to, edge.cost);
  return cut;
}

TEST(MinCutTest, CutsThePathWhereItIsCheapest) {
  MinCut cut = build(4, {{0, 1, 5}, {1, 2, 3}, {2, 3, 4}});
  EXPECT_EQ(cut.solve(0, 3), 3);
  EXPECT_FALSE(cut.isBehind(1));
  EXPECT_TRUE(cut.isBehind(2));
}

TEST(MinCutTest, OneCheapPlaceBeforeTwo) {
  // Two values from one: the one is kept.
  MinCut cut =
      build(5, {{0, 1, MinCut::unlimited}, {1, 2, 6}, {2, 3, 4}, {2, 4, 4}});
  unsigned sink = cut.addNode();
  cut.addEdge(3, sink, MinCut::unlimited);
  cut.addEdge(4, sink, MinCut::unlimited);
  EXPECT_EQ(cut.solve(0, sink), 6);
  EXPECT_TRUE(cut.isBehind(2));
}

TEST(MinCutTest, EqualCutsAreMadeNextToTheSource) {
  MinCut cut = build(3, {{0, 1, 2}, {1, 2, 2}});
  EXPECT_EQ(cut.solve(0, 2), 2);
  EXPECT_TRUE(cut.isBehind(1));
}

TEST(MinCutTest, NothingToCut) {
  MinCut cut = build(3, {{0, 1, 2}});
  EXPECT_EQ(cut.solve(0, 2), 0);
  EXPECT_TRUE(cut.isBehind(2));
  EXPECT_FALSE(cut.isBehind(1));
}

TEST(MinCutTest, CannotBeDone) {
  MinCut cut = build(2, {{0, 1, MinCut::unlimited}});
  EXPECT_GE(cut.solve(0, 1), MinCut::unlimited);
}

/// All cuts of small graphs, tried one by one.
TEST(MinCutTest, AsCheapAsTheBestOfAll) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    unsigned nodes = 2 + random() % 7;
    std::vector<Edge> edges;
    for (unsigned i = 0; i < 3 * nodes; ++i)
      edges.push_back({unsigned(random() % nodes), unsigned(random() % nodes),
                       int64_t(random() % 20)});
    auto costOf = [&](auto isBehind) {
      int64_t cost = 0;
      for (const Edge &edge : edges)
        if (!isBehind(edge.from) && isBehind(edge.to))
          cost += edge.cost;
      return cost;
    };
    int64_t best = MinCut::unlimited;
    for (unsigned set = 0; set < 1u << nodes; ++set)
      if (!(set & 1) && (set & 2))
        best = std::min(best,
                        costOf([&](unsigned node) { return set >> node & 1; }));
    MinCut cut = build(nodes, edges);
    EXPECT_EQ(cut.solve(0, 1), best);
    EXPECT_EQ(costOf([&](unsigned node) { return cut.isBehind(node); }), best);
    EXPECT_FALSE(cut.isBehind(0));
    EXPECT_TRUE(cut.isBehind(1));
  }
}

} // namespace
