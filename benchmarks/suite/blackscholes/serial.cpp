// One option after the other.

#include "problem.h"

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<float> call(problem.n), put(problem.n);
  program.measure("serial", [&] {
    for (int i = 0; i < problem.n; ++i) {
      float s = problem.price[i], x = problem.strike[i], t = problem.years[i];
      float spread = kVolatility * sqrtf(t);
      float d1 =
          (logf(s / x) + (kRate + 0.5f * kVolatility * kVolatility) * t) /
          spread;
      float d2 = d1 - spread;
      float discounted = x * expf(-kRate * t);
      call[i] = s * normal(d1) - discounted * normal(d2);
      put[i] = discounted * (1 - normal(d2)) - s * (1 - normal(d1));
    }
  });
  call.insert(call.end(), put.begin(), put.end());
  program.result("serial", call);
}
