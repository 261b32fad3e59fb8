// Boxes with threads; vectors go over the other particles, in the structures
// or in arrays of their own for each component.
// directives: structures

#include "problem.h"

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<Force> forces(problem.particles.size());
  const Particle *particles = problem.particles.data();
  program.measure("structures", [&] {
#pragma omp parallel for schedule(dynamic, 4)
    for (int box = 0; box < problem.boxes; ++box)
      for (int i = box * kParticles; i < (box + 1) * kParticles; ++i) {
        Particle own = particles[i];
        double sv = 0, sx = 0, sy = 0, sz = 0;
        for (int k = problem.first[box]; k < problem.first[box + 1]; ++k) {
          const Particle *others =
              particles + problem.neighbours[k] * kParticles;
#pragma omp simd reduction(+ : sv, sx, sy, sz)
          for (int j = 0; j < kParticles; ++j) {
            double dx = own.x - others[j].x, dy = own.y - others[j].y;
            double dz = own.z - others[j].z;
            double v =
                exp(-2 * kAlpha * kAlpha * (dx * dx + dy * dy + dz * dz)) *
                others[j].charge;
            sv += v, sx += 2 * v * dx, sy += 2 * v * dy, sz += 2 * v * dz;
          }
        }
        forces[i] = {sv, sx, sy, sz};
      }
  });
  program.result("structures", &forces[0].v, forces.size() * 4);

  size_t n = problem.particles.size();
  std::vector<double> x(n), y(n), z(n), charge(n);
  for (size_t i = 0; i < n; ++i)
    x[i] = particles[i].x, y[i] = particles[i].y, z[i] = particles[i].z,
    charge[i] = particles[i].charge;
  program.measure("arrays", [&] {
#pragma omp parallel for schedule(dynamic, 4)
    for (int box = 0; box < problem.boxes; ++box)
      for (int i = box * kParticles; i < (box + 1) * kParticles; ++i) {
        double ox = x[i], oy = y[i], oz = z[i];
        double sv = 0, sx = 0, sy = 0, sz = 0;
        for (int k = problem.first[box]; k < problem.first[box + 1]; ++k) {
          int begin = problem.neighbours[k] * kParticles;
          const double *px = &x[begin], *py = &y[begin], *pz = &z[begin],
                       *pc = &charge[begin];
#pragma omp simd reduction(+ : sv, sx, sy, sz)
          for (int j = 0; j < kParticles; ++j) {
            double dx = ox - px[j], dy = oy - py[j], dz = oz - pz[j];
            double v =
                exp(-2 * kAlpha * kAlpha * (dx * dx + dy * dy + dz * dz)) *
                pc[j];
            sv += v, sx += 2 * v * dx, sy += 2 * v * dy, sz += 2 * v * dz;
          }
        }
        forces[i] = {sv, sx, sy, sz};
      }
  });
  program.result("arrays", &forces[0].v, forces.size() * 4);
}
