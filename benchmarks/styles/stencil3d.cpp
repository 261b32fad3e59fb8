// Each inner point and its six neighbours; points of the surface are copied.
// See stencil3d.cu for the styles.

#include <algorithm>

void host(const float *__restrict in, float *__restrict out, int nx, int ny,
          int nz) {
  long plane = long(nx) * ny;
  for (int z = 0; z < nz; ++z)
    for (int y = 0; y < ny; ++y) {
      const float *row = in + z * plane + long(y) * nx;
      float *to = out + z * plane + long(y) * nx;
      if (z == 0 || z == nz - 1 || y == 0 || y == ny - 1) {
        std::copy(row, row + nx, to);
        continue;
      }
      to[0] = row[0];
#pragma omp simd
      for (int x = 1; x < nx - 1; ++x)
        to[x] = 0.4f * row[x] +
                0.1f * (row[x - 1] + row[x + 1] + row[x - nx] + row[x + nx] +
                        row[x - plane] + row[x + plane]);
      to[nx - 1] = row[nx - 1];
    }
}
