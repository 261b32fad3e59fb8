// Each point and its four neighbours: edges, tiles with a halo, and threads
// that go along a column.

#include "styles.h"

void host(const float *in, float *out, int width, int height);

__device__ inline float blend(float here, float left, float right, float above,
                              float below) {
  return 0.5f * here + 0.125f * (left + right + above + below);
}

__global__ void selectValue(const float *in, float *out, int width,
                            int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height) {
    int i = y * width + x;
    float here = in[i];
    float left = x > 0 ? in[i - 1] : here;
    float right = x < width - 1 ? in[i + 1] : here;
    float above = y > 0 ? in[i - width] : here;
    float below = y < height - 1 ? in[i + width] : here;
    out[i] = blend(here, left, right, above, below);
  }
}

__global__ void selectIndex(const float *in, float *out, int width,
                            int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  int i = y * width + x;
  out[i] = blend(in[i], in[x ? i - 1 : i], in[x < width - 1 ? i + 1 : i],
                 in[y ? i - width : i], in[y < height - 1 ? i + width : i]);
}

__global__ void clamped(const float *in, float *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  int left = max(x - 1, 0), right = min(x + 1, width - 1);
  int above = max(y - 1, 0), below = min(y + 1, height - 1);
  out[y * width + x] =
      blend(in[y * width + x], in[y * width + left], in[y * width + right],
            in[above * width + x], in[below * width + x]);
}

__global__ void unsignedIndex(const float *__restrict__ in,
                              float *__restrict__ out, unsigned width,
                              unsigned height) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  unsigned left = x == 0 ? 0 : x - 1, right = x == width - 1 ? x : x + 1;
  unsigned above = y == 0 ? 0 : y - 1, below = y == height - 1 ? y : y + 1;
  out[y * width + x] =
      blend(in[y * width + x], in[y * width + left], in[y * width + right],
            in[above * width + x], in[below * width + x]);
}

// Points inside have no conditions.
__global__ void innerAndEdges(const float *in, float *out, size_t width,
                              size_t height) {
  size_t x = blockIdx.x * blockDim.x + threadIdx.x;
  size_t y = blockIdx.y;
  size_t i = y * width + x;
  if (x > 0 && x < width - 1 && y > 0 && y < height - 1)
    out[i] = blend(in[i], in[i - 1], in[i + 1], in[i - width], in[i + width]);
  else if (x < width)
    out[i] = blend(in[i], in[x ? i - 1 : i], in[x + 1 < width ? i + 1 : i],
                   in[y ? i - width : i], in[y + 1 < height ? i + width : i]);
}

__global__ void divided(const float *in, float *out, int width, int height) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= width * height)
    return;
  int x = i % width, y = i / width;
  float here = in[i];
  out[i] = blend(here, x > 0 ? in[i - 1] : here,
                 x + 1 < width ? in[i + 1] : here, y > 0 ? in[i - width] : here,
                 y + 1 < height ? in[i + width] : here);
}

template <int kWidth>
__global__ void knownWidth(const float *in, float *out, int height) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int x = i % kWidth, y = i / kWidth;
  if (y < height) {
    float here = in[i];
    out[i] = blend(
        here, x > 0 ? in[i - 1] : here, x + 1 < kWidth ? in[i + 1] : here,
        y > 0 ? in[i - kWidth] : here, y + 1 < height ? in[i + kWidth] : here);
  }
}

__global__ void gridStride(const float *in, float *out, int width, int height) {
  for (int y = blockIdx.y * blockDim.y + threadIdx.y; y < height;
       y += blockDim.y * gridDim.y)
    for (int x = blockIdx.x * blockDim.x + threadIdx.x; x < width;
         x += blockDim.x * gridDim.x) {
      int i = y * width + x;
      float here = in[i];
      out[i] = blend(
          here, x > 0 ? in[i - 1] : here, x + 1 < width ? in[i + 1] : here,
          y > 0 ? in[i - width] : here, y + 1 < height ? in[i + width] : here);
    }
}

__global__ void fourRows(const float *in, float *out, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int first = 4 * (blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= width)
    return;
#pragma unroll
  for (int k = 0; k < 4; ++k) {
    int y = first + k;
    if (y < height)
      out[y * width + x] = blend(
          in[y * width + x], in[y * width + max(x - 1, 0)],
          in[y * width + min(x + 1, width - 1)], in[max(y - 1, 0) * width + x],
          in[min(y + 1, height - 1) * width + x]);
  }
}

const int kTile = 16;

