// Particles with threads, in one region. Vectors go over the particles of a
// group, or the compiler does what it can. Each thread draws its own part of
// the new particles, in order.
// directives: plain

#include "problem.h"

#include <omp.h>

constexpr int kGroup = 64;

struct Particles {
  std::vector<float> x, y, weight, nextX, nextY, sums;
  std::vector<uint32_t> seeds;

  explicit Particles(const Problem &problem)
      : x(problem.n, Problem::startX()), y(problem.n, Problem::startY()),
        weight(problem.n), nextX(problem.n), nextY(problem.n), sums(problem.n),
        seeds(problem.seeds) {}
};

static void weighOneByOne(const Problem &problem, const uint8_t *frame,
                          Particles &p, int begin, int end) {
  int count = problem.discPixels();
  for (int i = begin; i < end; ++i) {
    moveParticle(p.x[i], p.y[i], p.seeds[i]);
    float sum = 0;
    for (int k = 0; k < count; ++k)
      sum += likelihood(frame[pixelAt(p.x[i], p.y[i], problem.offsetX[k],
                                      problem.offsetY[k])]);
    p.weight[i] = expf(sum / count);
  }
}

static void weighGroups(const Problem &problem, const uint8_t *frame,
                        Particles &p, int begin, int end) {
  // A pixel's likelihood is wanted often: once for each of them.
  float table[kSide * kSide];
  for (int i = 0; i < kSide * kSide; ++i)
    table[i] = likelihood(frame[i]);
  int count = problem.discPixels();
  for (; begin < end; begin += kGroup) {
    int size = std::min(kGroup, end - begin);
    float *x = &p.x[begin], *y = &p.y[begin], *weight = &p.weight[begin];
    uint32_t *seeds = &p.seeds[begin];
    float sum[kGroup] = {};
#pragma omp simd
    for (int i = 0; i < size; ++i)
      moveParticle(x[i], y[i], seeds[i]);
    for (int k = 0; k < count; ++k) {
      int dx = problem.offsetX[k], dy = problem.offsetY[k];
#pragma omp simd
      for (int i = 0; i < size; ++i)
        sum[i] += table[pixelAt(x[i], y[i], dx, dy)];
    }
#pragma omp simd
    for (int i = 0; i < size; ++i)
      weight[i] = expf(sum[i] / count);
  }
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int n = problem.n;
  std::vector<double> result;
  auto run = [&](const char *name, auto weigh) {
    program.measure(name, [&] {
      result.assign(2 * problem.frames, 0);
      Particles p(problem);
      std::vector<double> totals(omp_get_max_threads() + 1);
#pragma omp parallel
      {
        int threads = omp_get_num_threads(), thread = omp_get_thread_num();
        int begin = int64_t(n) * thread / threads;
        int end = int64_t(n) * (thread + 1) / threads;
        for (int f = 0; f < problem.frames; ++f) {
          weigh(problem, &problem.video[size_t(f) * kSide * kSide], p, begin,
                end);
          double total = 0, sumX = 0, sumY = 0;
          for (int i = begin; i < end; ++i) {
            double weight = p.weight[i];
            total += weight;
            sumX += p.x[i] * weight, sumY += p.y[i] * weight;
          }
          totals[thread + 1] = total;
#pragma omp barrier
          double before = 0, all = 0;
          for (int t = 0; t < threads; ++t) {
            before += t < thread ? totals[t + 1] : 0;
            all += totals[t + 1];
          }
          double running = before;
          for (int i = begin; i < end; ++i)
            p.sums[i] = running += p.weight[i];
#pragma omp atomic
          result[2 * f] += sumX / all;
#pragma omp atomic
          result[2 * f + 1] += sumY / all;
#pragma omp barrier
          int i = -1;
          for (int j = begin; j < end; ++j) {
            float wanted = (j + problem.draws[f]) / n * float(all);
            if (i < 0)
              i = std::min<int>(n - 1, std::lower_bound(p.sums.begin(),
                                                        p.sums.end(), wanted) -
                                           p.sums.begin());
            while (i < n - 1 && p.sums[i] < wanted)
              ++i;
            p.nextX[j] = p.x[i], p.nextY[j] = p.y[i];
          }
#pragma omp barrier
#pragma omp single
          p.x.swap(p.nextX), p.y.swap(p.nextY);
        }
      }
    });
    program.result(name, result);
  };
  run("plain", weighOneByOne);
  run("groups", weighGroups);
}
