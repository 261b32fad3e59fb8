// The same for each element: indices, guards, and several elements a thread.

#include "styles.h"

void host(const float *x, const float *y, float *out, int n);

__device__ inline float tone(float x, float y) {
  float t = x - y;
  float curve = ((0.125f * t - 0.5f) * t + 0.75f) * t + 0.25f;
  return fminf(fmaxf(curve * curve, 0.0f), 1.0f) + y;
}

__global__ void guardInt(const float *x, const float *y, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = tone(x[i], y[i]);
}

__global__ void returnUnsigned(const float *__restrict__ x,
                               const float *__restrict__ y,
                               float *__restrict__ out, unsigned n) {
  unsigned i = threadIdx.x + blockDim.x * blockIdx.x;
  if (i >= n)
    return;
  out[i] = tone(x[i], y[i]);
}

__global__ void guardSize(const float *x, const float *y, float *out,
                          size_t n) {
  size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = tone(x[i], y[i]);
}

__global__ void strideInt(const float *x, const float *y, float *out, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
       i += blockDim.x * gridDim.x)
    out[i] = tone(x[i], y[i]);
}

__global__ void strideSize(const float *__restrict__ x,
                           const float *__restrict__ y, float *__restrict__ out,
                           size_t n) {
  size_t stride = size_t(blockDim.x) * gridDim.x;
  for (size_t i = size_t(blockIdx.x) * blockDim.x + threadIdx.x; i < n;
       i += stride)
    out[i] = tone(x[i], y[i]);
}

__global__ void twoGuards(const float *x, const float *y, float *out, int n) {
  int i = blockIdx.x * (2 * blockDim.x) + threadIdx.x;
  if (i < n)
    out[i] = tone(x[i], y[i]);
  if (i + blockDim.x < n)
    out[i + blockDim.x] = tone(x[i + blockDim.x], y[i + blockDim.x]);
}

__global__ void fourApart(const float *x, const float *y, float *out, int n) {
  int i = blockIdx.x * blockDim.x * 4 + threadIdx.x;
#pragma unroll
  for (int k = 0; k < 4; ++k, i += blockDim.x)
    if (i < n)
      out[i] = tone(x[i], y[i]);
}

__global__ void fourNeighbours(const float *x, const float *y, float *out,
                               int n) {
  int first = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  for (int k = 0; k < 4; ++k)
    if (first + k < n)
      out[first + k] = tone(x[first + k], y[first + k]);
}

__global__ void chunks(const float *x, const float *y, float *out, int n,
                       int each) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int begin = t * each, end = min(begin + each, n);
  for (int i = begin; i < end; ++i)
    out[i] = tone(x[i], y[i]);
}

__global__ void vectors(const float *x, const float *y, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 4) {
    float4 a = reinterpret_cast<const float4 *>(x)[i];
    float4 b = reinterpret_cast<const float4 *>(y)[i];
    reinterpret_cast<float4 *>(out)[i] = make_float4(
        tone(a.x, b.x), tone(a.y, b.y), tone(a.z, b.z), tone(a.w, b.w));
  }
  // The tail: at most three threads of the grid.
  if (i < n % 4) {
    int rest = n / 4 * 4 + i;
    out[rest] = tone(x[rest], y[rest]);
  }
}

__global__ void pointers(const float *x, const float *y, float *out, int n) {
  int first = blockIdx.x * blockDim.x + threadIdx.x;
  int stride = blockDim.x * gridDim.x;
  const float *end = x + n;
  for (x += first, y += first, out += first; x < end;
       x += stride, y += stride, out += stride)
    *out = tone(*x, *y);
}

__global__ void clamped(const float *x, const float *y, float *out, int n) {
  // Threads behind the end do the last element once more.
  int i = min(int(blockIdx.x * blockDim.x + threadIdx.x), n - 1);
  out[i] = tone(x[i], y[i]);
}

struct Curve {
  float cubic, square, linear, constant;
  __device__ float operator()(float x, float y) const {
    float t = x - y;
    float curve = ((cubic * t + square) * t + linear) * t + constant;
    return fminf(fmaxf(curve * curve, 0.0f), 1.0f) + y;
  }
};

template <typename Function, typename Index>
__global__ void functor(Function function, const float *x, const float *y,
                        float *out, Index n) {
  Index i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = function(x[i], y[i]);
}

__global__ void lambda(const float *x, const float *y, float *out, int n) {
  auto forEach = [n](auto body) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n;
         i += blockDim.x * gridDim.x)
      body(i);
  };
  forEach([&](int i) { out[i] = tone(x[i], y[i]); });
}

struct Signals {
  const float *x, *y;
  float *out;
  int n;
};

