// RUN: %check-execution %s
// Parameter packs: in a device function, in a fold, and as kernel arguments.
#include "../check.h"

__device__ int count() { return 0; }
template <typename First, typename... Rest>
__device__ int count(First first, Rest... rest) {
  return int(first) + 10 * count(rest...);
}

template <typename... Numbers>
__global__ void kernel(int *out, Numbers... numbers) {
  out[0] = count(numbers...);
  out[1] = (int(numbers) + ...);
  out[2] = sizeof...(numbers);
  int squares[] = {int(numbers * numbers)...};
  out[3] = 0;
  for (int square : squares)
    out[3] += square;
}

int main() {
  DeviceArray<int> out(4);
  kernel<<<1, 1>>>(out.data(), 1, 2.0f, short(3), 4ull);
  const int want[] = {4321, 10, 4, 30};
  expect(out, [&](int i) { return want[i]; });
}
