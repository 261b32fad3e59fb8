// Each thread sums its part, and then starts from the sum of the parts before.
// directives: parts

#include "problem.h"

#include <omp.h>

/// The sum of all parts before a thread's own; all threads call it.
static int sumBefore(const int *in, int begin, int end,
                     std::vector<int> &sums) {
  int thread = omp_get_thread_num(), sum = 0;
#pragma omp simd reduction(+ : sum)
  for (int i = begin; i < end; ++i)
    sum += in[i];
  sums[thread + 1] = sum;
#pragma omp barrier
#pragma omp single
  for (int i = 0; i < omp_get_num_threads(); ++i)
    sums[i + 1] += sums[i];
  return sums[thread];
}

static void parts(const int *in, int *out, int n) {
  std::vector<int> sums(omp_get_max_threads() + 1);
#pragma omp parallel
  {
    int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    int begin = int(int64_t(n) * thread / threads);
    int end = int(int64_t(n) * (thread + 1) / threads);
    int sum = sumBefore(in, begin, end, sums);
    for (int i = begin; i < end; ++i) {
      out[i] = sum;
      sum += in[i];
    }
  }
}

/// As above, with vectors: a scan in registers within each 16 numbers.
static void vectors(const int *in, int *out, int n) {
  const int kLanes = 16;
  std::vector<int> sums(omp_get_max_threads() + 1);
#pragma omp parallel
  {
    int thread = omp_get_thread_num(), threads = omp_get_num_threads();
    int begin = int(int64_t(n) * thread / threads);
    int end = int(int64_t(n) * (thread + 1) / threads);
    int sum = sumBefore(in, begin, end, sums);
    int i = begin;
    typedef int Vector __attribute__((vector_size(kLanes * sizeof(int))));
    const Vector zero = {};
    for (; i + kLanes <= end; i += kLanes) {
      Vector own, all;
      memcpy(&own, in + i, sizeof(own));
      all = own;
      all += __builtin_shufflevector(zero, all, 0, 16, 17, 18, 19, 20, 21, 22,
                                     23, 24, 25, 26, 27, 28, 29, 30);
      all += __builtin_shufflevector(zero, all, 0, 0, 16, 17, 18, 19, 20, 21,
                                     22, 23, 24, 25, 26, 27, 28, 29);
      all += __builtin_shufflevector(zero, all, 0, 0, 0, 0, 16, 17, 18, 19, 20,
                                     21, 22, 23, 24, 25, 26, 27);
      all += __builtin_shufflevector(zero, all, 0, 0, 0, 0, 0, 0, 0, 0, 16, 17,
                                     18, 19, 20, 21, 22, 23);
      Vector before = all - own + sum;
      memcpy(out + i, &before, sizeof(before));
      sum += all[kLanes - 1];
    }
    for (; i < end; ++i) {
      out[i] = sum;
      sum += in[i];
    }
  }
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<int> result(problem.n);
  const struct {
    const char *name;
    void (*function)(const int *, int *, int);
  } variants[] = {{"parts", parts}, {"vectors", vectors}};
  for (auto variant : variants) {
    program.measure(variant.name, [&] {
      variant.function(problem.values.data(), result.data(), problem.n);
    });
    program.result(variant.name, result);
  }
}
