// One point after the other.

#include "problem.h"

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int n = problem.n;
  std::vector<float> costs(n);
  std::vector<int> slot(n);
  Centres centres;
  auto distance = [&](int i, int j) {
    float sum = 0;
    for (int d = 0; d < kDimension; ++d) {
      float difference = problem.points[size_t(i) * kDimension + d] -
                         problem.points[size_t(j) * kDimension + d];
      sum += difference * difference;
    }
    return sum;
  };
  program.measure("serial", [&] {
    centres = Centres();
    for (int i = 0; i < n; ++i)
      costs[i] = distance(i, 0), slot[i] = 0;
    std::vector<float> fresh(n);
    std::vector<int> close;
    for (int candidate : problem.candidates) {
      int free = centres.freeSlot();
      if (free < 0)
        continue;
      double saved = 0, lower[kMaxCentres] = {};
      for (int i = 0; i < n; ++i) {
        fresh[i] = distance(i, candidate);
        float change = fresh[i] - costs[i];
        if (change < 0)
          saved += change;
        else
          lower[slot[i]] += change;
      }
      if (!centres.decide(problem.openCost, saved, lower, close))
        continue;
      for (int i = 0; i < n; ++i)
        if (fresh[i] < costs[i] || close[slot[i]])
          costs[i] = fresh[i], slot[i] = free;
      for (int s = 0; s < kMaxCentres; ++s)
        if (close[s])
          centres.slots[s] = -1;
      centres.slots[free] = candidate;
    }
  });
  program.result("serial", centres.result(costs));
}