__global__ void tileEdges(const float *in, float *out, int width, int height) {
  __shared__ float tile[kTile + 2][kTile + 2];
  int x = blockIdx.x * kTile + threadIdx.x,
      y = blockIdx.y * kTile + threadIdx.y;
  int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  // Threads beyond the edge load the last column or row.
  int cx = min(x, width - 1), cy = min(y, height - 1);
  tile[ty][tx] = in[cy * width + cx];
  if (threadIdx.x == 0)
    tile[ty][0] = in[cy * width + max(x - 1, 0)];
  if (threadIdx.x == kTile - 1)
    tile[ty][kTile + 1] = in[cy * width + min(x + 1, width - 1)];
  if (threadIdx.y == 0)
    tile[0][tx] = in[max(y - 1, 0) * width + cx];
  if (threadIdx.y == kTile - 1)
    tile[kTile + 1][tx] = in[min(y + 1, height - 1) * width + cx];
  __syncthreads();
  if (x < width && y < height)
    out[y * width + x] = blend(tile[ty][tx], tile[ty][tx - 1], tile[ty][tx + 1],
                               tile[ty - 1][tx], tile[ty + 1][tx]);
}

// All threads of the block load the tile and its halo, one after another.
__global__ void tileLinear(const float *in, float *out, int width, int height) {
  const int kColumns = 32, kRows = 8, kHalo = kColumns + 2;
  __shared__ float tile[(kRows + 2) * kHalo];
  int left = blockIdx.x * kColumns, top = blockIdx.y * kRows;
  for (int k = threadIdx.x; k < (kRows + 2) * kHalo; k += blockDim.x) {
    int x = min(max(left + k % kHalo - 1, 0), width - 1);
    int y = min(max(top + k / kHalo - 1, 0), height - 1);
    tile[k] = in[y * width + x];
  }
  __syncthreads();
  int tx = threadIdx.x % kColumns, ty = threadIdx.x / kColumns;
  const float *here = &tile[(ty + 1) * kHalo + tx + 1];
  if (left + tx < width && top + ty < height)
    out[(top + ty) * width + left + tx] =
        blend(*here, here[-1], here[1], here[-kHalo], here[kHalo]);
}

__global__ void tileDynamic(const float *in, float *out, int width,
                            int height) {
  extern __shared__ float tile[];
  int pitch = blockDim.x + 2;
  for (int ty = threadIdx.y; ty < blockDim.y + 2; ty += blockDim.y)
    for (int tx = threadIdx.x; tx < pitch; tx += blockDim.x) {
      int x = min(max(int(blockIdx.x * blockDim.x) + tx - 1, 0), width - 1);
      int y = min(max(int(blockIdx.y * blockDim.y) + ty - 1, 0), height - 1);
      tile[ty * pitch + tx] = in[y * width + x];
    }
  __syncthreads();
  int x = blockIdx.x * blockDim.x + threadIdx.x,
      y = blockIdx.y * blockDim.y + threadIdx.y;
  int at = (threadIdx.y + 1) * pitch + threadIdx.x + 1;
  if (x < width && y < height)
    out[y * width + x] = blend(tile[at], tile[at - 1], tile[at + 1],
                               tile[at - pitch], tile[at + pitch]);
}

__global__ void columns(const float *in, float *out, int width, int height,
                        int strip) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width)
    return;
  int first = blockIdx.y * strip, last = min(first + strip, height);
  int left = x > 0 ? -1 : 0, right = x + 1 < width ? 1 : 0;
  size_t at = size_t(first) * width + x;
  float here = in[at], above = first > 0 ? in[at - width] : here;
  for (int y = first; y < last; ++y, at += width) {
    float below = y + 1 < height ? in[at + width] : here;
    out[at] = blend(here, in[at + left], in[at + right], above, below);
    above = here;
    here = below;
  }
}

__global__ void columnPointers(const float *in, float *out, int width,
                               int height, int strip) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  if (x >= width)
    return;
  int first = blockIdx.y * strip, last = min(first + strip, height);
  const float *p = in + first * width + x;
  float *q = out + first * width + x;
  for (int y = first; y < last; ++y) {
    float here = *p;
    *q = blend(here, x > 0 ? p[-1] : here, x + 1 < width ? p[1] : here,
               y > 0 ? p[-width] : here, y + 1 < height ? p[width] : here);
    p += width;
    q += width;
  }
}

// Neighbours in the row come from shared memory, those in the column are kept.
__global__ void columnsShared(const float *in, float *out, int width,
                              int height, int strip) {
  __shared__ float row[256 + 2];
  int t = threadIdx.x, x = blockIdx.x * 256 + t;
  bool isThere = x < width;
  x = min(x, width - 1);
  int first = blockIdx.y * strip, last = min(first + strip, height);
  size_t at = size_t(first) * width + x;
  float here = in[at], above = first > 0 ? in[at - width] : here;
  for (int y = first; y < last; ++y) {
    float below = y + 1 < height ? in[at + width] : here;
    row[t + 1] = here;
    if (t == 0)
      row[0] = x > 0 ? in[at - 1] : here;
    if (t == 255)
      row[257] = x + 1 < width ? in[at + 1] : here;
    __syncthreads();
    if (isThere)
      out[at] = blend(here, row[t], row[t + 2], above, below);
    __syncthreads();
    above = here;
    here = below;
    at += width;
  }
}

