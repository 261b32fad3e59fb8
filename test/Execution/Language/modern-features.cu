// RUN: %check-execution %s
// C++17 in a kernel: structured bindings, auto, enum class, range for,
// initialisers in conditions, nested structs returned by value.
#include "../check.h"

enum class Colour : unsigned char { Red = 1, Green = 20, Blue = 100 };

struct Result {
  int quotient, remainder;
};

__device__ Result divide(int a, int b) { return {a / b, a % b}; }

__global__ void kernel(int *out) {
  int t = threadIdx.x;
  auto [quotient, remainder] = divide(t, 5);
  const Colour colours[] = {Colour::Red, Colour::Green, Colour::Blue};
  int sum = 0;
  for (auto colour : colours)
    sum += static_cast<int>(colour);
  if (auto half = t / 2; half % 2 == 0)
    sum += half;
  else
    sum -= half;
  using Pair = int[2];
  Pair pair = {quotient, remainder};
  auto &[first, second] = pair;
  first += 100;
  out[t] = sum * 1000 + pair[0] + second * (colours[t % 3] == Colour::Green);
}

int main() {
  DeviceArray<int> out(32);
  kernel<<<1, 32>>>(out);
  expect(out, [](int t) {
    int half = t / 2;
    int sum = 121 + (half % 2 == 0 ? half : -half);
    return sum * 1000 + t / 5 + 100 + t % 5 * (t % 3 == 1);
  });
}
