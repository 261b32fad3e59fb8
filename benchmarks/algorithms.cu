// algorithms <elements> <repeats> <result prefix>: Thrust's sort, reduction and
// scan of integers in device memory.

#include "measure.h"
#include <thrust/copy.h>
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/scan.h>
#include <thrust/sort.h>

int main(int argc, char **argv) {
  if (argc < 4)
    return 2;
  const size_t n = atol(argv[1]);
  const int repeats = atoi(argv[2]);
  std::vector<unsigned> keys(n);
  std::vector<int> values(n);
  for (size_t i = 0; i < n; ++i) {
    keys[i] = unsigned(i) * 2654435761u ^ unsigned(i) * 40503u >> 7;
    values[i] = keys[i] % 8;
  }
  thrust::device_vector<unsigned> given(keys), sorted(n);
  thrust::device_vector<int> x(values), y(n);
  int sum = 0;
  measure("sort", repeats, [&] {
    thrust::copy(given.begin(), given.end(), sorted.begin());
    thrust::sort(sorted.begin(), sorted.end());
  });
  measure("reduce", repeats,
          [&] { sum = thrust::reduce(x.begin(), x.end(), 0); });
  measure("scan", repeats,
          [&] { thrust::inclusive_scan(x.begin(), x.end(), y.begin()); });

  // What the other program must compute too: order, sum, last prefixes.
  thrust::copy(sorted.begin(), sorted.end(), keys.begin());
  std::vector<float> result = {float(sum), float(int(y[n - 1]))};
  for (size_t i = 0; i < n; i += n / 1000 + 1)
    result.push_back(float(keys[i]));
  writeResult(argv[3], "cuda", result);
  return cudaGetLastError() == cudaSuccess ? 0 : 1;
}
