// Tiles of both matrices in local memory.

kernel void matmul(global const float *a, global const float *b,
                   global float *c, int n) {
  local float tileA[kTile][kTile];
  local float tileB[kTile][kTile];
  int tx = get_local_id(0), ty = get_local_id(1);
  int row = get_group_id(1) * kTile + ty;
  int column = get_group_id(0) * kTile + tx;

  float sum = 0;
  for (int k = 0; k < n; k += kTile) {
    tileA[ty][tx] = row < n && k + tx < n ? a[row * n + k + tx] : 0.0f;
    tileB[ty][tx] = k + ty < n && column < n ? b[(k + ty) * n + column] : 0.0f;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int i = 0; i < kTile; ++i)
      sum += tileA[ty][i] * tileB[i][tx];
    barrier(CLK_LOCAL_MEM_FENCE);
  }
  if (row < n && column < n)
    c[row * n + column] = sum;
}
