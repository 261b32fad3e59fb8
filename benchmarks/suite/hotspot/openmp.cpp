// Row by row, step after step; and several steps at a time on bands of rows
// that stay in the cache, with the rows around them computed twice.
// directives: rows

#include "problem.h"

#include <algorithm>

static void row(const float *own, const float *north, const float *south,
                const float *power, float *out, int columns) {
  out[0] = next(own[0], north[0], south[0], own[0],
                own[std::min(1, columns - 1)], power[0]);
#pragma omp simd
  for (int x = 1; x < columns - 1; ++x)
    out[x] = next(own[x], north[x], south[x], own[x - 1], own[x + 1], power[x]);
  int x = columns - 1;
  if (x > 0)
    out[x] = next(own[x], north[x], south[x], own[x - 1], own[x], power[x]);
}

static void rows(const Problem &problem, std::vector<float> &in,
                 std::vector<float> &out) {
  int rows = problem.rows, columns = problem.columns;
#pragma omp parallel
  for (int step = 0; step < kSteps; ++step) {
#pragma omp for schedule(static)
    for (int y = 0; y < rows; ++y)
      row(&in[y * columns], &in[std::max(y - 1, 0) * columns],
          &in[std::min(y + 1, rows - 1) * columns], &problem.power[y * columns],
          &out[y * columns], columns);
#pragma omp single
    std::swap(in, out);
  }
}

static void bands(const Problem &problem, std::vector<float> &in,
                  std::vector<float> &out) {
  const int kBand = 64, kAtOnce = 6;
  static_assert(kSteps % kAtOnce == 0, "the last band has as many steps");
  int rows = problem.rows, columns = problem.columns;
#pragma omp parallel
  {
    std::vector<float> one(size_t(kBand + 2 * kAtOnce) * columns), two(one);
    for (int step = 0; step < kSteps; step += kAtOnce) {
#pragma omp for schedule(static)
      for (int top = 0; top < rows; top += kBand) {
        int bottom = std::min(top + kBand, rows);
        // Row 0 of the buffers is this one of the chip.
        int base = top - kAtOnce;
        for (int i = 1; i <= kAtOnce; ++i) {
          int rim = kAtOnce - i;
          bool first = i == 1, last = i == kAtOnce;
          const float *from = first ? in.data() : one.data() - base * columns;
          float *to = last ? out.data() : two.data() - base * columns;
          for (int y = std::max(top - rim, 0); y < std::min(bottom + rim, rows);
               ++y)
            row(from + y * columns, from + std::max(y - 1, 0) * columns,
                from + std::min(y + 1, rows - 1) * columns,
                &problem.power[y * columns], to + y * columns, columns);
          std::swap(one, two);
        }
      }
#pragma omp single
      std::swap(in, out);
    }
  }
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<float> in, out(problem.power.size());
  auto reset = [&] { in = problem.temperature; };
  program.measure("rows", reset, [&] { rows(problem, in, out); });
  program.result("rows", in);
  program.measure("bands", reset, [&] { bands(problem, in, out); });
  program.result("bands", in);
}
