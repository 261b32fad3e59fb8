// Each inner point and its six neighbours: threads for points, or for columns
// that go through the planes.

#include "styles.h"

void host(const float *in, float *out, int nx, int ny, int nz);

__device__ inline float blend(float here, float left, float right, float front,
                              float back, float below, float above) {
  return 0.4f * here + 0.1f * (left + right + front + back + below + above);
}

__global__ void guard3D(const float *in, float *out, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < nx && y < ny && z < nz) {
    int i = (z * ny + y) * nx + x;
    if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1)
      out[i] = blend(in[i], in[i - 1], in[i + 1], in[i - nx], in[i + nx],
                     in[i - nx * ny], in[i + nx * ny]);
    else
      out[i] = in[i];
  }
}

__global__ void returnSize(const float *__restrict__ in,
                           float *__restrict__ out, size_t nx, size_t ny,
                           size_t nz) {
  size_t x = threadIdx.x + size_t(blockIdx.x) * blockDim.x;
  size_t y = threadIdx.y + size_t(blockIdx.y) * blockDim.y;
  size_t z = threadIdx.z + size_t(blockIdx.z) * blockDim.z;
  if (x >= nx || y >= ny || z >= nz)
    return;
  size_t plane = nx * ny, i = z * plane + y * nx + x;
  if (x == 0 || x == nx - 1 || y == 0 || y == ny - 1 || z == 0 || z == nz - 1) {
    out[i] = in[i];
    return;
  }
  out[i] = blend(in[i], in[i - 1], in[i + 1], in[i - nx], in[i + nx],
                 in[i - plane], in[i + plane]);
}

#define AT(x, y, z) ((z) * ny * nx + (y) * nx + (x))

__global__ void macroIndex(const float *in, float *out, unsigned nx,
                           unsigned ny, unsigned nz) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y,
           z = blockIdx.z;
  if (x >= nx)
    return;
  // Unsigned: 0 - 1 is beyond the end as well.
  bool isInner = x - 1 < nx - 2 && y - 1 < ny - 2 && z - 1 < nz - 2;
  out[AT(x, y, z)] =
      isInner ? blend(in[AT(x, y, z)], in[AT(x - 1, y, z)], in[AT(x + 1, y, z)],
                      in[AT(x, y - 1, z)], in[AT(x, y + 1, z)],
                      in[AT(x, y, z - 1)], in[AT(x, y, z + 1)])
              : in[AT(x, y, z)];
}

__global__ void divided(const float *in, float *out, int nx, int ny, int nz) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= nx * ny * nz)
    return;
  int x = i % nx, y = i / nx % ny, z = i / (nx * ny);
  float value = in[i];
  if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1)
    value = blend(value, in[i - 1], in[i + 1], in[i - nx], in[i + nx],
                  in[i - nx * ny], in[i + nx * ny]);
  out[i] = value;
}

template <int kX, int kY>
__global__ void knownSizes(const float *in, float *out, int nz) {
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y,
      z = blockIdx.z;
  if (x >= kX || y >= kY)
    return;
  int i = (z * kY + y) * kX + x;
  float value = in[i];
  if (x > 0 && x < kX - 1 && y > 0 && y < kY - 1 && z > 0 && z < nz - 1)
    value = blend(value, in[i - 1], in[i + 1], in[i - kX], in[i + kX],
                  in[i - kX * kY], in[i + kX * kY]);
  out[i] = value;
}

__global__ void gridStride(const float *in, float *out, int nx, int ny,
                           int nz) {
  int plane = nx * ny;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < plane * nz;
       i += blockDim.x * gridDim.x) {
    int z = i / plane, y = (i - z * plane) / nx, x = i - z * plane - y * nx;
    if (x == 0 || x == nx - 1 || y == 0 || y == ny - 1 || z == 0 || z == nz - 1)
      out[i] = in[i];
    else
      out[i] = blend(in[i], in[i - 1], in[i + 1], in[i - nx], in[i + nx],
                     in[i - plane], in[i + plane]);
  }
}

__global__ void twoPlanes(const float *in, float *out, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= nx || y >= ny)
    return;
  for (int z = 2 * blockIdx.z; z < min(2 * int(blockIdx.z) + 2, nz); ++z) {
    int i = (z * ny + y) * nx + x;
    float value = in[i];
    if (x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1)
      value = blend(value, in[i - 1], in[i + 1], in[i - nx], in[i + nx],
                    in[i - nx * ny], in[i + nx * ny]);
    out[i] = value;
  }
}

