// RUN: %check-execution %s
// An array of structs in global memory, updated member-wise and as a whole.
#include "../check.h"

struct Body {
  float position[3];
  float mass;
  int id;
};

__global__ void kernel(Body *bodies, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  Body body = bodies[i];
  for (int axis = 0; axis < 3; ++axis)
    body.position[axis] += axis * body.mass;
  body.id = -body.id;
  bodies[i] = body;
  bodies[i].mass *= 2;
}

int main() {
  const int n = 100;
  std::vector<Body> host(n);
  for (int i = 0; i < n; ++i)
    host[i] = {{float(i), float(i + 1), float(i + 2)}, 0.5f * i, i};
  DeviceArray<Body> bodies(host);
  kernel<<<4, 32>>>(bodies, n);
  host = bodies.read();
  std::vector<float> flat;
  for (const Body &body : host)
    flat.insert(flat.end(), {body.position[0], body.position[1],
                             body.position[2], body.mass, float(body.id)});
  expect(flat, [](int k) {
    int i = k / 5;
    const float want[] = {float(i), i + 1 + 0.5f * i, i + 2.0f + i, float(i),
                          float(-i)};
    return want[k % 5];
  });
}
