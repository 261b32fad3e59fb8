//===- problem.h - Nearest neighbours -------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The records of storms that are nearest to some places.
// tolerance: 1e-5
//
//===----------------------------------------------------------------------===//

#include "../program.h"

#include <algorithm>

constexpr int kNeighbours = 10;

struct Place {
  float latitude, longitude;
};

struct Neighbour {
  float distance;
  int record;

  bool operator<(const Neighbour &other) const {
    return distance < other.distance;
  }
};

struct Problem {
  int n;
  std::vector<Place> records, targets;

  explicit Problem(const suite::Program &program)
      : n(program.size(2'000'000, 10'007)), records(n),
        targets(program.size(20, 3)) {
    suite::Random random;
    for (Place &place : records)
      place = {random.between(7, 60), random.between(-180, 180)};
    for (Place &place : targets)
      place = {random.between(7, 60), random.between(-180, 180)};
  }

  /// Distances of the neighbours that were found, from the places themselves.
  void distances(const Neighbour *nearest, int target,
                 std::vector<double> &result) const {
    for (int k = 0; k < kNeighbours; ++k) {
      const Place &place = records[nearest[k].record];
      result.push_back(hypot(place.latitude - targets[target].latitude,
                             place.longitude - targets[target].longitude));
    }
  }
};

/// The nearest records of those that were shown, in order.
class Nearest {
public:
  Nearest() { std::fill(list, list + kNeighbours, Neighbour{INFINITY, -1}); }

  float farthest() const { return list[kNeighbours - 1].distance; }
  void show(float distance, int record) {
    int k = kNeighbours - 1;
    if (!(distance < list[k].distance))
      return;
    for (; k > 0 && distance < list[k - 1].distance; --k)
      list[k] = list[k - 1];
    list[k] = {distance, record};
  }
  const Neighbour *get() const { return list; }

private:
  Neighbour list[kNeighbours];
};
