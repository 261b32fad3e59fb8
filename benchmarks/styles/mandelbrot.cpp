// Steps until a point leaves the circle. See mandelbrot.cu for the styles.
// flags: -mprefer-vector-width=512

#include <cmath>

void host(int *__restrict out, int width, int height, int limit) {
  // Many points at a time go on until the last of them has left.
  const int kLanes = 32;
  float dx = 3.0f / width, dy = 2.5f / height;
  for (int row = 0; row < height; ++row) {
    float cy = std::fma(float(row), dy, -1.25f);
    for (int first = 0; first < width; first += kLanes) {
      float cx[kLanes], x[kLanes] = {}, y[kLanes] = {};
      int steps[kLanes] = {};
      for (int k = 0; k < kLanes; ++k)
        cx[k] = std::fma(float(first + k), dx, -2.0f);
      for (int step = 0; step < limit; ++step) {
        int inside = 0;
#pragma omp simd reduction(+ : inside)
        for (int k = 0; k < kLanes; ++k) {
          // Points that left go on to infinity, and never come back.
          int isInside = std::fma(x[k], x[k], y[k] * y[k]) <= 4.0f;
          steps[k] += isInside;
          inside += isInside;
          float next = std::fma(x[k], x[k], std::fma(-y[k], y[k], cx[k]));
          y[k] = std::fma(x[k] + x[k], y[k], cy);
          x[k] = next;
        }
        if (inside == 0)
          break;
      }
      for (int k = 0; k < kLanes && first + k < width; ++k)
        out[row * width + first + k] = steps[k];
    }
  }
}
