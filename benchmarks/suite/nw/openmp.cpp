// Square blocks by diagonals: those of one diagonal need only those before.
// Within a block, row by row; in the second variant what a row needs of the one
// above is computed with vectors first.
// directives: plain

#include "problem.h"

#include <algorithm>

const int kBlock = 128;

static void plainBlock(const Problem &problem, int *scores, int top, int left) {
  int n = problem.n, pitch = n + 1;
  const int *fit = problem.fit.data();
  int right = std::min(left + kBlock, n + 1);
  for (int y = top; y < std::min(top + kBlock, n + 1); ++y) {
    int score = scores[y * pitch + left - 1];
    for (int x = left; x < right; ++x) {
      int i = y * pitch + x;
      score = std::max(scores[i - pitch - 1] + fit[(y - 1) * n + x - 1],
                       std::max(scores[i - pitch], score) - kPenalty);
      scores[i] = score;
    }
  }
}

static void splitBlock(const Problem &problem, int *scores, int top, int left) {
  int n = problem.n, pitch = n + 1;
  const int *fit = problem.fit.data();
  int right = std::min(left + kBlock, n + 1);
  int best[kBlock];
  for (int y = top; y < std::min(top + kBlock, n + 1); ++y) {
    const int *above = scores + (y - 1) * pitch, *fits = fit + (y - 1) * n - 1;
#pragma omp simd
    for (int x = left; x < right; ++x)
      best[x - left] = std::max(above[x - 1] + fits[x], above[x] - kPenalty);
    int score = scores[y * pitch + left - 1];
    for (int x = left; x < right; ++x) {
      score = std::max(best[x - left], score - kPenalty);
      scores[y * pitch + x] = score;
    }
  }
}

template <void block(const Problem &, int *, int, int)>
static void diagonals(const Problem &problem, int *scores) {
  int blocks = (problem.n + kBlock - 1) / kBlock;
#pragma omp parallel
  for (int diagonal = 0; diagonal < 2 * blocks - 1; ++diagonal)
#pragma omp for schedule(dynamic)
    for (int i = std::max(0, diagonal - blocks + 1);
         i <= std::min(diagonal, blocks - 1); ++i)
      block(problem, scores, i * kBlock + 1, (diagonal - i) * kBlock + 1);
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<int> scores = problem.start();
  program.measure("plain",
                  [&] { diagonals<plainBlock>(problem, scores.data()); });
  program.result("plain", scores);
  scores = problem.start();
  program.measure("split",
                  [&] { diagonals<splitBlock>(problem, scores.data()); });
  program.result("split", scores);
}
