// Rows become columns. See transpose.cu for the styles.

#include <algorithm>

void host(const float *__restrict in, float *__restrict out, int rows,
          int columns) {
  // A block's lines stay in the first cache until they are complete.
  const int kBlock = 32;
  for (int top = 0; top < rows; top += kBlock)
    for (int left = 0; left < columns; left += kBlock)
      for (int x = left; x < std::min(left + kBlock, columns); ++x)
        for (int y = top; y < std::min(top + kBlock, rows); ++y)
          out[long(x) * rows + y] = in[long(y) * columns + x];
}
