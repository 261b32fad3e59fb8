// A block for each point: what is around it is in shared memory, threads score
// the places, and a reduction finds the best.

#include "../device.h"
#include "problem.h"

constexpr int kThreads = 256;

__global__ void track(const float *before, const float *frame, Point *points,
                      int width, int height) {
  __shared__ float old[kTemplate][kTemplate];
  __shared__ float now[kWindow][kWindow];
  __shared__ float columns[kSearch][kWindow];
  __shared__ float scores[kThreads];
  __shared__ int places[kThreads];
  int t = threadIdx.x;
  Point point = points[blockIdx.x];
  for (int i = t; i < kTemplate * kTemplate; i += kThreads) {
    int x = point.x + i % kTemplate - kTemplateRadius;
    int y = point.y + i / kTemplate - kTemplateRadius;
    x = min(max(x, 0), width - 1);
    y = min(max(y, 0), height - 1);
    old[i / kTemplate][i % kTemplate] = before[y * width + x];
  }
  for (int i = t; i < kWindow * kWindow; i += kThreads) {
    int x = point.x + i % kWindow - kWindow / 2;
    int y = point.y + i / kWindow - kWindow / 2;
    x = min(max(x, 0), width - 1);
    y = min(max(y, 0), height - 1);
    now[i / kWindow][i % kWindow] = frame[y * width + x];
  }
  __syncthreads();

  // Sums of squares down the columns, which many places need.
  for (int i = t; i < kSearch * kWindow; i += kThreads) {
    int oy = i / kWindow, x = i % kWindow;
    float sum = 0;
    for (int y = 0; y < kTemplate; ++y)
      sum += now[oy + y][x] * now[oy + y][x];
    columns[oy][x] = sum;
  }
  __syncthreads();

  float bestScore = -1;
  int best = 0;
  for (int i = t; i < kSearch * kSearch; i += kThreads) {
    int oy = i / kSearch, ox = i % kSearch;
    float product = 0, squares = 1;
    for (int x = 0; x < kTemplate; ++x)
      squares += columns[oy][ox + x];
    for (int y = 0; y < kTemplate; ++y)
      for (int x = 0; x < kTemplate; ++x)
        product += old[y][x] * now[oy + y][ox + x];
    float score = product / sqrtf(squares);
    if (score > bestScore) {
      bestScore = score;
      best = i;
    }
  }
  scores[t] = bestScore;
  places[t] = best;
  __syncthreads();
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (t < half &&
        (scores[t + half] > scores[t] ||
         (scores[t + half] == scores[t] && places[t + half] < places[t]))) {
      scores[t] = scores[t + half];
      places[t] = places[t + half];
    }
    __syncthreads();
  }
  if (t == 0)
    points[blockIdx.x] = {point.x + places[0] % kSearch - kSearchRadius,
                          point.y + places[0] / kSearch - kSearchRadius};
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  size_t size = size_t(problem.width) * problem.height;
  suite::Device<float> video(problem.video);
  suite::Device<Point> points(problem.points);
  program.measure(
      "cuda", [&] { points.write(problem.start); },
      [&] {
        for (int f = 1; f < problem.frames; ++f)
          track<<<problem.points, kThreads>>>(video + (f - 1) * size,
                                              video + f * size, points,
                                              problem.width, problem.height);
        suite::wait();
      });
  program.result("cuda", toResult(points.read()));
}
