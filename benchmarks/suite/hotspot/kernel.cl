// Two steps in each launch: a block computes the rim of its tile twice, and
// keeps the tile in local memory between the steps.

float next(float own, float north, float south, float west, float east,
           float power) {
  return own + kPower * power + kX * (west + east - 2 * own) +
         kY * (north + south - 2 * own) - kAir * own;
}

kernel void heat(global const float *in, global float *out,
                 global const float *power, int rows, int columns) {
  local float temperature[kBlock][kBlock];
  local float following[kBlock][kBlock];
  local float powers[kBlock][kBlock];
  int tx = get_local_id(0), ty = get_local_id(1);
  int x = (int)get_group_id(0) * kInner - kAtOnce + tx;
  int y = (int)get_group_id(1) * kInner - kAtOnce + ty;
  bool inside = x >= 0 && x < columns && y >= 0 && y < rows;
  if (inside) {
    temperature[ty][tx] = in[y * columns + x];
    powers[ty][tx] = power[y * columns + x];
  }
  barrier(CLK_LOCAL_MEM_FENCE);

  int west = x == 0 ? tx : tx - 1, east = x == columns - 1 ? tx : tx + 1;
  int north = y == 0 ? ty : ty - 1, south = y == rows - 1 ? ty : ty + 1;
  bool computed = false;
  for (int step = 0; step < kAtOnce; ++step) {
    computed = inside && tx > step && tx < kBlock - 1 - step && ty > step &&
               ty < kBlock - 1 - step;
    if (computed)
      following[ty][tx] = next(temperature[ty][tx], temperature[north][tx],
                               temperature[south][tx], temperature[ty][west],
                               temperature[ty][east], powers[ty][tx]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (step == kAtOnce - 1)
      break;
    if (computed)
      temperature[ty][tx] = following[ty][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (computed)
    out[y * columns + x] = following[ty][tx];
}
