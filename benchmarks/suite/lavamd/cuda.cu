// A block for each box, with the particles of one neighbour after the other in
// shared memory.

#include "../device.h"
#include "problem.h"

constexpr int kThreads = 128;

__global__ void interact(const Particle *particles, const int *first,
                         const int *neighbours, Force *forces) {
  __shared__ Particle home[kParticles];
  __shared__ Particle others[kParticles];
  int box = blockIdx.x, t = threadIdx.x;
  for (int i = t; i < kParticles; i += kThreads)
    home[i] = particles[box * kParticles + i];
  for (int i = t; i < kParticles; i += kThreads)
    forces[box * kParticles + i] = {0, 0, 0, 0};
  __syncthreads();
  for (int k = first[box]; k < first[box + 1]; ++k) {
    int neighbour = neighbours[k];
    for (int i = t; i < kParticles; i += kThreads)
      others[i] = particles[neighbour * kParticles + i];
    __syncthreads();
    for (int i = t; i < kParticles; i += kThreads) {
      Force sum = forces[box * kParticles + i];
      for (int j = 0; j < kParticles; ++j) {
        double dx = home[i].x - others[j].x;
        double dy = home[i].y - others[j].y;
        double dz = home[i].z - others[j].z;
        double v = exp(-2 * kAlpha * kAlpha * (dx * dx + dy * dy + dz * dz)) *
                   others[j].charge;
        sum.v += v;
        sum.x += 2 * v * dx;
        sum.y += 2 * v * dy;
        sum.z += 2 * v * dz;
      }
      forces[box * kParticles + i] = sum;
    }
    __syncthreads();
  }
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  suite::Device<Particle> particles(problem.particles);
  suite::Device<int> first(problem.first), neighbours(problem.neighbours);
  suite::Device<Force> forces(problem.particles.size());
  program.measure("cuda", [&] {
    interact<<<problem.boxes, kThreads>>>(particles, first, neighbours, forces);
    suite::wait();
  });
  std::vector<Force> result = forces.read();
  program.result("cuda", &result[0].v, result.size() * 4);
}
