// Tiles by diagonals, a launch for each. In a tile each thread has a column,
// and the threads go down its diagonals in step.

#include "../device.h"
#include "problem.h"

#include <algorithm>

const int kTile = 16;

__global__ void diagonal(const int *fit, int *scores, int n, int number,
                         int first) {
  __shared__ int score[kTile + 1][kTile + 1];
  __shared__ int fits[kTile][kTile];
  int tx = threadIdx.x, pitch = n + 1;
  int tileY = first + blockIdx.x, tileX = number - tileY;
  // The cell of the first row and column of the tile.
  int top = tileY * kTile + 1, left = tileX * kTile + 1;
  int x = left + tx;

  for (int y = 0; y < kTile; ++y)
    fits[y][tx] = top + y <= n && x <= n ? fit[(top + y - 1) * n + x - 1] : 0;
  if (tx == 0)
    score[0][0] = scores[(top - 1) * pitch + left - 1];
  if (x <= n)
    score[0][tx + 1] = scores[(top - 1) * pitch + x];
  if (top + tx <= n)
    score[tx + 1][0] = scores[(top + tx) * pitch + left - 1];
  __syncthreads();

  for (int step = 0; step < 2 * kTile - 1; ++step) {
    int y = step - tx;
    if (y >= 0 && y < kTile)
      score[y + 1][tx + 1] =
          max(score[y][tx] + fits[y][tx],
              max(score[y][tx + 1], score[y + 1][tx]) - kPenalty);
    __syncthreads();
  }
  for (int y = 0; y < kTile; ++y)
    if (top + y <= n && x <= n)
      scores[(top + y) * pitch + x] = score[y + 1][tx + 1];
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int n = problem.n;
  suite::Device<int> fit(problem.fit), scores(problem.start());
  int tiles = (n + kTile - 1) / kTile;
  program.measure("cuda", [&] {
    for (int number = 0; number < 2 * tiles - 1; ++number) {
      int first = std::max(0, number - tiles + 1);
      int count = std::min(number, tiles - 1) - first + 1;
      diagonal<<<count, kTile>>>(fit, scores, n, number, first);
    }
    suite::wait();
  });
  program.result("cuda", scores.read());
}
