// Tiles, trees and buffers in shared memory.
// RUN: %heddle -emit=par %s | %heddle-opt --print-shapes=multiple=true -o /dev/null 2>&1 | sed -n 's/.*remark: //p' | FileCheck %s --check-prefix=SHAPE --match-full-lines --implicit-check-not=load: --implicit-check-not=store: --implicit-check-not=atomic:

// Columns are padded.
__global__ void padded(int n, const float *in, float *out) {
  __shared__ float tile[16][17];
  int tx = threadIdx.x, ty = threadIdx.y;
  int x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
  tile[ty][tx] = in[y * n + x]; // SHAPE: load: linear 4
                                // SHAPE: store: linear 4
  __syncthreads();
  x = blockIdx.y * 16 + tx;
  y = blockIdx.x * 16 + ty;
  out[y * n + x] = tile[tx][ty]; // SHAPE: load: linear 68
                                 // SHAPE: store: linear 4
}

// Neighbours, and those of the ends.
__global__ void halo(int n, const float *in, float *out) {
  __shared__ float s[258];
  int t = threadIdx.x, i = blockIdx.x * 256 + t;
  s[t + 1] = in[i]; // SHAPE: load: linear 4
                    // SHAPE: store: linear 4
  if (t == 0)
    s[0] = i > 0 ? in[i - 1] : 0; // SHAPE: load: linear 4
                                  // SHAPE: store: uniform
  if (t == 255)
    s[257] = i < n - 1 ? in[i + 1] : 0; // SHAPE: load: linear 4
                                        // SHAPE: store: uniform
  __syncthreads();
  // SHAPE: load: linear 4
  // SHAPE: load: linear 4
  // SHAPE: load: linear 4
  out[i] = s[t] + s[t + 1] + s[t + 2]; // SHAPE: store: linear 4
}

// Neighbours in the tree are neighbours in memory, or not.
__global__ void interleaved(const float *in, float *out) {
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[t]; // SHAPE: load: linear 4
                // SHAPE: store: linear 4
  __syncthreads();
  for (int k = 1; k < 256; k *= 2) {
    int at = 2 * k * t;
    if (at < 256)
      // SHAPE: load: strided
      // SHAPE: load: strided
      s[at] += s[at + k]; // SHAPE: store: strided
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0]; // SHAPE: load: uniform
                            // SHAPE: store: uniform
}
__global__ void byRemainder(float *out) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  for (int k = 1; k < blockDim.x; k *= 2) {
    if (t % (2 * k) == 0)
      // SHAPE: load: linear 4
      // SHAPE: load: linear 4
      s[t] += s[t + k]; // SHAPE: store: linear 4
    __syncthreads();
  }
  if (t == 0)
    out[blockIdx.x] = s[0]; // SHAPE: load: uniform
                            // SHAPE: store: uniform
}

// An element is left out after each 32, 16 or 8.
__global__ void skewed(const float *in, float *out) {
  __shared__ float s[1200];
  int t = threadIdx.x;
  s[t + t / 32] = in[t]; // SHAPE: load: linear 4
                         // SHAPE: store: linear 4
  s[t + (t >> 4)] = 0;   // SHAPE: store: linear 4
  // SHAPE: store: pattern [0, 4, 8, 12, 16, 20, 24, 28, 36, 40, 44, 48, 52, 56, 60, 64]
  s[t + t / 8] = 1;
  __syncthreads();
  out[t] = s[t]; // SHAPE: load: linear 4
                 // SHAPE: store: linear 4
}
__global__ void sweep(int n, float *x) {
  extern __shared__ float s[];
  int t = threadIdx.x;
  for (int d = n >> 1, k = 1; d > 0; d >>= 1, k *= 2) {
    __syncthreads();
    if (t < d) {
      int a = k * (2 * t + 1) - 1, b = k * (2 * t + 2) - 1;
      // SHAPE: load: strided
      // SHAPE: load: strided
      s[b] += s[a]; // SHAPE: store: strided
      // The quotient of a number with an unknown stride.
      // SHAPE: load: varying
      // SHAPE: load: varying
      x[b + (b >> 5)] += x[a + (a >> 5)]; // SHAPE: store: varying
    }
  }
}

