// Pieces of rows, and then of columns, in shared memory, with the four values
// on each side that the steps need.

#include "../device.h"
#include "problem.h"

constexpr int kHalo = 4, kPiece = 256;               // Of a row.
constexpr int kColumns = 32, kRows = 64, kLines = 8; // Of columns.

__global__ void transformRows(const float *in, float *out, int width,
                              int pitch) {
  __shared__ float piece[kPiece + 2 * kHalo];
  int t = threadIdx.x, start = blockIdx.x * kPiece;
  in += (size_t)blockIdx.y * pitch;
  out += (size_t)blockIdx.y * pitch;
  for (int i = t; i < kPiece + 2 * kHalo; i += kPiece)
    piece[i] = in[mirror(start + i - kHalo, width)];
  __syncthreads();
  const float factors[] = {kAlpha, kBeta, kGamma, kDelta};
  for (int step = 0; step < 4; ++step) {
    int i = 2 * t + step + 1;
    if (i < kPiece + 2 * kHalo - step - 1)
      piece[i] += factors[step] * (piece[i - 1] + piece[i + 1]);
    __syncthreads();
  }
  int x = start + t;
  if (x < width) {
    float value = piece[kHalo + t];
    if (x % 2 == 0)
      out[x / 2] = value * kScale;
    else
      out[(width + 1) / 2 + x / 2] = value * (1 / kScale);
  }
}

__global__ void transformColumns(const float *in, float *out, int width,
                                 int height, int pitch) {
  __shared__ float piece[kRows + 2 * kHalo][kColumns];
  int tx = threadIdx.x, ty = threadIdx.y;
  int x = blockIdx.x * kColumns + tx, start = blockIdx.y * kRows;
  if (x < width)
    for (int i = ty; i < kRows + 2 * kHalo; i += kLines)
      piece[i][tx] = in[(size_t)mirror(start + i - kHalo, height) * pitch + x];
  __syncthreads();
  const float factors[] = {kAlpha, kBeta, kGamma, kDelta};
  for (int step = 0; step < 4; ++step) {
    for (int i = 2 * ty + step + 1; i < kRows + 2 * kHalo - step - 1;
         i += 2 * kLines)
      piece[i][tx] += factors[step] * (piece[i - 1][tx] + piece[i + 1][tx]);
    __syncthreads();
  }
  if (x < width)
    for (int i = ty; i < kRows && start + i < height; i += kLines) {
      int y = start + i;
      float value = piece[kHalo + i][tx];
      if (y % 2 == 0)
        out[(size_t)(y / 2) * pitch + x] = value * kScale;
      else
        out[(size_t)((height + 1) / 2 + y / 2) * pitch + x] =
            value * (1 / kScale);
    }
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int pitch = problem.width;
  suite::Device<float> image(problem.image.size()), rows(image.size());
  program.measure(
      "cuda", [&] { image.write(problem.image); },
      [&] {
        int width = problem.width, height = problem.height;
        for (int level = 0; level < problem.levels; ++level) {
          dim3 pieces((width + kPiece - 1) / kPiece, height);
          transformRows<<<pieces, kPiece>>>(image, rows, width, pitch);
          dim3 tiles((width + kColumns - 1) / kColumns,
                     (height + kRows - 1) / kRows);
          transformColumns<<<tiles, dim3(kColumns, kLines)>>>(
              rows, image, width, height, pitch);
          width = (width + 1) / 2, height = (height + 1) / 2;
        }
        suite::wait();
      });
  program.result("cuda", image.read());
}
