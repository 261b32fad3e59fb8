// One point after the other.

#include "problem.h"

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<float> centres;
  program.measure(
      "serial", [&] { centres = problem.centres; },
      [&] {
        for (int iteration = 0; iteration < problem.iterations; ++iteration) {
          double sums[kClusters * kFeatures] = {};
          int counts[kClusters] = {};
          for (int i = 0; i < problem.n; ++i) {
            const float *point = &problem.features[size_t(i) * kFeatures];
            int best = 0;
            float nearest = INFINITY;
            for (int c = 0; c < kClusters; ++c) {
              float distance = 0;
              for (int f = 0; f < kFeatures; ++f) {
                float d = point[f] - centres[c * kFeatures + f];
                distance += d * d;
              }
              if (distance < nearest)
                nearest = distance, best = c;
            }
            ++counts[best];
            for (int f = 0; f < kFeatures; ++f)
              sums[best * kFeatures + f] += point[f];
          }
          std::vector<float> rounded(sums, sums + kClusters * kFeatures);
          moveCentres(centres.data(), rounded.data(), counts);
        }
      });
  program.result("serial", centres);
}
