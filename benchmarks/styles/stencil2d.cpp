// Each point and its four neighbours; those beyond an edge are the point
// itself. See stencil2d.cu for the styles.

static float blend(float here, float left, float right, float above,
                   float below) {
  return 0.5f * here + 0.125f * (left + right + above + below);
}

void host(const float *__restrict in, float *__restrict out, int width,
          int height) {
  for (int y = 0; y < height; ++y) {
    const float *row = in + long(y) * width;
    const float *above = y > 0 ? row - width : row;
    const float *below = y + 1 < height ? row + width : row;
    float *to = out + long(y) * width;
    int last = width - 1;
    to[0] = blend(row[0], row[0], row[1], above[0], below[0]);
#pragma omp simd
    for (int x = 1; x < last; ++x)
      to[x] = blend(row[x], row[x - 1], row[x + 1], above[x], below[x]);
    to[last] =
        blend(row[last], row[last - 1], row[last], above[last], below[last]);
  }
}
