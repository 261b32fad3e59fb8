// Points with threads and private sums; vectors over the coordinates of a
// point, or, with the coordinates transposed, over points.
// directives: coordinates

#include "problem.h"

constexpr int kGroup = 256; // Points that are worked on together.

/// `distances(begin, count, candidate, out)` is what the variants differ in.
template <typename Distances>
static void search(const Problem &problem, Centres &centres,
                   std::vector<float> &costs, std::vector<int> &slot,
                   std::vector<float> &fresh, Distances distances) {
  int n = problem.n;
  centres = Centres();
#pragma omp parallel for schedule(static)
  for (int begin = 0; begin < n; begin += kGroup) {
    int count = std::min(kGroup, n - begin);
    distances(begin, count, 0, &costs[begin]);
    std::fill_n(&slot[begin], count, 0);
  }
  std::vector<int> close;
  for (int candidate : problem.candidates) {
    int free = centres.freeSlot();
    if (free < 0)
      continue;
    double saved = 0, lower[kMaxCentres] = {};
#pragma omp parallel for schedule(static) reduction(+ : saved, lower)
    for (int begin = 0; begin < n; begin += kGroup) {
      int count = std::min(kGroup, n - begin);
      distances(begin, count, candidate, &fresh[begin]);
      float negative = 0;
      float change[kGroup];
#pragma omp simd reduction(+ : negative)
      for (int i = 0; i < count; ++i) {
        float c = fresh[begin + i] - costs[begin + i];
        negative += c < 0 ? c : 0;
        change[i] = c < 0 ? 0 : c;
      }
      saved += negative;
      for (int i = 0; i < count; ++i)
        lower[slot[begin + i]] += change[i];
    }
    if (!centres.decide(problem.openCost, saved, lower, close))
      continue;
#pragma omp parallel for schedule(static)
    for (int i = 0; i < n; ++i)
      if (fresh[i] < costs[i] || close[slot[i]])
        costs[i] = fresh[i], slot[i] = free;
    for (int s = 0; s < kMaxCentres; ++s)
      if (close[s])
        centres.slots[s] = -1;
    centres.slots[free] = candidate;
  }
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int n = problem.n;
  std::vector<float> costs(n), fresh(n);
  std::vector<int> slot(n);
  Centres centres;
  const float *points = problem.points.data();
  program.measure("coordinates", [&] {
    search(problem, centres, costs, slot, fresh,
           [&](int begin, int count, int candidate, float *out) {
             const float *centre = points + size_t(candidate) * kDimension;
             for (int i = 0; i < count; ++i) {
               const float *point = points + size_t(begin + i) * kDimension;
               float sum = 0;
#pragma omp simd reduction(+ : sum)
               for (int d = 0; d < kDimension; ++d)
                 sum += (point[d] - centre[d]) * (point[d] - centre[d]);
               out[i] = sum;
             }
           });
  });
  program.result("coordinates", centres.result(costs));

  std::vector<float> transposed = problem.transposed();
  program.measure("points", [&] {
    search(problem, centres, costs, slot, fresh,
           [&](int begin, int count, int candidate, float *out) {
             std::fill_n(out, count, 0.0f);
             for (int d = 0; d < kDimension; ++d) {
               const float *row = &transposed[size_t(d) * n];
               float centre = row[candidate];
#pragma omp simd
               for (int i = 0; i < count; ++i)
                 out[i] +=
                     (row[begin + i] - centre) * (row[begin + i] - centre);
             }
           });
  });
  program.result("points", centres.result(costs));
}
