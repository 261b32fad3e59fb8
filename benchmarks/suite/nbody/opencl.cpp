// As the CUDA program.

#include "../opencl.h"
#include "problem.h"

const char kSource[] = {
#embed "kernel.cl" suffix(, )
    0};
const int kThreads = 256;

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int n = problem.n;
  std::vector<cl_float4> bodies(n), velocities(n);
  for (int i = 0; i < n; ++i) {
    bodies[i] = {{problem.x[i], problem.y[i], problem.z[i], problem.mass[i]}};
    velocities[i] = {{problem.vx[i], problem.vy[i], problem.vz[i], 0}};
  }
  suite::Queue queue;
  suite::Kernels kernels(queue, kSource,
                         suite::constant("kThreads", kThreads) +
                             suite::constant("kStep", kStep) +
                             suite::constant("kSoftening", kSoftening));
  suite::Kernel move(kernels, "move");
  suite::Buffer<cl_float4> places(queue, bodies), speeds(queue, velocities),
      newPlaces(queue, n), newSpeeds(queue, n);
  program.measure("opencl", [&] {
    move.launch((n + kThreads - 1) / kThreads, kThreads, places, speeds,
                newPlaces, newSpeeds, n);
    queue.wait();
  });
  std::vector<float> result;
  for (const auto &values : {newPlaces.read(), newSpeeds.read()})
    for (int part = 0; part < 3; ++part)
      for (const cl_float4 &value : values)
        result.push_back(value.s[part]);
  program.result("opencl", result);
}
