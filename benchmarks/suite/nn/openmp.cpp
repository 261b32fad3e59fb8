// Each thread keeps the nearest of its own records. Vectors compute the
// distances of a few, which are mostly all too far.
// directives: plain

#include "problem.h"

#include <omp.h>

constexpr int kGroup = 256;

static void plain(const Problem &problem, Place target, int begin, int end,
                  Nearest &nearest) {
  for (int i = begin; i < end; ++i) {
    float dx = problem.records[i].latitude - target.latitude;
    float dy = problem.records[i].longitude - target.longitude;
    nearest.show(sqrtf(dx * dx + dy * dy), i);
  }
}

static void groups(const Problem &problem, Place target, int begin, int end,
                   Nearest &nearest) {
  float distance[kGroup];
  for (; begin < end; begin += kGroup) {
    int count = std::min(kGroup, end - begin);
    const Place *records = &problem.records[begin];
    float limit = nearest.farthest();
    int near = 0;
#pragma omp simd reduction(+ : near)
    for (int i = 0; i < count; ++i) {
      float dx = records[i].latitude - target.latitude;
      float dy = records[i].longitude - target.longitude;
      distance[i] = sqrtf(dx * dx + dy * dy);
      near += distance[i] < limit;
    }
    if (near > 0)
      for (int i = 0; i < count; ++i)
        nearest.show(distance[i], begin + i);
  }
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<double> result;
  auto run = [&](const char *name, auto search) {
    program.measure(name, [&] {
      result.clear();
      for (size_t t = 0; t < problem.targets.size(); ++t) {
        Nearest all;
#pragma omp parallel
        {
          int threads = omp_get_num_threads(), thread = omp_get_thread_num();
          Nearest nearest;
          search(problem, problem.targets[t],
                 int64_t(problem.n) * thread / threads,
                 int64_t(problem.n) * (thread + 1) / threads, nearest);
#pragma omp critical
          for (int k = 0; k < kNeighbours; ++k)
            all.show(nearest.get()[k].distance, nearest.get()[k].record);
        }
        problem.distances(all.get(), t, result);
      }
    });
    program.result(name, result);
  };
  run("plain", plain);
  run("groups", groups);
}
