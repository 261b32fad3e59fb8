// A 3 x 3 Gaussian of a grey image; edges repeat. See filter.cu for the styles.
// flags: -mprefer-vector-width=512

#include <vector>

using Byte = unsigned char;

void host(const Byte *__restrict in, Byte *__restrict out, int width,
          int height) {
  // First down the columns, into a row of sums of 16 bits with its edges
  // repeated; then along that.
  std::vector<unsigned short> buffer(width + 2);
  unsigned short *__restrict sums = buffer.data() + 1;
  for (int y = 0; y < height; ++y) {
    const Byte *row = in + long(y) * width;
    const Byte *above = y > 0 ? row - width : row;
    const Byte *below = y + 1 < height ? row + width : row;
    Byte *to = out + long(y) * width;
#pragma omp simd
    for (int x = 0; x < width; ++x)
      sums[x] = above[x] + 2 * row[x] + below[x];
    sums[-1] = sums[0];
    sums[width] = sums[width - 1];
#pragma omp simd
    for (int x = 0; x < width; ++x) {
      unsigned short sum = sums[x - 1] + 2 * sums[x] + sums[x + 1] + 8;
      to[x] = sum >> 4;
    }
  }
}