// Two arrays in the dynamic memory of a block.
__global__ void carved(const float *in, float *out) {
  extern __shared__ float pool[];
  float *a = pool, *b = pool + blockDim.x;
  int t = threadIdx.x;
  a[t] = in[t]; // SHAPE: load: linear 4
                // SHAPE: store: linear 4
  b[t] = 0;     // SHAPE: store: linear 4
  __syncthreads();
  // SHAPE: load: linear -4
  // SHAPE: load: linear 4
  out[t] = a[blockDim.x - 1 - t] + b[t]; // SHAPE: store: linear 4
}

// Buffers that go round.
__global__ void rings(int n, const float *in, float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  for (int k = 0; k < n; ++k) {
    // A multiple of 16 further.
    s[(t + 16 * k) & 63] = in[k * 64 + t]; // SHAPE: load: linear 4
                                           // SHAPE: store: linear 4
    __syncthreads();
    // The end of the ring may be between any lanes.
    out[t] = s[(t + k) % 64]; // SHAPE: load: varying
                              // SHAPE: store: linear 4
    __syncthreads();
  }
}

__global__ void doubled(int n, const float *in, float *out) {
  __shared__ float s[2][256];
  int t = threadIdx.x, from = 0;
  s[0][t] = in[t]; // SHAPE: load: linear 4
                   // SHAPE: store: linear 4
  __syncthreads();
  for (int k = 1; k < 256; k *= 2) {
    int to = 1 - from;
    if (t >= k)
      // SHAPE: load: linear 4
      // SHAPE: load: linear 4
      s[to][t] = s[from][t] + s[from][t - k]; // SHAPE: store: linear 4
    else
      s[to][t] = s[from][t]; // SHAPE: load: linear 4
                             // SHAPE: store: linear 4
    from = to;
    __syncthreads();
  }
  out[t] = s[from][t]; // SHAPE: load: linear 4
                       // SHAPE: store: linear 4
}

// A table for each warp.
__global__ void tables(const unsigned char *in, int *out, int n) {
  __shared__ int counts[8 * 256];
  int t = threadIdx.x;
  for (int k = t; k < 8 * 256; k += 256)
    counts[k] = 0; // SHAPE: store: linear 4
  __syncthreads();
  // SHAPE: load: linear 1
  for (int i = t; i < n; i += 256)
    atomicAdd(&counts[(t >> 5) * 256 + in[i]], 1); // SHAPE: atomic: varying
  __syncthreads();
  int sum = 0;
  for (int w = 0; w < 8; ++w)
    sum += counts[w * 256 + t]; // SHAPE: load: linear 4
  atomicAdd(out + t, sum); // SHAPE: atomic: linear 4
}

// A square tile and a block of one dimension.
__global__ void squares(const float *in, float *out) {
  __shared__ float a[16][16], b[16][20];
  int tx = threadIdx.x % 16, ty = threadIdx.x / 16;
  a[ty][tx] = in[threadIdx.x]; // SHAPE: load: linear 4
                               // SHAPE: store: linear 4
  b[tx][ty] = 0;               // SHAPE: store: linear 80
  __syncthreads();
  // SHAPE: load: linear 64
  // SHAPE: load: uniform
  // SHAPE: load: linear 4
  out[threadIdx.x] = a[tx][ty] * a[ty][5] + b[ty][tx]; // SHAPE: store: linear 4
}

__global__ void triangle(float *out) {
  __shared__ float s[600];
  int t = threadIdx.x;
  s[t * (t + 1) / 2] = 1; // SHAPE: store: varying
  __syncthreads();
  out[t] = s[599 - t]; // SHAPE: load: linear -4
                       // SHAPE: store: linear 4
}
