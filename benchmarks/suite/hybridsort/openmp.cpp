// Each thread counts and moves its own part of the values; buckets are sorted
// with threads. The other variant merges sorted halves instead.
// directives: buckets

#include "problem.h"

#include <omp.h>

/// Like bucketOf, but with a number of steps that is known, and no branches.
static int bucketWithoutBranches(float value, const float *bounds,
                                 int buckets) {
  const float *base = bounds;
  int count = buckets - 1;
  while (count > 1) {
    int half = count / 2;
    base = base[half - 1] <= value ? base + half : base;
    count -= half;
  }
  return int(base - bounds) + (count > 0 && *base <= value);
}

static void inBuckets(const Problem &problem, const std::vector<float> &bounds,
                      std::vector<float> &out) {
  int n = problem.n, buckets = problem.buckets;
  int most = omp_get_max_threads();
  std::vector<int> bucket(n), places(size_t(most) * buckets), ends(buckets + 1);
#pragma omp parallel
  {
    int threads = omp_get_num_threads();
    int *own = &places[size_t(omp_get_thread_num()) * buckets];
#pragma omp for schedule(static)
    for (int i = 0; i < n; ++i)
      bucket[i] =
          bucketWithoutBranches(problem.values[i], bounds.data(), buckets);
#pragma omp for schedule(static)
    for (int i = 0; i < n; ++i)
      ++own[bucket[i]];
#pragma omp single
    {
      int sum = 0;
      for (int b = 0; b < buckets; ++b) {
        for (int t = 0; t < threads; ++t) {
          int count = places[size_t(t) * buckets + b];
          places[size_t(t) * buckets + b] = sum;
          sum += count;
        }
        ends[b + 1] = sum;
      }
    }
#pragma omp for schedule(static)
    for (int i = 0; i < n; ++i)
      out[own[bucket[i]]++] = problem.values[i];
#pragma omp for schedule(dynamic, 16)
    for (int b = 0; b < buckets; ++b)
      std::sort(&out[ends[b]], &out[ends[b]] + (ends[b + 1] - ends[b]));
  }
}

static void mergeSort(float *values, float *other, int n) {
  if (n <= 1 << 14) {
    std::sort(values, values + n);
    return;
  }
  int half = n / 2;
#pragma omp task
  mergeSort(values, other, half);
  mergeSort(values + half, other + half, n - half);
#pragma omp taskwait
  std::merge(values, values + half, values + half, values + n, other);
  std::copy(other, other + n, values);
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<float> bounds = makeBounds(problem.values, problem.buckets);
  std::vector<float> out(problem.n), other(problem.n);
  program.measure("buckets", [&] { inBuckets(problem, bounds, out); });
  program.result("buckets", out);
  program.measure("merge", [&] {
    out = problem.values;
#pragma omp parallel
#pragma omp single
    mergeSort(out.data(), other.data(), problem.n);
  });
  program.result("merge", out);
}
