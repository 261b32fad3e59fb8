// A thread for each option.

#include "../device.h"
#include "problem.h"

__global__ void price(const float *price, const float *strike,
                      const float *years, float *call, float *put, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float s = price[i], x = strike[i], t = years[i];
  float spread = kVolatility * sqrtf(t);
  float d1 =
      (logf(s / x) + (kRate + 0.5f * kVolatility * kVolatility) * t) / spread;
  float d2 = d1 - spread;
  float discounted = x * expf(-kRate * t);
  float n1 = normal(d1), n2 = normal(d2);
  call[i] = s * n1 - discounted * n2;
  put[i] = discounted * (1 - n2) - s * (1 - n1);
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int n = problem.n;
  suite::Device<float> prices(problem.price), strikes(problem.strike),
      years(problem.years), result(2 * n);
  program.measure("cuda", [&] {
    price<<<(n + 255) / 256, 256>>>(prices, strikes, years, result, result + n,
                                    n);
    suite::wait();
  });
  program.result("cuda", result.read());
}
