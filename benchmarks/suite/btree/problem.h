//===- problem.h - Search in a B+ tree ------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Queries of a B+ tree: the value of a key, and the number of keys in a range.
// tolerance: 0
//
//===----------------------------------------------------------------------===//

#include "../program.h"

#include <algorithm>

constexpr int kOrder = 256; // Keys of a node.

/// In an inner node, child i has the keys from keys[i] on. In a leaf, below[i]
/// is the position of keys[i] among all keys. What is not used has the largest
/// key.
struct Node {
  int keys[kOrder];
  int below[kOrder];
};

struct Query {
  int first, last;
};

struct Problem {
  int n, queries, height; // The height is without the leaves.
  std::vector<Node> nodes;
  int root;
  std::vector<int> values;
  std::vector<int> wanted;
  std::vector<Query> ranges;

  explicit Problem(const suite::Program &program)
      : n(program.size(1'000'000, 70'003)),
        queries(program.size(100'000, 1'009)), values(n) {
    suite::Random random;
    std::vector<int> keys(n);
    int key = 0;
    for (int i = 0; i < n; ++i) {
      keys[i] = key += 1 + random.below(3);
      values[i] = random.below(1 << 20);
    }
    // Leaves, then one level after the other.
    std::vector<int> level, least;
    auto add = [&](const int *keys, const int *below, int count) {
      level.push_back(nodes.size());
      least.push_back(keys[0]);
      nodes.emplace_back();
      for (int i = 0; i < kOrder; ++i) {
        nodes.back().keys[i] = i < count ? keys[i] : INT32_MAX;
        nodes.back().below[i] = i < count ? below[i] : -1;
      }
    };
    std::vector<int> below(n);
    for (int i = 0; i < n; ++i)
      below[i] = i;
    for (height = -1; height < 0 || below.size() > 1; ++height) {
      level.clear(), least.clear();
      // Nodes are not full, as in a tree that grew.
      int step = kOrder * 3 / 4;
      for (size_t i = 0; i < keys.size(); i += step)
        add(&keys[i], &below[i], std::min<size_t>(step, keys.size() - i));
      keys = least, below = level;
    }
    root = level[0];
    for (int i = 0; i < queries; ++i) {
      wanted.push_back(1 + random.below(key));
      int first = 1 + random.below(key);
      ranges.push_back({first, first + int(random.below(100'000))});
    }
  }
};
