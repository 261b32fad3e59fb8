// Bits, quotients and remainders, as in butterflies and packed tiles.
// RUN: %heddle -emit=par %s | %heddle-opt --print-shapes=multiple=true -o /dev/null 2>&1 | sed -n 's/.*remark: //p' | FileCheck %s --check-prefix=SHAPE --match-full-lines --implicit-check-not=load: --implicit-check-not=store:

__global__ void exclusive(const float *x, float *y) {
  int t = threadIdx.x;
  y[t] = x[t ^ 16]; // SHAPE: load: linear 4
                    // SHAPE: store: linear 4
  // SHAPE: load: pattern [0, -4, -8, -12, -16, -20, -24, -28, 32, 28, 24, 20, 16, 12, 8, 4]
  y[t] = x[t ^ 7];  // SHAPE: store: linear 4
  y[t] = x[t ^ 15]; // SHAPE: load: linear -4
                    // SHAPE: store: linear 4
}

// The bit of each step: of which lanes, is not known.
__global__ void butterflies(float *x) {
  int t = threadIdx.x;
  for (int k = 128; k > 0; k >>= 1) {
    int other = t ^ k;
    if (other > t)
      // SHAPE: load: varying
      // SHAPE: load: linear 4
      x[t] += x[other]; // SHAPE: store: linear 4
    __syncthreads();
  }
}
__global__ void butterfliesOfConstants(const float *x, float *y) {
  int t = threadIdx.x;
  float sum = x[t ^ 32]; // SHAPE: load: linear 4
  // SHAPE: load: pattern [0, 4, 8, 12, 16, 20, 24, 28, -32, -28, -24, -20, -16, -12, -8, -4]
  sum += x[t ^ 8];
  // SHAPE: load: pattern [0, 4, -8, -4, 16, 20, 8, 12, 32, 36, 24, 28, 48, 52, 40, 44]
  sum += x[t ^ 2];
  y[t] = sum; // SHAPE: store: linear 4
}

// The upper half of groups of eight.
__global__ void halves(float *x) {
  int t = threadIdx.x;
  // SHAPE: load: uniform
  // SHAPE: load: pattern [0, 4, 8, 12, 32, 36, 40, 44, 64, 68, 72, 76, 96, 100, 104, 108]
  // SHAPE: store: pattern [0, 4, 8, 12, 32, 36, 40, 44, 64, 68, 72, 76, 96, 100, 104, 108]
  x[((t >> 2) << 3) | (t & 3)] *= x[5];
}

__global__ void reversedBits(const float *x, float *y) {
  unsigned t = threadIdx.x;
  // IDEAL: load: pattern [0, 512, 256, 768, 128, 640, 384, 896, 64, 576, 320, 832, 192, 704, 448, 960]
  y[t] = x[__brev(t) >> 24]; // SHAPE: load: varying
                             // SHAPE: store: linear 4
}

__global__ void masks(const float *x, float *y) {
  int t = threadIdx.x;
  // SHAPE: load: pattern [0, 0, 8, 8, 16, 16, 24, 24, 32, 32, 40, 40, 48, 48, 56, 56]
  y[t] = x[t & ~1]; // SHAPE: store: linear 4
  // SHAPE: load: pattern [0, 0, 8, 8, 16, 16, 24, 24, 32, 32, 40, 40, 48, 48, 56, 56]
  y[t] = x[t | 1];   // SHAPE: store: linear 4
  y[t] = x[t & ~31]; // SHAPE: load: uniform
                     // SHAPE: store: linear 4
  y[t] = x[t & 48];  // SHAPE: load: uniform
                     // SHAPE: store: linear 4
  // SHAPE: load: pattern [0, 4, 0, 4, 16, 20, 16, 20, 0, 4, 0, 4, 16, 20, 16, 20]
  y[t] = x[t & 5];   // SHAPE: store: linear 4
  y[t] = x[threadIdx.x & (blockDim.x - 1)]; // SHAPE: load: linear 4
                                            // SHAPE: store: linear 4
}

__global__ void fifths(const float *x, float *y) {
  int t = threadIdx.x;
  // IDEAL: load: pattern [0, 20, 40, 60, 16, 36, 56, 12, 32, 52, 8, 28, 48, 4, 24, 44]
  y[t] = x[(t * 5) % 16]; // SHAPE: load: varying
                          // SHAPE: store: linear 4
}

// No power of two.
__global__ void thirds(const float *x, float *y) {
  int t = threadIdx.x;
  y[t] = x[t % 3];  // SHAPE: load: varying
                    // SHAPE: store: linear 4
  y[t] = x[t / 3];  // SHAPE: load: varying
                    // SHAPE: store: linear 4
  y[t] = x[t % 24]; // SHAPE: load: varying
                    // SHAPE: store: linear 4
  y[t] = x[t / 96]; // SHAPE: load: uniform
                    // SHAPE: store: linear 4
  y[t] = x[t % 96]; // SHAPE: load: linear 4
                    // SHAPE: store: linear 4
}

// Rows of a length that is known at run time only.
__global__ void rows(int width, int height, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < width * height) {
    int row = i / width, column = i % width;
    y[column * height + row] = x[i]; // SHAPE: load: linear 4
                                     // SHAPE: store: varying
  }
}

// The next of four, in a circle.
__global__ void quads(const float *x, float *y) {
  int t = threadIdx.x;
  // SHAPE: load: pattern [0, 4, 8, -4, 16, 20, 24, 12, 32, 36, 40, 28, 48, 52, 56, 44]
  y[t] = x[t / 4 * 4 + (t + 1) % 4]; // SHAPE: store: linear 4
}

__global__ void lanes(const float *x, float *y) {
  int lane = threadIdx.x & 31, warp = threadIdx.x >> 5, warps = blockDim.x >> 5;
  y[warp * 32 + lane] = x[warp * 64 + 31 - lane]; // SHAPE: load: linear -4
                                                  // SHAPE: store: linear 4
  for (int row = blockIdx.x * warps + warp; row < 100; row += gridDim.x * warps)
    for (int k = lane; k < 100; k += 32)
      y[row * 100 + k] = x[row]; // SHAPE: load: uniform
                                 // SHAPE: store: linear 4
}

// Eight lanes for each item.
__global__ void eighths(const float *x, float *y) {
  int item = threadIdx.x / 8, part = threadIdx.x % 8;
  float sum = 0;
  for (int k = part; k < 64; k += 8)
    // SHAPE: load: linear 4
    sum += x[item * 8 + k];
  for (int k = part; k < 64; k += 8)
    // SHAPE: load: pattern [0, 4, 8, 12, 16, 20, 24, 28, 256, 260, 264, 268, 272, 276, 280, 284]
    sum += x[item * 64 + k];
  if (part == 0)
    // SHAPE: store: pattern [0, 0, 0, 0, 0, 0, 0, 0, 4, 4, 4, 4, 4, 4, 4, 4]
    y[item] = sum;
}

// The first and last thread of the warp.
__global__ void ends(const float *x, float *y) {
  int t = threadIdx.x;
  // SHAPE: load: uniform
  // SHAPE: load: uniform
  y[t] = x[t - t % 32] + x[(t | 31)]; // SHAPE: store: linear 4
}
