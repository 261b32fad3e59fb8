// A thread for each volume, with the variables in arrays.

#include "../device.h"
#include "problem.h"

constexpr int kThreads = 192;

__device__ State stateOf(const float *v, int i, int n) {
  return {v[i], v[n + i], v[2 * n + i], v[3 * n + i], v[4 * n + i]};
}

__global__ void stepSizes(const float *v, const float *areas, float *step,
                          int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    step[i] = kCourant * areas[i] / (kFaces * flowOf(stateOf(v, i, n)).wave);
}

__global__ void fluxes(const float *v, const int *neighbours,
                       const float *normals, float *flux, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  State own = stateOf(v, i, n), sum = {};
  Flow ownFlow = flowOf(own);
  for (int f = 0; f < kFaces; ++f) {
    int other = neighbours[f * n + i];
    float nx = normals[3 * f * n + i];
    float ny = normals[(3 * f + 1) * n + i];
    float nz = normals[(3 * f + 2) * n + i];
    if (other >= 0) {
      State state = stateOf(v, other, n);
      addFlux(sum, own, ownFlow, state, flowOf(state), nx, ny, nz);
    } else if (other == kWall) {
      addWall(sum, ownFlow, nx, ny, nz);
    } else {
      State far = farState();
      addFlux(sum, own, ownFlow, far, flowOf(far), nx, ny, nz);
    }
  }
  flux[i] = sum.density;
  flux[n + i] = sum.mx;
  flux[2 * n + i] = sum.my;
  flux[3 * n + i] = sum.mz;
  flux[4 * n + i] = sum.energy;
}

__global__ void advance(const float *old, float *v, const float *step,
                        const float *flux, int stage, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float factor = step[i] / (kStages - stage);
  for (int k = 0; k < kVariables; ++k)
    v[k * n + i] = old[k * n + i] - factor * flux[k * n + i];
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int n = problem.n, blocks = (n + kThreads - 1) / kThreads;
  size_t count = problem.variables.size();
  suite::Device<float> v(count), old(count), flux(count), step(n),
      areas(problem.areas), normals(problem.normals);
  suite::Device<int> neighbours(problem.neighbours);
  program.measure(
      "cuda", [&] { v.write(problem.variables); },
      [&] {
        for (int iteration = 0; iteration < problem.iterations; ++iteration) {
          suite::check(cudaMemcpy(old, v, count * sizeof(float),
                                  cudaMemcpyDeviceToDevice));
          stepSizes<<<blocks, kThreads>>>(v, areas, step, n);
          for (int stage = 0; stage < kStages; ++stage) {
            fluxes<<<blocks, kThreads>>>(v, neighbours, normals, flux, n);
            advance<<<blocks, kThreads>>>(old, v, step, flux, stage, n);
          }
        }
        suite::wait();
      });
  program.result("cuda", v.read());
}
