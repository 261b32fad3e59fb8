// One particle after the other.

#include "problem.h"

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<Force> forces(problem.particles.size());
  program.measure("serial", [&] {
    for (int box = 0; box < problem.boxes; ++box)
      for (int i = box * kParticles; i < (box + 1) * kParticles; ++i) {
        Particle own = problem.particles[i];
        Force sum = {};
        for (int k = problem.first[box]; k < problem.first[box + 1]; ++k) {
          int begin = problem.neighbours[k] * kParticles;
          for (int j = begin; j < begin + kParticles; ++j) {
            Particle other = problem.particles[j];
            double dx = own.x - other.x, dy = own.y - other.y;
            double dz = own.z - other.z;
            double v =
                exp(-2 * kAlpha * kAlpha * (dx * dx + dy * dy + dz * dz));
            double scale = 2 * v * other.charge;
            sum.v += v * other.charge;
            sum.x += scale * dx;
            sum.y += scale * dy;
            sum.z += scale * dz;
          }
        }
        forces[i] = sum;
      }
  });
  program.result("serial", &forces[0].v, forces.size() * 4);
}
