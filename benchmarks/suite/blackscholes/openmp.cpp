// Threads and vectors over the options.
// directives: plain, simd

#include "problem.h"

static void option(const Problem &problem, int i, float &call, float &put) {
  float s = problem.price[i], x = problem.strike[i], t = problem.years[i];
  float spread = kVolatility * sqrtf(t);
  float d1 =
      (logf(s / x) + (kRate + 0.5f * kVolatility * kVolatility) * t) / spread;
  float d2 = d1 - spread;
  float discounted = x * expf(-kRate * t);
  float n1 = normal(d1), n2 = normal(d2);
  call = s * n1 - discounted * n2;
  put = discounted * (1 - n2) - s * (1 - n1);
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<float> result(2 * problem.n);
  int n = problem.n;
  float *call = result.data(), *put = call + n;
  program.measure("plain", [&] {
#pragma omp parallel for
    for (int i = 0; i < n; ++i)
      option(problem, i, call[i], put[i]);
  });
  program.result("plain", result);
  program.measure("simd", [&] {
#pragma omp parallel for simd
    for (int i = 0; i < n; ++i)
      option(problem, i, call[i], put[i]);
  });
  program.result("simd", result);
}
