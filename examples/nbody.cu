// nbody [bodies] [steps]: every body attracts every other. A block brings the
// bodies to shared memory a tile at a time; each of its threads adds up the
// forces on one body.
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#define CUDA_CHECK(call)                                                       \
  do {                                                                         \
    cudaError_t error = (call);                                                \
    if (error != cudaSuccess) {                                                \
      fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call,            \
              cudaGetErrorString(error));                                      \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

const int kThreads = 128;
const float kSoftening = 1e-2f;
const float kTimeStep = 1e-2f;

/// Positions are in x, y, z; the mass is in w.
__global__ void advance(const float4 *in, float4 *out, float3 *velocities,
                        int n) {
  __shared__ float4 tile[kThreads];
  int i = blockIdx.x * kThreads + threadIdx.x;
  float4 me = i < n ? in[i] : make_float4(0, 0, 0, 0);
  float3 force = make_float3(0, 0, 0);

  for (int start = 0; start < n; start += kThreads) {
    // A body of mass zero pulls at nothing.
    int j = start + threadIdx.x;
    tile[threadIdx.x] = j < n ? in[j] : make_float4(0, 0, 0, 0);
    __syncthreads();
    for (int k = 0; k < kThreads; ++k) {
      float dx = tile[k].x - me.x;
      float dy = tile[k].y - me.y;
      float dz = tile[k].z - me.z;
      float inverse = rsqrtf(dx * dx + dy * dy + dz * dz + kSoftening);
      float pull = tile[k].w * inverse * inverse * inverse;
      force.x += dx * pull;
      force.y += dy * pull;
      force.z += dz * pull;
    }
    __syncthreads();
  }

  if (i >= n)
    return;
  float3 velocity = velocities[i];
  velocity.x += force.x * kTimeStep;
  velocity.y += force.y * kTimeStep;
  velocity.z += force.z * kTimeStep;
  velocities[i] = velocity;
  out[i] =
      make_float4(me.x + velocity.x * kTimeStep, me.y + velocity.y * kTimeStep,
                  me.z + velocity.z * kTimeStep, me.w);
}

static void referenceStep(std::vector<float4> &bodies,
                          std::vector<float3> &velocities) {
  std::vector<float4> old = bodies;
  for (size_t i = 0; i < old.size(); ++i) {
    float fx = 0, fy = 0, fz = 0;
    for (const float4 &other : old) {
      float dx = other.x - old[i].x, dy = other.y - old[i].y,
            dz = other.z - old[i].z;
      float inverse =
          1.0f / std::sqrt(dx * dx + dy * dy + dz * dz + kSoftening);
      float pull = other.w * inverse * inverse * inverse;
      fx += dx * pull;
      fy += dy * pull;
      fz += dz * pull;
    }
    velocities[i].x += fx * kTimeStep;
    velocities[i].y += fy * kTimeStep;
    velocities[i].z += fz * kTimeStep;
    bodies[i].x += velocities[i].x * kTimeStep;
    bodies[i].y += velocities[i].y * kTimeStep;
    bodies[i].z += velocities[i].z * kTimeStep;
  }
}

int main(int argc, char **argv) {
  const int n = argc > 1 ? atoi(argv[1]) : 2000;
  const int steps = argc > 2 ? atoi(argv[2]) : 4;

  std::vector<float4> bodies(n), result(n);
  std::vector<float3> velocities(n);
  unsigned random = 3;
  auto next = [&random] {
    random = random * 1664525u + 1013904223u;
    return float(random >> 8) / float(1 << 23) - 1;
  };
  for (int i = 0; i < n; ++i) {
    bodies[i] = make_float4(next(), next(), next(), (next() + 1.5f) / n);
    velocities[i] = make_float3(0, 0, 0);
  }

  float4 *deviceIn, *deviceOut;
  float3 *deviceVelocities;
  CUDA_CHECK(cudaMalloc(&deviceIn, n * sizeof(float4)));
  CUDA_CHECK(cudaMalloc(&deviceOut, n * sizeof(float4)));
  CUDA_CHECK(cudaMalloc(&deviceVelocities, n * sizeof(float3)));
  CUDA_CHECK(cudaMemcpy(deviceIn, bodies.data(), n * sizeof(float4),
                        cudaMemcpyHostToDevice));
  CUDA_CHECK(cudaMemcpy(deviceVelocities, velocities.data(), n * sizeof(float3),
                        cudaMemcpyHostToDevice));

  cudaEvent_t start, stop;
  CUDA_CHECK(cudaEventCreate(&start));
  CUDA_CHECK(cudaEventCreate(&stop));

  const int blocks = (n + kThreads - 1) / kThreads;
  CUDA_CHECK(cudaEventRecord(start));
  for (int step = 0; step < steps; ++step) {
    advance<<<blocks, kThreads>>>(deviceIn, deviceOut, deviceVelocities, n);
    CUDA_CHECK(cudaGetLastError());
    std::swap(deviceIn, deviceOut);
  }
  CUDA_CHECK(cudaEventRecord(stop));
  CUDA_CHECK(cudaEventSynchronize(stop));
  float milliseconds = 0;
  CUDA_CHECK(cudaEventElapsedTime(&milliseconds, start, stop));

  CUDA_CHECK(cudaMemcpy(result.data(), deviceIn, n * sizeof(float4),
                        cudaMemcpyDeviceToHost));
  for (int step = 0; step < steps; ++step)
    referenceStep(bodies, velocities);
  bool passed = true;
  for (int i = 0; i < n && passed; ++i)
    passed = std::fabs(result[i].x - bodies[i].x) <= 1e-4f &&
             std::fabs(result[i].y - bodies[i].y) <= 1e-4f &&
             std::fabs(result[i].z - bodies[i].z) <= 1e-4f;

  printf("nbody: %d bodies, %d steps in %.3f ms (%.1f M interactions/s): %s\n",
         n, steps, milliseconds, 1e-3 * n * n * steps / milliseconds,
         passed ? "PASSED" : "FAILED");
  CUDA_CHECK(cudaEventDestroy(start));
  CUDA_CHECK(cudaEventDestroy(stop));
  CUDA_CHECK(cudaFree(deviceIn));
  CUDA_CHECK(cudaFree(deviceOut));
  CUDA_CHECK(cudaFree(deviceVelocities));
  return passed ? 0 : 1;
}
