//===- problem.h - Gains of new centres -----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Facility location by local search: would the total cost fall if a candidate
// became a centre? Points that are nearer to it move there, and centres that
// lose too much are closed. Coordinates are small whole numbers and so all sums
// exact.
// tolerance: 0
//
//===----------------------------------------------------------------------===//

#include "../program.h"

#include <algorithm>

constexpr int kDimension = 64, kMaxCentres = 64;

struct Problem {
  int n;
  double openCost;
  std::vector<float> points; // A row for each point.
  std::vector<int> candidates;

  explicit Problem(const suite::Program &program)
      : n(program.size(16'384, 1'003)), openCost(n * 3.0),
        points(size_t(n) * kDimension), candidates(program.size(150, 20)) {
    suite::Random random;
    constexpr int kGroups = 12;
    int middle[kGroups][kDimension];
    for (auto &group : middle)
      for (int &value : group)
        value = random.below(13);
    for (int i = 0; i < n; ++i) {
      int group = random.below(kGroups);
      for (int d = 0; d < kDimension; ++d)
        points[size_t(i) * kDimension + d] =
            middle[group][d] + int(random.below(4));
    }
    for (int &candidate : candidates)
      candidate = random.below(n);
  }

  /// The same coordinates, with a row for each dimension.
  std::vector<float> transposed() const {
    std::vector<float> result(points.size());
    for (int i = 0; i < n; ++i)
      for (int d = 0; d < kDimension; ++d)
        result[size_t(d) * n + i] = points[size_t(i) * kDimension + d];
    return result;
  }
};

/// The centres that are open. They have slots in the tables of sums.
struct Centres {
  std::vector<int> slots; // The point of each slot, or -1.
  double cost = 0;        // Of the points alone.

  Centres() : slots(kMaxCentres, -1) { slots[0] = 0; }

  /// The slot for another centre, or -1.
  int freeSlot() const {
    for (int s = 0; s < kMaxCentres; ++s)
      if (slots[s] < 0)
        return s;
    return -1;
  }
  int count() const {
    return kMaxCentres - std::count(slots.begin(), slots.end(), -1);
  }

  /// Decides on a candidate. `saved` is the (negative) change of the cost of
  /// the points that are nearer to it, `lower[s]` what it would cost to move
  /// the other points of centre s there too. Returns whether to open it, and
  /// which centres to close.
  bool decide(double openCost, double saved, const double *lower,
              std::vector<int> &close) const {
    close.assign(kMaxCentres, 0);
    double change = openCost + saved;
    for (int s = 0; s < kMaxCentres; ++s)
      if (slots[s] >= 0 && lower[s] < openCost) {
        close[s] = 1;
        change += lower[s] - openCost;
      }
    return change < 0;
  }

  /// What the programs give as their result.
  std::vector<double> result(const std::vector<float> &costs) const {
    double sum = 0;
    for (float value : costs)
      sum += value;
    return {sum, double(count())};
  }
};
