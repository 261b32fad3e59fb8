// chain_openmp <n> <repeats> <result prefix>: what chain.cu does, by OpenMP,
// twice: a loop for each kernel, and one for the four of a turn.

#include "measure.h"

#include <algorithm>
#include <cstring>

const int kTurns = 5;

static void apart(float *x, float *y, int count) {
#pragma omp parallel for simd
  for (int i = 0; i < count; ++i)
    y[i] = 0.5f * x[i];
#pragma omp parallel for simd
  for (int i = 0; i < count; ++i)
    y[i] += x[i];
#pragma omp parallel for simd
  for (int i = 0; i < count; ++i)
    x[i] += y[i];
#pragma omp parallel for simd
  for (int i = 0; i < count; ++i)
    x[i] = std::min(std::max(x[i], 0.0f), 1000.0f);
}

static void together(float *x, float *y, int count) {
#pragma omp parallel for simd
  for (int i = 0; i < count; ++i) {
    float sum = 0.5f * x[i] + x[i];
    y[i] = sum;
    x[i] = std::min(std::max(x[i] + sum, 0.0f), 1000.0f);
  }
}

int main(int argc, char **argv) {
  if (argc < 4)
    return 2;
  const int n = atoi(argv[1]), repeats = atoi(argv[2]), count = n * n;
  std::vector<float> values(count), x(count), y(count);
  for (int i = 0; i < count; ++i)
    values[i] = float(unsigned(i) * 2654435761u % 1000) / 10;

  auto run = [&](const char *variant, void (*turn)(float *, float *, int)) {
    measure(variant, repeats, [&] {
      std::memcpy(x.data(), values.data(), count * sizeof(float));
      for (int i = 0; i < kTurns; ++i)
        turn(x.data(), y.data(), count);
    });
    writeResult(argv[3], variant, x);
  };
  run("apart", apart);
  run("together", together);
  return 0;
}
