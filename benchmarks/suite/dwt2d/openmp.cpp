// Rows with threads, low and high values apart so that vectors can work on
// them; columns in strips with threads. Strips go through the image once for
// each step, or once for all steps.
// directives: steps

#include "problem.h"

#include <algorithm>

constexpr int kStrip = 64;

/// Transforms a row from `in` to `out`.
static void transformRow(const float *in, float *out, int n) {
  int lows = (n + 1) / 2, highs = n / 2;
  float *low = out, *high = out + lows;
  for (int i = 0; i < highs; ++i)
    low[i] = in[2 * i], high[i] = in[2 * i + 1];
  if (lows > highs)
    low[highs] = in[n - 1];
  auto odd = [&](float factor) {
    // The last one may have no right neighbour.
    int inner = std::min(highs, lows - 1);
#pragma omp simd
    for (int i = 0; i < inner; ++i)
      high[i] += factor * (low[i] + low[i + 1]);
    if (inner < highs)
      high[inner] += 2 * factor * low[inner];
  };
  auto even = [&](float factor) {
    low[0] += 2 * factor * high[0];
#pragma omp simd
    for (int i = 1; i < highs; ++i)
      low[i] += factor * (high[i - 1] + high[i]);
    if (lows > highs)
      low[highs] += 2 * factor * high[highs - 1];
  };
  odd(kAlpha), even(kBeta), odd(kGamma), even(kDelta);
  for (int i = 0; i < lows; ++i)
    low[i] *= kScale;
  for (int i = 0; i < highs; ++i)
    high[i] *= 1 / kScale;
}

/// The rows of a strip of columns.
struct Strip {
  const float *in; // Rows of `width` values.
  float *out;      // Rows of `pitch` values.
  int width, pitch, height, count;

  int lows() const { return (height + 1) / 2; }
  int highs() const { return height / 2; }
  const float *input(int i) const {
    return in + size_t(mirror(i, height)) * width;
  }
  float *low(int i) const {
    return out + size_t(std::clamp(i, 0, lows() - 1)) * pitch;
  }
  float *high(int i) const {
    return out + size_t(lows() + std::clamp(i, 0, highs() - 1)) * pitch;
  }

  // The four steps for one row each.
  void first(int i) const {
    combine(high(i), input(2 * i + 1), kAlpha, input(2 * i), input(2 * i + 2));
  }
  void second(int i) const {
    combine(low(i), input(2 * i), kBeta, high(i - 1), high(i));
  }
  void third(int i) const {
    combine(high(i), high(i), kGamma, low(i), low(i + 1));
  }
  void fourth(int i) const {
    combine(low(i), low(i), kDelta, high(i - 1), high(i));
  }
  void scale(float *row, float factor) const {
#pragma omp simd
    for (int x = 0; x < count; ++x)
      row[x] *= factor;
  }

private:
  void combine(float *to, const float *base, float factor, const float *a,
               const float *b) const {
#pragma omp simd
    for (int x = 0; x < count; ++x)
      to[x] = base[x] + factor * (a[x] + b[x]);
  }
};

static void inSteps(const Strip &strip) {
  int lows = strip.lows(), highs = strip.highs();
  for (int i = 0; i < highs; ++i)
    strip.first(i);
  for (int i = 0; i < lows; ++i)
    strip.second(i);
  for (int i = 0; i < highs; ++i)
    strip.third(i);
  for (int i = 0; i < lows; ++i)
    strip.fourth(i);
  for (int i = 0; i < lows; ++i)
    strip.scale(strip.low(i), kScale);
  for (int i = 0; i < highs; ++i)
    strip.scale(strip.high(i), 1 / kScale);
}

/// Later steps follow one or two rows behind.
static void atOnce(const Strip &strip) {
  int lows = strip.lows(), highs = strip.highs();
  for (int i = 0; i < lows + 3; ++i) {
    if (i < highs)
      strip.first(i);
    if (i < lows)
      strip.second(i);
    if (i - 1 >= 0 && i - 1 < highs)
      strip.third(i - 1);
    if (i - 2 >= 0 && i - 2 < lows)
      strip.fourth(i - 2), strip.scale(strip.low(i - 2), kScale);
    // The fourth step of the next row needs the high row before unscaled.
    if (i - 3 >= 0 && i - 3 < highs)
      strip.scale(strip.high(i - 3), 1 / kScale);
  }
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<float> image, rows(problem.image.size());
  auto run = [&](const char *name, auto columns) {
    program.measure(
        name, [&] { image = problem.image; },
        [&] {
          int width = problem.width, height = problem.height;
          for (int level = 0; level < problem.levels; ++level) {
#pragma omp parallel
            {
#pragma omp for schedule(static)
              for (int y = 0; y < height; ++y)
                transformRow(&image[size_t(y) * problem.width],
                             &rows[size_t(y) * width], width);
#pragma omp for schedule(static)
              for (int x = 0; x < width; x += kStrip)
                columns({&rows[x], &image[x], width, problem.width, height,
                         std::min(kStrip, width - x)});
            }
            width = (width + 1) / 2, height = (height + 1) / 2;
          }
        });
    program.result(name, image);
  };
  run("steps", [](const Strip &strip) { inSteps(strip); });
  run("once", [](const Strip &strip) { atOnce(strip); });
}
