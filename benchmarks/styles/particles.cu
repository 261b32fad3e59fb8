// Particles move in a box and bounce off its walls: arrays of structures,
// structures of arrays, and vectors of CUDA.

#include "styles.h"

void host(float *position, float *velocity, int n, float time, float drag);

const float kGravity = -9.81f;

__device__ inline void move(float &place, float &speed, float pull, float time,
                            float drag) {
  speed = speed * drag + pull * time;
  place += speed * time;
  if (place < 0) {
    place = -place;
    speed = -speed;
  } else if (place > 1) {
    place = 2 - place;
    speed = -speed;
  }
}

__global__ void arrays(float *x, float *y, float *z, float *vx, float *vy,
                       float *vz, int n, float time, float drag) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    move(x[i], vx[i], 0, time, drag);
    move(y[i], vy[i], kGravity, time, drag);
    move(z[i], vz[i], 0, time, drag);
  }
}

__global__ void arraysStride(float *x, float *y, float *z, float *vx, float *vy,
                             float *vz, int n, float time, float drag) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x) {
    move(x[i], vx[i], 0, time, drag);
    move(y[i], vy[i], kGravity, time, drag);
    move(z[i], vz[i], 0, time, drag);
  }
}

struct Arrays {
  float *position[3], *velocity[3];
};

__global__ void arraysStruct(Arrays arrays, size_t n, float time, float drag) {
  size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
#pragma unroll
  for (int axis = 0; axis < 3; ++axis) {
    float place = arrays.position[axis][i], speed = arrays.velocity[axis][i];
    move(place, speed, axis == 1 ? kGravity : 0, time, drag);
    arrays.position[axis][i] = place;
    arrays.velocity[axis][i] = speed;
  }
}

// y is the axis: three times as many threads.
__global__ void axisPerThread(float *position, float *velocity, int n,
                              float time, float drag) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, axis = blockIdx.y;
  if (i < n)
    move(position[axis * n + i], velocity[axis * n + i],
         axis == 1 ? kGravity : 0, time, drag);
}

__global__ void twoGuards(float *position, float *velocity, int n, float time,
                          float drag) {
  int i = blockIdx.x * (2 * blockDim.x) + threadIdx.x, j = i + blockDim.x;
  for (int axis = 0; axis < 3; ++axis) {
    float pull = axis == 1 ? kGravity : 0;
    if (i < n)
      move(position[axis * n + i], velocity[axis * n + i], pull, time, drag);
    if (j < n)
      move(position[axis * n + j], velocity[axis * n + j], pull, time, drag);
  }
}

__global__ void pointers(float *position, float *velocity, int n, float time,
                         float drag) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float *p = position + i, *v = velocity + i;
  for (int axis = 0; axis < 3; ++axis, p += n, v += n)
    move(*p, *v, axis == 1 ? kGravity : 0, time, drag);
}

struct Particle {
  float x, y, z, vx, vy, vz;
};

__global__ void structures(Particle *particles, int n, float time, float drag) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    Particle particle = particles[i];
    move(particle.x, particle.vx, 0, time, drag);
    move(particle.y, particle.vy, kGravity, time, drag);
    move(particle.z, particle.vz, 0, time, drag);
    particles[i] = particle;
  }
}

__global__ void structuresInPlace(Particle *particles, unsigned n, float time,
                                  float drag) {
  for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x) {
    Particle &particle = particles[i];
    move(particle.x, particle.vx, 0, time, drag);
    move(particle.y, particle.vy, kGravity, time, drag);
    move(particle.z, particle.vz, 0, time, drag);
  }
}

struct Body {
  float place[3], speed[3];
  __device__ void step(float time, float drag) {
    for (int axis = 0; axis < 3; ++axis)
      move(place[axis], speed[axis], axis == 1 ? kGravity : 0, time, drag);
  }
};

__global__ void methods(Body *bodies, int n, float time, float drag) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    bodies[i].step(time, drag);
}

__global__ void vectors3(float3 *position, float3 *velocity, int n, float time,
                         float drag) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  float3 p = position[i], v = velocity[i];
  move(p.x, v.x, 0, time, drag);
  move(p.y, v.y, kGravity, time, drag);
  move(p.z, v.z, 0, time, drag);
  position[i] = p;
  velocity[i] = v;
}

__global__ void vectors4(float4 *position, float4 *velocity, int n, float time,
                         float drag) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float4 p = position[i], v = velocity[i];
    move(p.x, v.x, 0, time, drag);
    move(p.y, v.y, kGravity, time, drag);
    move(p.z, v.z, 0, time, drag);
    position[i] = p;
    velocity[i] = v;
  }
}

