// A 3 x 3 Gaussian of a grey image; edges repeat: arithmetic on bytes, loops
// over a small neighbourhood, and tiles with a halo.

#include "styles.h"

using Byte = unsigned char;

void host(const Byte *in, Byte *out, int width, int height);

__global__ void loops(const Byte *in, Byte *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    int sum = 0;
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) {
        int cx = min(max(x + dx, 0), width - 1),
            cy = min(max(y + dy, 0), height - 1);
        sum += in[cy * width + cx] * (2 - abs(dx)) * (2 - abs(dy));
      }
    out[y * width + x] = (sum + 8) / 16;
  }
}

__constant__ int weights[3][3] = {{1, 2, 1}, {2, 4, 2}, {1, 2, 1}};

__global__ void constants(const Byte *in, Byte *out, unsigned width,
                          unsigned height) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x,
           y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  int sum = 8;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      int cy = int(y) + i - 1, cx = int(x) + j - 1;
      cy = cy < 0 ? 0 : cy >= int(height) ? height - 1 : cy;
      cx = cx < 0 ? 0 : cx >= int(width) ? width - 1 : cx;
      sum += weights[i][j] * in[cy * width + cx];
    }
  out[y * width + x] = sum >> 4;
}

__device__ inline Byte gauss(const Byte *above, const Byte *row,
                             const Byte *below, int left, int x, int right) {
  return (above[left] + 2 * above[x] + above[right] + 2 * row[left] +
          4 * row[x] + 2 * row[right] + below[left] + 2 * below[x] +
          below[right] + 8) >>
         4;
}

__global__ void rows(const Byte *__restrict__ in, Byte *__restrict__ out,
                     int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  const Byte *row = in + y * width, *above = y > 0 ? row - width : row,
             *below = y < height - 1 ? row + width : row;
  out[y * width + x] =
      gauss(above, row, below, max(x - 1, 0), x, min(x + 1, width - 1));
}

__global__ void divided(const Byte *in, Byte *out, size_t width,
                        size_t height) {
  for (size_t i = blockIdx.x * blockDim.x + threadIdx.x; i < width * height;
       i += blockDim.x * gridDim.x) {
    size_t x = i % width, y = i / width;
    const Byte *row = &in[y * width], *above = y ? row - width : row,
               *below = y + 1 < height ? row + width : row;
    out[i] =
        gauss(above, row, below, x ? x - 1 : 0, x, x + 1 < width ? x + 1 : x);
  }
}

// The edges have a path of their own.
__global__ void innerAndEdges(const Byte *in, Byte *out, int width,
                              int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y;
  if (x >= width)
    return;
  const Byte *p = in + y * width + x;
  int left = x > 0 ? -1 : 0, right = x < width - 1 ? 1 : 0;
  int above = y > 0 ? -width : 0, below = y < height - 1 ? width : 0;
  if (x > 0 && y > 0 && x < width - 1 && y < height - 1)
    out[y * width + x] = gauss(p - width, p, p + width, -1, 0, 1);
  else
    out[y * width + x] = gauss(p + above, p, p + below, left, 0, right);
}

// A thread goes down its column and keeps the sums of two rows.
__global__ void columns(const Byte *in, Byte *out, int width, int height,
                        int strip) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width)
    return;
  int first = blockIdx.y * strip, last = min(first + strip, height);
  int left = x > 0 ? -1 : 0, right = x < width - 1 ? 1 : 0;
  auto across = [=](const Byte *p) { return p[left] + 2 * p[0] + p[right]; };
  const Byte *p = in + first * width + x;
  Byte *q = out + first * width + x;
  int here = across(p), above = first > 0 ? across(p - width) : here;
  for (int y = first; y < last; ++y) {
    if (y + 1 < height)
      p += width;
    int below = across(p);
    *q = (above + 2 * here + below + 8) >> 4;
    above = here;
    here = below;
    q += width;
  }
}

// Four pixels of a word. The width is a multiple of four.
__global__ void fourEach(const uchar4 *in, uchar4 *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  int words = width / 4;
  if (x >= words || y >= height)
    return;
  int sums[6] = {};
  for (int dy = -1; dy <= 1; ++dy) {
    int cy = min(max(y + dy, 0), height - 1), weight = dy ? 1 : 2;
    uchar4 here = in[cy * words + x];
    sums[0] += weight * (x > 0 ? in[cy * words + x - 1].w : here.x);
    sums[1] += weight * here.x;
    sums[2] += weight * here.y;
    sums[3] += weight * here.z;
    sums[4] += weight * here.w;
    sums[5] += weight * (x + 1 < words ? in[cy * words + x + 1].x : here.w);
  }
  uchar4 result;
  result.x = (sums[0] + 2 * sums[1] + sums[2] + 8) >> 4;
  result.y = (sums[1] + 2 * sums[2] + sums[3] + 8) >> 4;
  result.z = (sums[2] + 2 * sums[3] + sums[4] + 8) >> 4;
  result.w = (sums[3] + 2 * sums[4] + sums[5] + 8) >> 4;
  out[y * words + x] = result;
}

// The tile in shared memory has the halo on all sides, loaded one byte after
// another.
__global__ void tile(const Byte *in, Byte *out, int width, int height) {
  const int kWidth = 32 + 2, kHeight = 8 + 2;
  __shared__ Byte bytes[kHeight][kWidth];
  int t = threadIdx.y * blockDim.x + threadIdx.x;
  for (int k = t; k < kWidth * kHeight; k += 32 * 8) {
    int x = int(blockIdx.x * 32) + k % kWidth - 1,
        y = int(blockIdx.y * 8) + k / kWidth - 1;
    bytes[k / kWidth][k % kWidth] =
        in[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)];
  }
  __syncthreads();
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y,
      tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  if (x < width && y < height)
    out[y * width + x] =
        gauss(bytes[ty - 1], bytes[ty], bytes[ty + 1], tx - 1, tx, tx + 1);
}

