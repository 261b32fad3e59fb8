// Points with threads and private sums. Vectors go over the features of a
// point, or, with the features transposed, over points.
// directives: features

#include "problem.h"

constexpr int kGroup = 128; // Points that are worked on together.

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int n = problem.n;
  std::vector<float> centres;
  auto prepare = [&] { centres = problem.centres; };

  program.measure("features", prepare, [&] {
    const float *features = problem.features.data();
    float *centre = centres.data();
    for (int iteration = 0; iteration < problem.iterations; ++iteration) {
      float sums[kClusters * kFeatures] = {};
      int counts[kClusters] = {};
#pragma omp parallel for schedule(static) reduction(+ : sums, counts)
      for (int i = 0; i < n; ++i) {
        const float *point = features + size_t(i) * kFeatures;
        int best = 0;
        float nearest = INFINITY;
        for (int c = 0; c < kClusters; ++c) {
          float distance = 0;
#pragma omp simd reduction(+ : distance)
          for (int f = 0; f < kFeatures; ++f) {
            float d = point[f] - centre[c * kFeatures + f];
            distance += d * d;
          }
          if (distance < nearest)
            nearest = distance, best = c;
        }
        ++counts[best];
        for (int f = 0; f < kFeatures; ++f)
          sums[best * kFeatures + f] += point[f];
      }
      moveCentres(centre, sums, counts);
    }
  });
  program.result("features", centres);

  std::vector<float> transposed = problem.transposed();
  program.measure("points", prepare, [&] {
    const float *features = transposed.data();
    float *centre = centres.data();
    for (int iteration = 0; iteration < problem.iterations; ++iteration) {
      float sums[kClusters * kFeatures] = {};
      int counts[kClusters] = {};
#pragma omp parallel for schedule(static) reduction(+ : sums, counts)
      for (int begin = 0; begin < n; begin += kGroup) {
        int count = begin + kGroup < n ? kGroup : n - begin;
        float distance[kClusters][kGroup] = {};
        int best[kGroup];
        for (int f = 0; f < kFeatures; ++f) {
          const float *value = features + size_t(f) * n + begin;
#pragma omp simd
          for (int i = 0; i < count; ++i)
            for (int c = 0; c < kClusters; ++c) {
              float d = value[i] - centre[c * kFeatures + f];
              distance[c][i] += d * d;
            }
        }
#pragma omp simd
        for (int i = 0; i < count; ++i) {
          int which = 0;
          float nearest = distance[0][i];
          for (int c = 1; c < kClusters; ++c)
            if (distance[c][i] < nearest)
              nearest = distance[c][i], which = c;
          best[i] = which;
        }
        for (int i = 0; i < count; ++i)
          ++counts[best[i]];
        for (int f = 0; f < kFeatures; ++f) {
          const float *value = features + size_t(f) * n + begin;
          float part[kClusters] = {};
#pragma omp simd reduction(+ : part)
          for (int i = 0; i < count; ++i)
            for (int c = 0; c < kClusters; ++c)
              part[c] += best[i] == c ? value[i] : 0.0f;
          for (int c = 0; c < kClusters; ++c)
            sums[c * kFeatures + f] += part[c];
        }
      }
      moveCentres(centre, sums, counts);
    }
  });
  program.result("points", centres);
}