// The block copies its structures to shared memory, float by float.
__global__ void staged(float *particles, int n, float time, float drag) {
  __shared__ Particle mine[128];
  int first = blockIdx.x * 128, count = min(128, n - first);
  float *values = reinterpret_cast<float *>(mine);
  for (int k = threadIdx.x; k < 6 * count; k += 128)
    values[k] = particles[6 * first + k];
  __syncthreads();
  if (threadIdx.x < count) {
    Particle &particle = mine[threadIdx.x];
    move(particle.x, particle.vx, 0, time, drag);
    move(particle.y, particle.vy, kGravity, time, drag);
    move(particle.z, particle.vz, 0, time, drag);
  }
  __syncthreads();
  for (int k = threadIdx.x; k < 6 * count; k += 128)
    particles[6 * first + k] = values[k];
}

// The same particles in another order of floats.
class Layout {
public:
  /// `at` is the index of value k (x, y, z and their speeds) of particle i.
  Layout(const std::vector<float> &state, size_t size,
         std::function<size_t(size_t i, size_t k)> at)
      : n(state.size() / 6), at(at), initial(size), memory(size) {
    for (size_t k = 0; k < state.size(); ++k)
      initial[at(k % n, k / n)] = state[k];
  }
  void reset() { memory.write(initial); }
  std::vector<float> read() const {
    std::vector<float> values = memory.read(), state(6 * n);
    for (size_t k = 0; k < state.size(); ++k)
      state[k] = values[at(k % n, k / n)];
    return state;
  }
  template <typename T> T *as(size_t first = 0) const {
    return reinterpret_cast<T *>(memory + first);
  }

private:
  size_t n;
  std::function<size_t(size_t, size_t)> at;
  std::vector<float> initial;
  suite::Device<float> memory;
};

int main(int argc, char **argv) {
  styles::Set set(argc, argv);
  size_t n = set.size(1 << 19, 1003);
  const float time = 0.002f, drag = 0.999f;
  std::vector<float> places = styles::randomFloats(3 * n),
                     speeds = styles::randomFloats(3 * n, -2, 2, 2),
                     initial = places;
  initial.insert(initial.end(), speeds.begin(), speeds.end());
  styles::Array<float> state(initial);
  Layout six(initial, 6 * n, [](size_t i, size_t k) { return 6 * i + k; });
  Layout three(initial, 6 * n, [n](size_t i, size_t k) {
    return k / 3 * 3 * n + 3 * i + k % 3;
  });
  Layout four(initial, 8 * n, [n](size_t i, size_t k) {
    return k / 3 * 4 * n + 4 * i + k % 3;
  });
  set.host(state, 1e-5,
           [&] { host(state.host, state.host + 3 * n, n, time, drag); });
  set.start([&] {
    styles::check(cudaMemcpy(state, initial.data(), state.bytes(),
                             cudaMemcpyHostToDevice));
    for (Layout *layout : {&six, &three, &four})
      layout->reset();
  });

  int blocks = styles::ceilDiv(n, 256);
  float *p = state, *v = p + 3 * n;
  set.style("arrays", [&] {
    arrays<<<blocks, 256>>>(p, p + n, p + 2 * n, v, v + n, v + 2 * n, n, time,
                            drag);
  });
  set.style("arraysStride", [&] {
    arraysStride<<<16, 256>>>(p, p + n, p + 2 * n, v, v + n, v + 2 * n, n, time,
                              drag);
  });
  Arrays arrays{{p, p + n, p + 2 * n}, {v, v + n, v + 2 * n}};
  set.style("arraysStruct",
            [&] { arraysStruct<<<blocks, 256>>>(arrays, n, time, drag); });
  set.style("axisPerThread", [&] {
    axisPerThread<<<dim3(blocks, 3), 256>>>(p, v, n, time, drag);
  });
  set.style("twoGuards", [&] {
    twoGuards<<<styles::ceilDiv(n, 512), 256>>>(p, v, n, time, drag);
  });
  set.style("pointers",
            [&] { pointers<<<blocks, 256>>>(p, v, n, time, drag); });
  auto readSix = [&] { return six.read(); };
  set.style(
      "structures",
      [&] { structures<<<blocks, 256>>>(six.as<Particle>(), n, time, drag); },
      readSix);
  set.style(
      "structuresInPlace",
      [&] {
        structuresInPlace<<<16, 256>>>(six.as<Particle>(), n, time, drag);
      },
      readSix);
  set.style(
      "methods",
      [&] { methods<<<blocks, 256>>>(six.as<Body>(), n, time, drag); },
      readSix);
  set.style(
      "staged",
      [&] {
        staged<<<styles::ceilDiv(n, 128), 128>>>(six.as<float>(), n, time,
                                                 drag);
      },
      readSix);
  set.style(
      "vectors3",
      [&] {
        vectors3<<<blocks, 256>>>(three.as<float3>(), three.as<float3>(3 * n),
                                  n, time, drag);
      },
      [&] { return three.read(); });
  set.style(
      "vectors4",
      [&] {
        vectors4<<<blocks, 256>>>(four.as<float4>(), four.as<float4>(4 * n), n,
                                  time, drag);
      },
      [&] { return four.read(); });
  return set.status();
}
