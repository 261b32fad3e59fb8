// Two passes; and both passes over strips of rows that stay in the cache.
// directives: passes

#include "problem.h"

#include <algorithm>

/// One row filtered along itself: the inner part without questions.
static void filterRow(const float *in, float *out, int width,
                      const float *taps) {
  auto rim = [&](int begin, int end) {
    for (int x = begin; x < end; ++x) {
      float sum = 0;
      for (int i = std::max(-kRadius, -x);
           i <= std::min(kRadius, width - 1 - x); ++i)
        sum += taps[kRadius + i] * in[x + i];
      out[x] = sum;
    }
  };
  int begin = std::min(kRadius, width);
  int end = std::max(begin, width - kRadius);
  rim(0, begin);
#pragma omp simd
  for (int x = begin; x < end; ++x) {
    float sum = 0;
    for (int i = -kRadius; i <= kRadius; ++i)
      sum += taps[kRadius + i] * in[x + i];
    out[x] = sum;
  }
  rim(end, width);
}

/// A row of the result from the rows around it; `rows[i]` is null outside.
static void filterColumns(const float *const *rows, float *out, int width,
                          const float *taps) {
  bool inside = std::find(rows, rows + kTaps, nullptr) == rows + kTaps;
  if (inside) {
    const float *all[kTaps];
    std::copy(rows, rows + kTaps, all);
#pragma omp simd
    for (int x = 0; x < width; ++x) {
      float sum = 0;
      for (int i = 0; i < kTaps; ++i)
        sum += taps[i] * all[i][x];
      out[x] = sum;
    }
    return;
  }
  std::fill(out, out + width, 0.0f);
  for (int i = 0; i < kTaps; ++i)
    if (const float *row = rows[i])
#pragma omp simd
      for (int x = 0; x < width; ++x)
        out[x] += taps[i] * row[x];
}

static void passes(const Problem &problem, float *between, float *result) {
  int width = problem.width, height = problem.height;
#pragma omp parallel
  {
#pragma omp for
    for (int y = 0; y < height; ++y)
      filterRow(&problem.picture[y * width], between + y * width, width,
                problem.taps);
#pragma omp for
    for (int y = 0; y < height; ++y) {
      const float *rows[kTaps];
      for (int i = 0; i < kTaps; ++i) {
        int row = y + i - kRadius;
        rows[i] = row >= 0 && row < height ? between + row * width : nullptr;
      }
      filterColumns(rows, result + y * width, width, problem.taps);
    }
  }
}

/// Each thread keeps the last 17 filtered rows.
static void strips(const Problem &problem, float *, float *result) {
  const int kStrip = 128;
  int width = problem.width, height = problem.height;
#pragma omp parallel
  {
    std::vector<float> ring(size_t(kTaps) * width);
#pragma omp for
    for (int top = 0; top < height; top += kStrip) {
      int bottom = std::min(top + kStrip, height);
      for (int y = top - kRadius; y < bottom + kRadius; ++y) {
        if (y >= 0 && y < height)
          filterRow(&problem.picture[y * width], &ring[y % kTaps * width],
                    width, problem.taps);
        int out = y - kRadius;
        if (out < top)
          continue;
        const float *rows[kTaps];
        for (int i = 0; i < kTaps; ++i) {
          int row = out + i - kRadius;
          rows[i] =
              row >= 0 && row < height ? &ring[row % kTaps * width] : nullptr;
        }
        filterColumns(rows, result + out * width, width, problem.taps);
      }
    }
  }
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<float> between(problem.picture.size()), result(between.size());
  program.measure("passes",
                  [&] { passes(problem, between.data(), result.data()); });
  program.result("passes", result);
  program.measure("strips",
                  [&] { strips(problem, between.data(), result.data()); });
  program.result("strips", result);
}