struct Grid {
  float *values;
  int width, height;
  __device__ float operator()(int x, int y) const {
    x = x < 0 ? 0 : x >= width ? width - 1 : x;
    y = y < 0 ? 0 : y >= height ? height - 1 : y;
    return values[y * width + x];
  }
};

__global__ void gridObject(Grid in, Grid out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < out.width && y < out.height)
    out.values[y * out.width + x] =
        blend(in(x, y), in(x - 1, y), in(x + 1, y), in(x, y - 1), in(x, y + 1));
}

__global__ void texture2D(cudaTextureObject_t in, float *out, int width,
                          int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    out[y * width + x] = blend(tex2D<float>(in, x + 0.5f, y + 0.5f),
                               tex2D<float>(in, x - 0.5f, y + 0.5f),
                               tex2D<float>(in, x + 1.5f, y + 0.5f),
                               tex2D<float>(in, x + 0.5f, y - 0.5f),
                               tex2D<float>(in, x + 0.5f, y + 1.5f));
}

const int kFull = 2048, kSmall = 100;

int main(int argc, char **argv) {
  styles::Set set(argc, argv);
  int width = set.size(kFull, kSmall), height = set.size(1024, 37),
      n = width * height;
  styles::Array<float> in(styles::randomFloats(n)), out(n);
  set.host(out, 1e-5, [&] { host(in.host, out.host, width, height); });

  dim3 wide(32, 8), square(16, 16);
  dim3 wideGrid(styles::ceilDiv(width, 32), styles::ceilDiv(height, 8));
  dim3 squareGrid(styles::ceilDiv(width, 16), styles::ceilDiv(height, 16));
  set.style("selectValue",
            [&] { selectValue<<<wideGrid, wide>>>(in, out, width, height); });
  set.style("selectIndex",
            [&] { selectIndex<<<wideGrid, wide>>>(in, out, width, height); });
  set.style("clamped",
            [&] { clamped<<<squareGrid, square>>>(in, out, width, height); });
  set.style("unsignedIndex",
            [&] { unsignedIndex<<<wideGrid, wide>>>(in, out, width, height); });
  set.style("innerAndEdges", [&] {
    dim3 grid(styles::ceilDiv(width, 256), height);
    innerAndEdges<<<grid, 256>>>(in, out, width, height);
  });
  set.style("divided", [&] {
    divided<<<styles::ceilDiv(n, 256), 256>>>(in, out, width, height);
  });
  set.style("knownWidth", [&] {
    if (set.small())
      knownWidth<kSmall><<<styles::ceilDiv(n, 256), 256>>>(in, out, height);
    else
      knownWidth<kFull><<<styles::ceilDiv(n, 256), 256>>>(in, out, height);
  });
  set.style("gridStride", [&] {
    gridStride<<<dim3(4, 16), dim3(32, 8)>>>(in, out, width, height);
  });
  set.style("fourRows", [&] {
    dim3 grid(styles::ceilDiv(width, 32), styles::ceilDiv(height, 4 * 8));
    fourRows<<<grid, dim3(32, 8)>>>(in, out, width, height);
  });
  set.style("tileEdges", [&] {
    tileEdges<<<squareGrid, dim3(kTile, kTile)>>>(in, out, width, height);
  });
  set.style("tileLinear",
            [&] { tileLinear<<<wideGrid, 256>>>(in, out, width, height); });
  set.style("tileDynamic", [&] {
    tileDynamic<<<squareGrid, square, 18 * 18 * sizeof(float)>>>(in, out, width,
                                                                 height);
  });
  dim3 strips(styles::ceilDiv(width, 256), styles::ceilDiv(height, 64));
  set.style("columns",
            [&] { columns<<<strips, 256>>>(in, out, width, height, 64); });
  set.style("columnPointers", [&] {
    columnPointers<<<strips, 256>>>(in, out, width, height, 64);
  });
  set.style("columnsShared", [&] {
    columnsShared<<<strips, 256>>>(in, out, width, height, 64);
  });
  Grid from{in, width, height}, to{out, width, height};
  set.style("gridObject", [&] { gridObject<<<wideGrid, wide>>>(from, to); });
  cudaTextureObject_t texture = styles::imageTexture(in.host, width, height);
  set.style("texture2D", [&] {
    texture2D<<<squareGrid, square>>>(texture, out, width, height);
  });
  return set.status();
}
