//===- problem.h - Sorting in buckets -------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers go into buckets by their size, and each bucket is sorted by itself.
// tolerance: 0
//
//===----------------------------------------------------------------------===//

#include "../program.h"

#include <algorithm>

#ifdef __CUDACC__
#define BOTH __host__ __device__
#else
#define BOTH
#endif

constexpr int kBucketLimit = 1024; // What fits into a block of threads.

struct Problem {
  int n, buckets;
  std::vector<float> values; // From 0 to 1, and more small ones than large.

  explicit Problem(const suite::Program &program)
      : n(program.size(1'000'000, 20'011)), buckets(program.size(2048, 61)),
        values(n) {
    suite::Random random;
    for (float &value : values)
      value = random.uniform() * random.uniform();
  }
};

/// The bounds of buckets with about as many values each, from a sample.
inline std::vector<float> makeBounds(const std::vector<float> &values,
                                     int buckets) {
  int each = std::max<int>(1, std::min<size_t>(32, values.size() / buckets));
  std::vector<float> sample;
  size_t step = values.size() / (size_t(each) * buckets);
  for (size_t i = 0; i < size_t(each) * buckets; ++i)
    sample.push_back(values[i * step]);
  std::sort(sample.begin(), sample.end());
  std::vector<float> bounds;
  for (int b = 1; b < buckets; ++b)
    bounds.push_back(sample[size_t(b) * each]);
  return bounds;
}

/// The bucket of a value: how many bounds are not above it.
BOTH inline int bucketOf(float value, const float *bounds, int buckets) {
  int low = 0, high = buckets - 1;
  while (low < high) {
    int middle = (low + high) / 2;
    if (bounds[middle] <= value)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}
