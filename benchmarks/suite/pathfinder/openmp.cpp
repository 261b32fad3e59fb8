// Row after row; and several rows at a time on parts of them that stay in the
// cache, whose rims are computed twice.
// directives: rows

#include "problem.h"

#include <algorithm>

/// The cells from `begin` to `end` of a row, of the row before.
static void cells(const int *in, int *out, const int *costs, int begin, int end,
                  int columns) {
  auto cell = [=](int x, int left, int right) {
    out[x] = costs[x] + std::min(in[x], std::min(in[left], in[right]));
  };
  int first = std::max(begin, 1), last = std::min(end, columns - 1);
  if (begin == 0)
    cell(0, 0, std::min(1, columns - 1));
#pragma omp simd
  for (int x = first; x < last; ++x)
    cell(x, x - 1, x + 1);
  if (end == columns && columns > 1)
    cell(columns - 1, columns - 2, columns - 1);
}

static void rows(const Problem &problem, std::vector<int> &in,
                 std::vector<int> &out) {
  const int kPart = 4096;
  int columns = problem.columns;
#pragma omp parallel
  for (int row = 1; row < problem.rows; ++row) {
    const int *costs = &problem.costs[size_t(row) * columns];
#pragma omp for schedule(static)
    for (int begin = 0; begin < columns; begin += kPart)
      cells(in.data(), out.data(), costs, begin,
            std::min(begin + kPart, columns), columns);
#pragma omp single
    std::swap(in, out);
  }
}

static void parts(const Problem &problem, std::vector<int> &in,
                  std::vector<int> &out) {
  const int kPart = 8192, kAtOnce = 32;
  int columns = problem.columns;
#pragma omp parallel
  {
    std::vector<int> one(kPart + 2 * kAtOnce), two(one.size());
    for (int row = 1; row < problem.rows; row += kAtOnce) {
      int count = std::min(kAtOnce, problem.rows - row);
#pragma omp for schedule(static)
      for (int begin = 0; begin < columns; begin += kPart) {
        int end = std::min(begin + kPart, columns);
        int base = begin - kAtOnce;
        for (int i = 0; i < count; ++i) {
          int rim = count - 1 - i;
          cells(i == 0 ? in.data() : one.data() - base,
                i == count - 1 ? out.data() : two.data() - base,
                &problem.costs[size_t(row + i) * columns],
                std::max(begin - rim, 0), std::min(end + rim, columns),
                columns);
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
  std::vector<int> in(problem.columns), out(problem.columns);
  auto begin = [&] {
    std::copy_n(problem.costs.begin(), problem.columns, in.begin());
  };
  program.measure("rows", begin, [&] { rows(problem, in, out); });
  program.result("rows", in);
  program.measure("parts", begin, [&] { parts(problem, in, out); });
  program.result("parts", in);
}
