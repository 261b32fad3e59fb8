// One record after the other.

#include "problem.h"

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<double> result;
  program.measure("serial", [&] {
    result.clear();
    for (size_t t = 0; t < problem.targets.size(); ++t) {
      Place target = problem.targets[t];
      Nearest nearest;
      for (int i = 0; i < problem.n; ++i) {
        float dx = problem.records[i].latitude - target.latitude;
        float dy = problem.records[i].longitude - target.longitude;
        nearest.show(sqrtf(dx * dx + dy * dy), i);
      }
      problem.distances(nearest.get(), t, result);
    }
  });
  program.result("serial", result);
}
