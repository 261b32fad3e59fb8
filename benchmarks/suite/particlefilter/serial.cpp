// One particle after the other.

#include "problem.h"

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int n = problem.n, count = problem.discPixels();
  std::vector<double> result;
  program.measure("serial", [&] {
    result.clear();
    std::vector<float> x(n, Problem::startX()), y(n, Problem::startY());
    std::vector<float> nextX(n), nextY(n), sums(n);
    std::vector<uint32_t> seeds = problem.seeds;
    for (int f = 0; f < problem.frames; ++f) {
      const uint8_t *frame = &problem.video[size_t(f) * kSide * kSide];
      double total = 0, sumX = 0, sumY = 0;
      for (int i = 0; i < n; ++i) {
        moveParticle(x[i], y[i], seeds[i]);
        float sum = 0;
        for (int k = 0; k < count; ++k)
          sum += likelihood(frame[pixelAt(x[i], y[i], problem.offsetX[k],
                                          problem.offsetY[k])]);
        double weight = expf(sum / count);
        total += weight, sumX += x[i] * weight, sumY += y[i] * weight;
        sums[i] = total;
      }
      result.push_back(sumX / total);
      result.push_back(sumY / total);
      for (int j = 0, i = 0; j < n; ++j) {
        float wanted = (j + problem.draws[f]) / n * total;
        while (i < n - 1 && sums[i] < wanted)
          ++i;
        nextX[j] = x[i], nextY[j] = y[i];
      }
      x.swap(nextX), y.swap(nextY);
    }
  });
  program.result("serial", result);
}
