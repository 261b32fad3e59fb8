// A thread for each body; the others come by in tiles in local memory.

kernel void move(global const float4 *bodies, global const float4 *velocities,
                 global float4 *newBodies, global float4 *newVelocities,
                 int n) {
  local float4 tile[kThreads];
  int i = get_global_id(0), thread = get_local_id(0);
  float4 own = i < n ? bodies[i] : (float4)(0);
  float3 acceleration = (float3)(0);
  for (int first = 0; first < n; first += kThreads) {
    int other = first + thread;
    // What has no mass does not pull.
    tile[thread] = other < n ? bodies[other] : (float4)(0);
    barrier(CLK_LOCAL_MEM_FENCE);
#pragma unroll 8
    for (int j = 0; j < kThreads; ++j) {
      float4 body = tile[j];
      float dx = body.x - own.x, dy = body.y - own.y, dz = body.z - own.z;
      float inverse = rsqrt(dx * dx + dy * dy + dz * dz + kSoftening);
      float pull = body.w * inverse * inverse * inverse;
      acceleration.x += dx * pull;
      acceleration.y += dy * pull;
      acceleration.z += dz * pull;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
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