// A thread goes through all planes; the values above and below it are kept.
__global__ void planes(const float *in, float *out, int nx, int ny, int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= nx || y >= ny)
    return;
  bool isInner = x > 0 && x < nx - 1 && y > 0 && y < ny - 1;
  size_t plane = size_t(nx) * ny, at = size_t(y) * nx + x;
  float below = in[at], here = in[at + plane];
  out[at] = below;
  for (int z = 1; z < nz - 1; ++z) {
    at += plane;
    float above = in[at + plane];
    out[at] = isInner ? blend(here, in[at - 1], in[at + 1], in[at - nx],
                              in[at + nx], below, above)
                      : here;
    below = here;
    here = above;
  }
  out[at + plane] = here;
}

__global__ void planePointers(const float *in, float *out, int nx, int ny,
                              int nz) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= nx || y >= ny)
    return;
  bool isInner = x > 0 && x < nx - 1 && y > 0 && y < ny - 1;
  int plane = nx * ny;
  const float *p = in + y * nx + x;
  float *q = out + y * nx + x;
  for (int z = 0; z < nz; ++z, p += plane, q += plane)
    if (isInner && z > 0 && z < nz - 1)
      *q = blend(*p, p[-1], p[1], p[-nx], p[nx], p[-plane], p[plane]);
    else
      *q = *p;
}

const int kTileX = 32, kTileY = 8;

// The same with the plane's neighbours in shared memory.
__global__ void planesShared(const float *in, float *out, int nx, int ny,
                             int nz) {
  __shared__ float tile[kTileY + 2][kTileX + 2];
  int x = blockIdx.x * kTileX + threadIdx.x,
      y = blockIdx.y * kTileY + threadIdx.y;
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  bool isThere = x < nx && y < ny;
  bool isInner = x > 0 && x < nx - 1 && y > 0 && y < ny - 1;
  size_t plane = size_t(nx) * ny, at = size_t(y) * nx + x;
  float below = 0, here = isThere ? in[at] : 0,
        above = isThere ? in[at + plane] : 0;
  if (isThere)
    out[at] = here;
  for (int z = 1; z < nz - 1; ++z) {
    at += plane;
    below = here;
    here = above;
    if (isThere)
      above = in[at + plane];
    tile[ty][tx] = here;
    if (isInner) {
      if (tx == 1)
        tile[ty][0] = in[at - 1];
      if (tx == kTileX)
        tile[ty][kTileX + 1] = in[at + 1];
      if (ty == 1)
        tile[0][tx] = in[at - nx];
      if (ty == kTileY)
        tile[kTileY + 1][tx] = in[at + nx];
    }
    __syncthreads();
    if (isInner)
      out[at] = blend(here, tile[ty][tx - 1], tile[ty][tx + 1],
                      tile[ty - 1][tx], tile[ty + 1][tx], below, above);
    else if (isThere)
      out[at] = here;
    __syncthreads();
  }
  if (isThere)
    out[at + plane] = above;
}

// A cube with its halo, in shared memory whose size the launch says.
__global__ void cubes(const float *in, float *out, int nx, int ny, int nz) {
  extern __shared__ float cube[];
  int px = blockDim.x + 2, py = blockDim.y + 2, pz = blockDim.z + 2;
  int left = blockIdx.x * blockDim.x, front = blockIdx.y * blockDim.y,
      bottom = blockIdx.z * blockDim.z;
  int t = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  for (int k = t; k < px * py * pz; k += blockDim.x * blockDim.y * blockDim.z) {
    int x = min(max(left + k % px - 1, 0), nx - 1),
        y = min(max(front + k / px % py - 1, 0), ny - 1);
    int z = min(max(bottom + k / (px * py) - 1, 0), nz - 1);
    cube[k] = in[(z * ny + y) * nx + x];
  }
  __syncthreads();
  int x = left + threadIdx.x, y = front + threadIdx.y, z = bottom + threadIdx.z;
  if (x >= nx || y >= ny || z >= nz)
    return;
  const float *c =
      cube + ((threadIdx.z + 1) * py + threadIdx.y + 1) * px + threadIdx.x + 1;
  bool isInner =
      x > 0 && x < nx - 1 && y > 0 && y < ny - 1 && z > 0 && z < nz - 1;
  out[(z * ny + y) * nx + x] =
      isInner ? blend(*c, c[-1], c[1], c[-px], c[px], c[-px * py], c[px * py])
              : *c;
}