__global__ void structure(Signals signals) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < signals.n)
    signals.out[i] = tone(signals.x[i], signals.y[i]);
}

__global__ void image(const float *x, const float *y, float *out, int width,
                      int height) {
  int column = blockIdx.x * blockDim.x + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column < width && row < height) {
    int i = row * width + column;
    out[i] = tone(x[i], y[i]);
  }
}

__global__ void linearGrid(const float *x, const float *y, float *out, int n) {
  int block = blockIdx.y * gridDim.x + blockIdx.x;
  int thread = threadIdx.y * blockDim.x + threadIdx.x;
  int i = block * (blockDim.x * blockDim.y) + thread;
  if (i < n)
    out[i] = tone(x[i], y[i]);
}

__constant__ float curve[4];

__global__ void constants(const float *x, const float *y, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    float t = x[i] - y[i], value = 0;
    for (int k = 0; k < 4; ++k)
      value = value * t + curve[k];
    out[i] = fminf(fmaxf(value * value, 0.0f), 1.0f) + y[i];
  }
}

template <int kSize>
__global__ void knownSize(const float *x, const float *y, float *out) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i < kSize)
    out[i] = tone(x[i], y[i]);
}

const int kFull = 1 << 21, kSmall = 5003;

int main(int argc, char **argv) {
  styles::Set set(argc, argv);
  int n = set.size(kFull, kSmall), width = set.size(2048, 5003),
      height = n / width;
  styles::Array<float> x(styles::randomFloats(n, -1, 1)),
      y(styles::randomFloats(n, -1, 1, 2)), out(n);
  set.host(out, 1e-5, [&] { host(x.host, y.host, out.host, n); });

  int blocks = styles::ceilDiv(n, 256);
  set.style("guardInt", [&] { guardInt<<<blocks, 256>>>(x, y, out, n); });
  set.style("returnUnsigned",
            [&] { returnUnsigned<<<blocks, 256>>>(x, y, out, n); });
  set.style("guardSize", [&] { guardSize<<<blocks, 256>>>(x, y, out, n); });
  set.style("strideInt", [&] { strideInt<<<128, 256>>>(x, y, out, n); });
  set.style("strideSize", [&] { strideSize<<<64, 512>>>(x, y, out, n); });
  set.style("twoGuards",
            [&] { twoGuards<<<styles::ceilDiv(n, 512), 256>>>(x, y, out, n); });
  set.style("fourApart", [&] {
    fourApart<<<styles::ceilDiv(n, 4 * 128), 128>>>(x, y, out, n);
  });
  set.style("fourNeighbours", [&] {
    fourNeighbours<<<styles::ceilDiv(n, 4 * 256), 256>>>(x, y, out, n);
  });
  set.style("chunks", [&] {
    int threads = 32 * 128;
    chunks<<<32, 128>>>(x, y, out, n, styles::ceilDiv(n, threads));
  });
  set.style("vectors", [&] {
    vectors<<<styles::ceilDiv(n, 4 * 256), 256>>>(x, y, out, n);
  });
  set.style("pointers", [&] { pointers<<<128, 256>>>(x, y, out, n); });
  set.style("clamped", [&] { clamped<<<blocks, 256>>>(x, y, out, n); });
  Curve curved{0.125f, -0.5f, 0.75f, 0.25f};
  set.style("functor", [&] {
    functor<<<blocks, 256>>>(curved, x.device, y.device, out.device, n);
  });
  set.style("functorSize", [&] {
    functor<<<blocks, 256>>>(curved, x.device, y.device, out.device, size_t(n));
  });
  set.style("lambda", [&] { lambda<<<128, 256>>>(x, y, out, n); });
  set.style("structure", [&] { structure<<<blocks, 256>>>({x, y, out, n}); });
  dim3 block(32, 8),
      grid(styles::ceilDiv(width, 32), styles::ceilDiv(height, 8));
  set.style("image", [&] { image<<<grid, block>>>(x, y, out, width, height); });
  set.style("linearGrid", [&] {
    dim3 square(16, 16);
    linearGrid<<<dim3(16, styles::ceilDiv(n, 16 * 256)), square>>>(x, y, out,
                                                                   n);
  });
  const float values[] = {0.125f, -0.5f, 0.75f, 0.25f};
  styles::check(cudaMemcpyToSymbol(curve, values, sizeof values));
  set.style("constants", [&] { constants<<<blocks, 256>>>(x, y, out, n); });
  set.style("knownSize", [&] {
    if (set.small())
      knownSize<kSmall><<<(kSmall + 127) / 128, 128>>>(x, y, out);
    else
      knownSize<kFull><<<kFull / 128, 128>>>(x, y, out);
  });
  return set.status();
}
