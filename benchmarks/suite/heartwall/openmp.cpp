// Points with threads, with a copy of what is around each. Vectors go along a
// row of the template, or over the places of a row of the search, where the
// sums of squares are also shared by neighbouring places.
// directives: template

#include "problem.h"

#include <algorithm>

struct Around {
  float old[kTemplate][kTemplate];
  float now[kWindow][kWindow];

  Around(const Problem &problem, int f, Point point) {
    copy(&old[0][0], kTemplate, problem, f - 1, point);
    copy(&now[0][0], kWindow, problem, f, point);
  }

private:
  static void copy(float *to, int side, const Problem &problem, int f,
                   Point middle) {
    const float *frame = problem.frame(f);
    for (int y = 0; y < side; ++y) {
      int row = std::clamp(middle.y + y - side / 2, 0, problem.height - 1);
      for (int x = 0; x < side; ++x) {
        int column = std::clamp(middle.x + x - side / 2, 0, problem.width - 1);
        to[y * side + x] = frame[row * problem.width + column];
      }
    }
  }
};

/// The place with the best score, from 0 to kSearch - 1 in both directions.
static Point alongTemplate(const Around &around) {
  Point best = {0, 0};
  float bestScore = -1;
  for (int oy = 0; oy < kSearch; ++oy)
    for (int ox = 0; ox < kSearch; ++ox) {
      float product = 0, squares = 1;
      for (int y = 0; y < kTemplate; ++y)
#pragma omp simd reduction(+ : product, squares)
        for (int x = 0; x < kTemplate; ++x) {
          float now = around.now[oy + y][ox + x];
          product += around.old[y][x] * now;
          squares += now * now;
        }
      float score = product / sqrtf(squares);
      if (score > bestScore)
        bestScore = score, best = {ox, oy};
    }
  return best;
}

static Point alongSearch(const Around &around) {
  Point best = {0, 0};
  float bestScore = -1;
  for (int oy = 0; oy < kSearch; ++oy) {
    float product[kSearch] = {}, columns[kWindow] = {};
    for (int y = 0; y < kTemplate; ++y) {
      const float *now = around.now[oy + y];
      for (int x = 0; x < kTemplate; ++x) {
        float old = around.old[y][x];
#pragma omp simd
        for (int ox = 0; ox < kSearch; ++ox)
          product[ox] += old * now[ox + x];
      }
#pragma omp simd
      for (int x = 0; x < kWindow; ++x)
        columns[x] += now[x] * now[x];
    }
    float squares = 1;
    for (int x = 0; x < kTemplate; ++x)
      squares += columns[x];
    for (int ox = 0; ox < kSearch; ++ox) {
      float score = product[ox] / sqrtf(squares);
      if (score > bestScore)
        bestScore = score, best = {ox, oy};
      if (ox + 1 < kSearch)
        squares += columns[ox + kTemplate] - columns[ox];
    }
  }
  return best;
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<Point> points;
  auto run = [&](const char *name, auto search) {
    program.measure(
        name, [&] { points = problem.start; },
        [&] {
    // A point does not need the others.
#pragma omp parallel for schedule(dynamic)
          for (int i = 0; i < problem.points; ++i)
            for (int f = 1; f < problem.frames; ++f) {
              Point best = search(Around(problem, f, points[i]));
              points[i].x += best.x - kSearchRadius;
              points[i].y += best.y - kSearchRadius;
            }
        });
    program.result(name, toResult(points));
  };
  run("template", alongTemplate);
  run("search", alongSearch);
}
