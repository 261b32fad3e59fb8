// RUN: %check-execution %s
// Structs as arguments, by value, mixed with scalars of all sizes.
#include "../check.h"

struct Vector {
  float x, y, z;
};
struct Problem {
  int *out;
  Vector scale;
  char tag;
  double shift;
  bool negate;
};

__global__ void kernel(char first, Problem problem, short second, Vector extra,
                       long long third) {
  int t = threadIdx.x;
  float value = problem.scale.x * t + problem.scale.y + extra.z;
  int sign = problem.negate ? -1 : 1;
  problem.out[t] = sign * int(value + problem.shift) + first + problem.tag +
                   second + int(third >> 32);
}

int main() {
  DeviceArray<int> out(32);
  Problem problem = {out, {2, 3, 4}, 5, 10.0, true};
  kernel<<<1, 32>>>(1, problem, -300, {0, 0, 7}, 6ll << 32);
  expect(out, [](int t) { return -(2 * t + 3 + 7 + 10) + 1 + 5 - 300 + 6; });
}
