// Buckets one after the other.

#include "problem.h"

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int n = problem.n, buckets = problem.buckets;
  std::vector<float> bounds = makeBounds(problem.values, buckets), out(n);
  program.measure("serial", [&] {
    std::vector<int> bucket(n), ends(buckets + 1);
    for (int i = 0; i < n; ++i) {
      bucket[i] = bucketOf(problem.values[i], bounds.data(), buckets);
      ++ends[bucket[i] + 1];
    }
    for (int b = 0; b < buckets; ++b)
      ends[b + 1] += ends[b];
    std::vector<int> next(ends.begin(), ends.end());
    for (int i = 0; i < n; ++i)
      out[next[bucket[i]]++] = problem.values[i];
    for (int b = 0; b < buckets; ++b)
      std::sort(&out[ends[b]], &out[ends[b]] + (ends[b + 1] - ends[b]));
  });
  program.result("serial", out);
}
