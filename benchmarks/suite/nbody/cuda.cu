// A thread for each body; the others come by in tiles in shared memory.

#include "../device.h"
#include "problem.h"

const int kThreads = 256;

__global__ void step(const float4 *bodies, const float4 *velocities,
                     float4 *newBodies, float4 *newVelocities, int n) {
  __shared__ float4 tile[kThreads];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float4 own = i < n ? bodies[i] : make_float4(0, 0, 0, 0);
  float3 acceleration = make_float3(0, 0, 0);
  for (int first = 0; first < n; first += kThreads) {
    int other = first + threadIdx.x;
    // What has no mass does not pull.
    tile[threadIdx.x] = other < n ? bodies[other] : make_float4(0, 0, 0, 0);
    __syncthreads();
#pragma unroll 8
    for (int j = 0; j < kThreads; ++j) {
      float4 body = tile[j];
      float dx = body.x - own.x, dy = body.y - own.y, dz = body.z - own.z;
      float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + kSoftening);
      float pull = body.w * inverse * inverse * inverse;
      acceleration.x += dx * pull;
      acceleration.y += dy * pull;
      acceleration.z += dz * pull;
    }
    __syncthreads();
  }
  if (i >= n)
    return;
  float4 velocity = velocities[i];
  velocity.x += acceleration.x * kStep;
  velocity.y += acceleration.y * kStep;
  velocity.z += acceleration.z * kStep;
  own.x += velocity.x * kStep;
  own.y += velocity.y * kStep;
  own.z += velocity.z * kStep;
  newBodies[i] = own;
  newVelocities[i] = velocity;
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int n = problem.n;
  std::vector<float4> bodies(n), velocities(n);
  for (int i = 0; i < n; ++i) {
    bodies[i] =
        make_float4(problem.x[i], problem.y[i], problem.z[i], problem.mass[i]);
    velocities[i] = make_float4(problem.vx[i], problem.vy[i], problem.vz[i], 0);
  }
  suite::Device<float4> places(bodies), speeds(velocities), newPlaces(n),
      newSpeeds(n);
  program.measure("cuda", [&] {
    step<<<(n + kThreads - 1) / kThreads, kThreads>>>(places, speeds, newPlaces,
                                                      newSpeeds, n);
    suite::wait();
  });
  std::vector<float> result;
  for (float float4::*part : {&float4::x, &float4::y, &float4::z})
    for (float4 body : newPlaces.read())
      result.push_back(body.*part);
  for (float float4::*part : {&float4::x, &float4::y, &float4::z})
    for (float4 body : newSpeeds.read())
      result.push_back(body.*part);
  program.result("cuda", result);
}
