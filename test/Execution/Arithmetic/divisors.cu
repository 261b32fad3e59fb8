// RUN: %check-execution %s

// Divisors that all threads have, and that are known only when the program
// runs: of all sizes and signs, for numbers at the ends of their types.

#include "../check.h"
#include <climits>

template <typename T>
__global__ void divide(const T *numbers, T *quotients, T *rests, int n,
                       T divisor) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    quotients[i] = numbers[i] / divisor;
    rests[i] = numbers[i] % divisor;
  }
}

/// A divisor that each block loads.
template <typename T>
__global__ void divideByBlock(const T *numbers, T *quotients, T *rests, int n,
                              const T *divisors) {
  T divisor = divisors[blockIdx.x];
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    quotients[blockIdx.x * n + i] = numbers[i] / divisor;
    rests[blockIdx.x * n + i] = numbers[i] % divisor;
  }
}

/// Positions, which are not negative, and what they are put together of.
template <typename T>
__global__ void positions(const float *in, float *out, T w, T h) {
  T i = blockIdx.x * blockDim.x + threadIdx.x;
  T x = i % w, y = i / w;
  if (y < h)
    out[y * w + x] = in[y * w + x] + in[y * w + (x + 1) % w];
}

template <typename T> void test(std::vector<T> numbers, std::vector<T> all) {
  int n = numbers.size(), count = all.size();
  DeviceArray<T> in(numbers), quotients(n), rests(n), divisors(all);
  for (T divisor : all) {
    divide<T><<<(n + 31) / 32, 32>>>(in, quotients, rests, n, divisor);
    expect(quotients, [&](int i) { return T(numbers[i] / divisor); });
    expect(rests, [&](int i) { return T(numbers[i] % divisor); });
  }
  DeviceArray<T> allQuotients(n * count), allRests(n * count);
  divideByBlock<T><<<count, 64>>>(in, allQuotients, allRests, n, divisors);
  expect(allQuotients, [&](int i) { return T(numbers[i % n] / all[i / n]); });
  expect(allRests, [&](int i) { return T(numbers[i % n] % all[i / n]); });
}

template <typename T> void testPositions() {
  for (int w : {1, 2, 3, 7, 64, 100, 1000}) {
    int h = 2000 / w;
    std::vector<float> numbers = iota<float>(w * h);
    DeviceArray<float> in(numbers), out(w * h);
    positions<T><<<2048 / 128, 128>>>(in, out, w, h);
    expect(out, [&](int i) {
      return numbers[i] + numbers[i / w * w + (i % w + 1) % w];
    });
  }
}

int main() {
  std::vector<unsigned> numbers, divisors;
  for (unsigned power = 0; power < 32; ++power)
    for (int more : {-1, 0, 1}) {
      numbers.push_back((1u << power) + more);
      if ((1u << power) + more != 0)
        divisors.push_back((1u << power) + more);
    }
  unsigned random = 12345;
  for (int i = 0; i < 100; ++i) {
    random = random * 1664525 + 1013904223;
    numbers.push_back(random);
    if (i % 5 == 0)
      divisors.push_back(random >> i % 31);
  }
  // Those that come out even, and those just below.
  for (unsigned divisor : {3u, 7u, 641u, 65537u, 6700417u})
    for (unsigned factor : {1u, 100u, UINT_MAX / divisor})
      for (int less : {0, 1})
        numbers.push_back(divisor * factor - less);
  test<unsigned>(numbers, divisors);

  std::vector<int> signedNumbers, signedDivisors;
  for (unsigned number : numbers) {
    signedNumbers.push_back(int(number));
    if (int(number) != INT_MIN)
      signedNumbers.push_back(-int(number));
  }
  // The smallest number by -1 is not a number.
  for (unsigned divisor : divisors)
    if (int(divisor) != -1)
      signedDivisors.push_back(int(divisor));
  test<int>(signedNumbers, signedDivisors);
  test<int>({0, 1, -1, 77, INT_MAX, -INT_MAX}, {-1, -2, -77, INT_MIN});

  testPositions<int>();
  testPositions<unsigned>();
}
