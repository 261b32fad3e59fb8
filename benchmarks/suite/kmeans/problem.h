//===- problem.h - Clusters of points -------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lloyd's iterations: points go to the nearest centre, centres to the mean of
// their points.
// tolerance: 1e-3
//
//===----------------------------------------------------------------------===//

#include "../program.h"

constexpr int kFeatures = 34, kClusters = 5;

struct Problem {
  int n, iterations;
  std::vector<float> features; // A row for each point.
  std::vector<float> centres;  // The first ones.

  explicit Problem(const suite::Program &program)
      : n(program.size(100'000, 1'237)), iterations(program.size(10, 4)),
        features(size_t(n) * kFeatures) {
    suite::Random random;
    float middle[kClusters][kFeatures];
    for (auto &cluster : middle)
      for (float &value : cluster)
        value = random.between(-1.0f, 1.0f);
    for (int i = 0; i < n; ++i)
      for (int f = 0; f < kFeatures; ++f)
        features[size_t(i) * kFeatures + f] =
            middle[i % kClusters][f] + random.between(-1.5f, 1.5f);
    centres.assign(features.begin(), features.begin() + kClusters * kFeatures);
  }

  /// The same features, with a row for each feature.
  std::vector<float> transposed() const {
    std::vector<float> result(features.size());
    for (int i = 0; i < n; ++i)
      for (int f = 0; f < kFeatures; ++f)
        result[size_t(f) * n + i] = features[size_t(i) * kFeatures + f];
    return result;
  }
};

/// The next centres from the sums and numbers of their points.
inline void moveCentres(float *centres, const float *sums, const int *counts) {
  for (int c = 0; c < kClusters; ++c)
    if (counts[c] > 0)
      for (int f = 0; f < kFeatures; ++f)
        centres[c * kFeatures + f] = sums[c * kFeatures + f] / counts[c];
}