struct Volume {
  float *values;
  int3 size;
  __device__ float &operator()(int3 p) const {
    return values[(p.z * size.y + p.y) * size.x + p.x];
  }
  __device__ float at(int3 p, int dx, int dy, int dz) const {
    return (*this)(make_int3(p.x + dx, p.y + dy, p.z + dz));
  }
};

__global__ void volumes(Volume in, Volume out) {
  int3 p = make_int3(blockIdx.x * blockDim.x + threadIdx.x,
                     blockIdx.y * blockDim.y + threadIdx.y,
                     blockIdx.z * blockDim.z + threadIdx.z);
  int3 size = in.size;
  if (p.x >= size.x || p.y >= size.y || p.z >= size.z)
    return;
  if (p.x == 0 || p.y == 0 || p.z == 0 || p.x == size.x - 1 ||
      p.y == size.y - 1 || p.z == size.z - 1)
    out(p) = in(p);
  else
    out(p) =
        blend(in(p), in.at(p, -1, 0, 0), in.at(p, 1, 0, 0), in.at(p, 0, -1, 0),
              in.at(p, 0, 1, 0), in.at(p, 0, 0, -1), in.at(p, 0, 0, 1));
}

const int kFull = 128, kSmall = 37;

int main(int argc, char **argv) {
  styles::Set set(argc, argv);
  int nx = set.size(kFull, kSmall), ny = nx, nz = set.size(128, 11),
      n = nx * ny * nz;
  styles::Array<float> in(styles::randomFloats(n)), out(n);
  set.host(out, 1e-5, [&] { host(in.host, out.host, nx, ny, nz); });

  dim3 cube(32, 4, 2), cubeGrid(styles::ceilDiv(nx, 32), styles::ceilDiv(ny, 4),
                                styles::ceilDiv(nz, 2));
  dim3 wide(kTileX, kTileY),
      wideGrid(styles::ceilDiv(nx, kTileX), styles::ceilDiv(ny, kTileY));
  set.style("guard3D",
            [&] { guard3D<<<cubeGrid, cube>>>(in, out, nx, ny, nz); });
  set.style("returnSize", [&] {
    dim3 block(8, 8, 8), grid(styles::ceilDiv(nx, 8), styles::ceilDiv(ny, 8),
                              styles::ceilDiv(nz, 8));
    returnSize<<<grid, block>>>(in, out, nx, ny, nz);
  });
  set.style("macroIndex", [&] {
    macroIndex<<<dim3(styles::ceilDiv(nx, 128), ny, nz), 128>>>(in, out, nx, ny,
                                                                nz);
  });
  set.style("divided", [&] {
    divided<<<styles::ceilDiv(n, 256), 256>>>(in, out, nx, ny, nz);
  });
  set.style("knownSizes", [&] {
    dim3 grid(styles::ceilDiv(nx, 32), styles::ceilDiv(ny, 8), nz);
    if (set.small())
      knownSizes<kSmall, kSmall><<<grid, dim3(32, 8)>>>(in, out, nz);
    else
      knownSizes<kFull, kFull><<<grid, dim3(32, 8)>>>(in, out, nz);
  });
  set.style("gridStride",
            [&] { gridStride<<<64, 256>>>(in, out, nx, ny, nz); });
  set.style("twoPlanes", [&] {
    dim3 grid(styles::ceilDiv(nx, 64), styles::ceilDiv(ny, 4),
              styles::ceilDiv(nz, 2));
    twoPlanes<<<grid, dim3(64, 4)>>>(in, out, nx, ny, nz);
  });
  set.style("planes", [&] { planes<<<wideGrid, wide>>>(in, out, nx, ny, nz); });
  set.style("planePointers",
            [&] { planePointers<<<wideGrid, wide>>>(in, out, nx, ny, nz); });
  set.style("planesShared",
            [&] { planesShared<<<wideGrid, wide>>>(in, out, nx, ny, nz); });
  set.style("cubes", [&] {
    cubes<<<cubeGrid, cube, 34 * 6 * 4 * sizeof(float)>>>(in, out, nx, ny, nz);
  });
  Volume from{in, make_int3(nx, ny, nz)}, to{out, make_int3(nx, ny, nz)};
  set.style("volumes", [&] { volumes<<<cubeGrid, cube>>>(from, to); });
  return set.status();
}