// Along the rows into shared memory, then along its columns.
__global__ void separable(const Byte *in, Byte *out, int width, int height) {
  extern __shared__ unsigned short across[];
  int x = blockIdx.x * blockDim.x + threadIdx.x, top = blockIdx.y * blockDim.y;
  int cx = min(x, width - 1), left = max(cx - 1, 0),
      right = min(cx + 1, width - 1);
  for (int k = threadIdx.y; k < blockDim.y + 2; k += blockDim.y) {
    const Byte *row = in + min(max(top + k - 1, 0), height - 1) * width;
    across[k * blockDim.x + threadIdx.x] = row[left] + 2 * row[cx] + row[right];
  }
  __syncthreads();
  int y = top + threadIdx.y, at = threadIdx.y * blockDim.x + threadIdx.x;
  if (x < width && y < height)
    out[y * width + x] = (across[at] + 2 * across[at + blockDim.x] +
                          across[at + 2 * blockDim.x] + 8) >>
                         4;
}

__global__ void floats(const Byte *in, Byte *out, int width, int height) {
  const float kWeights[3] = {0.25f, 0.5f, 0.25f};
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  float sum = 0.5f;
#pragma unroll
  for (int dy = -1; dy <= 1; ++dy)
#pragma unroll
    for (int dx = -1; dx <= 1; ++dx)
      sum += kWeights[dy + 1] * kWeights[dx + 1] *
             in[min(max(y + dy, 0), height - 1) * width +
                min(max(x + dx, 0), width - 1)];
  out[y * width + x] = Byte(sum);
}

struct Image {
  Byte *bytes;
  int width, height;
  __device__ Byte operator()(int x, int y) const {
    return bytes[min(max(y, 0), height - 1) * width +
                 min(max(x, 0), width - 1)];
  }
};

template <typename Function>
__global__ void forPixels(Image in, Image out, Function function) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < out.width && y < out.height)
    out.bytes[y * out.width + x] = function(in, x, y);
}

struct Gauss {
  __device__ Byte operator()(const Image &in, int x, int y) const {
    int sum = 4 * in(x, y) +
              2 * (in(x - 1, y) + in(x + 1, y) + in(x, y - 1) + in(x, y + 1));
    sum += in(x - 1, y - 1) + in(x + 1, y - 1) + in(x - 1, y + 1) +
           in(x + 1, y + 1);
    return (sum + 8) >> 4;
  }
};

__global__ void textured(cudaTextureObject_t in, Byte *out, int width,
                         int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  int sum = 8;
  for (int dy = -1; dy <= 1; ++dy)
    sum += (dy ? 1 : 2) *
           (tex2D<Byte>(in, x - 1, y + dy) + 2 * tex2D<Byte>(in, x, y + dy) +
            tex2D<Byte>(in, x + 1, y + dy));
  out[y * width + x] = sum >> 4;
}

int main(int argc, char **argv) {
  styles::Set set(argc, argv);
  int width = set.size(2048, 100), height = set.size(1536, 37),
      n = width * height;
  styles::Array<Byte> in(styles::randomWhole<Byte>(n, 256)), out(n);
  set.host(out, 0, [&] { host(in.host, out.host, width, height); });

  dim3 wide(32, 8),
      wideGrid(styles::ceilDiv(width, 32), styles::ceilDiv(height, 8));
  dim3 square(16, 16),
      squareGrid(styles::ceilDiv(width, 16), styles::ceilDiv(height, 16));
  set.style("loops",
            [&] { loops<<<squareGrid, square>>>(in, out, width, height); });
  set.style("constants",
            [&] { constants<<<wideGrid, wide>>>(in, out, width, height); });
  set.style("rows", [&] { rows<<<wideGrid, wide>>>(in, out, width, height); });
  set.style("divided", [&] { divided<<<64, 256>>>(in, out, width, height); });
  set.style("innerAndEdges", [&] {
    innerAndEdges<<<dim3(styles::ceilDiv(width, 128), height), 128>>>(
        in, out, width, height);
  });
  set.style("columns", [&] {
    columns<<<dim3(styles::ceilDiv(width, 128), styles::ceilDiv(height, 48)),
              128>>>(in, out, width, height, 48);
  });
  set.style("fourEach", [&] {
    dim3 grid(styles::ceilDiv(width / 4, 32), styles::ceilDiv(height, 8));
    fourEach<<<grid, wide>>>(reinterpret_cast<const uchar4 *>(in.device),
                             reinterpret_cast<uchar4 *>(out.device), width,
                             height);
  });
  set.style("tile",
            [&] { tile<<<wideGrid, dim3(32, 8)>>>(in, out, width, height); });
  set.style("separable", [&] {
    separable<<<wideGrid, wide, 32 * 10 * sizeof(unsigned short)>>>(
        in, out, width, height);
  });
  set.style("floats",
            [&] { floats<<<squareGrid, square>>>(in, out, width, height); });
  Image from{in, width, height}, to{out, width, height};
  set.style("functor",
            [&] { forPixels<<<wideGrid, wide>>>(from, to, Gauss()); });
  cudaTextureObject_t texture = styles::imageTexture(in.host, width, height);
  set.style("textured", [&] {
    textured<<<squareGrid, square>>>(texture, out, width, height);
  });
  return set.status();
}
