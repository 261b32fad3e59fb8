// algorithms_parallel <elements> <repeats> <result prefix>: what algorithms.cu
// computes, by the parallel algorithms of the C++ library on oneTBB.

#include "measure.h"
#include <algorithm>
#include <execution>
#include <numeric>
#include <tbb/global_control.h>

int main(int argc, char **argv) {
  if (argc < 4)
    return 2;
  const char *threads = getenv("OMP_NUM_THREADS");
  tbb::global_control control(tbb::global_control::max_allowed_parallelism,
                              threads ? atoi(threads) : 1);
  const size_t n = atol(argv[1]);
  const int repeats = atoi(argv[2]);
  std::vector<unsigned> keys(n), sorted(n);
  std::vector<int> x(n), y(n);
  for (size_t i = 0; i < n; ++i) {
    keys[i] = unsigned(i) * 2654435761u ^ unsigned(i) * 40503u >> 7;
    x[i] = keys[i] % 8;
  }
  int sum = 0;
  auto parallel = std::execution::par_unseq;
  measure("sort", repeats, [&] {
    std::copy(parallel, keys.begin(), keys.end(), sorted.begin());
    std::sort(parallel, sorted.begin(), sorted.end());
  });
  measure("reduce", repeats,
          [&] { sum = std::reduce(parallel, x.begin(), x.end(), 0); });
  measure("scan", repeats, [&] {
    std::inclusive_scan(parallel, x.begin(), x.end(), y.begin());
  });

  std::vector<float> result = {float(sum), float(y[n - 1])};
  for (size_t i = 0; i < n; i += n / 1000 + 1)
    result.push_back(float(sorted[i]));
  writeResult(argv[3], "parallel", result);
}
