// A thread for each distance; the host looks for the least of them.

#include "../device.h"
#include "problem.h"

__global__ void distances(const Place *records, float *distance, int n,
                          float latitude, float longitude) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    Place place = records[i];
    float dx = place.latitude - latitude, dy = place.longitude - longitude;
    distance[i] = sqrtf(dx * dx + dy * dy);
  }
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int n = problem.n;
  suite::Device<Place> records(problem.records);
  suite::Device<float> distance(n);
  std::vector<float> host(n);
  std::vector<double> result;
  program.measure("cuda", [&] {
    result.clear();
    for (size_t t = 0; t < problem.targets.size(); ++t) {
      Place target = problem.targets[t];
      distances<<<(n + 255) / 256, 256>>>(records, distance, n, target.latitude,
                                          target.longitude);
      suite::check(cudaMemcpy(host.data(), distance, n * sizeof(float),
                              cudaMemcpyDeviceToHost));
      Nearest nearest;
      for (int i = 0; i < n; ++i)
        nearest.show(host[i], i);
      problem.distances(nearest.get(), t, result);
    }
  });
  program.result("cuda", result);
}
