// Loops that move pointers and indices.
// RUN: %heddle -emit=par %s | %heddle-opt --print-shapes=multiple=true -o /dev/null 2>&1 | sed -n 's/.*remark: //p' | FileCheck %s --check-prefix=SHAPE --match-full-lines --implicit-check-not=load: --implicit-check-not=store: --implicit-check-not=loop:

__global__ void untilEnd(int n, const float *x, float *y) {
  float sum = 0;
  for (const float *p = x + threadIdx.x; p < x + n; p += blockDim.x) // SHAPE: loop: divergent
    sum += *p; // SHAPE: load: linear 4
  y[threadIdx.x] = sum; // SHAPE: store: linear 4
}

__global__ void whileLess(int n, const float *x, float *y) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  while (i < n) { // SHAPE: loop: divergent
    y[i] = x[i]; // SHAPE: load: linear 4
                 // SHAPE: store: linear 4
    i += blockDim.x * gridDim.x;
  }
}

__global__ void twoApart(size_t n, const float *x, float *y) {
  for (size_t i = threadIdx.x * 2; i < n; i += 2 * blockDim.x) { // SHAPE: loop: divergent
    y[i] = x[i + 1]; // SHAPE: load: linear 8
                     // SHAPE: store: linear 8
  }
}

__global__ void doWhile(int n, const float *x, float *y) {
  const float *p = x + threadIdx.x;
  float sum = 0;
  int k = 0;
  do { // SHAPE: loop: uniform
    sum += *p; // SHAPE: load: linear 4
    p += 64;
  } while (++k < n);
  y[threadIdx.x] = sum; // SHAPE: store: linear 4
}

__global__ void nested(int rows, int pitch, const float *a, float *y) {
  int t = threadIdx.x, first = 0;
  float sum = 0;
  for (int r = 0; r < rows; ++r) { // SHAPE: loop: uniform
    for (int k = 0; k < pitch; k += 32) // SHAPE: loop: uniform
      sum += a[first + k + t]; // SHAPE: load: linear 4
    first += pitch;
  }
  y[t] = sum; // SHAPE: store: linear 4
}

// Two arrays are exchanged.
__global__ void exchanged(int n, float *a, float *b) {
  int t = threadIdx.x;
  float *from = a, *to = b;
  for (int k = 0; k < n; ++k) { // SHAPE: loop: uniform
    to[t] = from[t] * 2; // SHAPE: load: linear 4
                         // SHAPE: store: linear 4
    float *other = from;
    from = to;
    to = other;
  }
}

// Each thread's own share.
__global__ void shares(int chunk, const float *x, float *y) {
  int t = threadIdx.x, first = t * chunk;
  float sum = 0;
  for (int k = 0; k < chunk; ++k) // SHAPE: loop: uniform
    sum += x[first + k]; // SHAPE: load: strided
  for (int k = 0; k < 9; ++k) // SHAPE: loop: uniform
    sum += y[t * 9 + k]; // SHAPE: load: linear 36
  y[t] = sum; // SHAPE: store: linear 4
}

// Below the diagonal, in lockstep.
__global__ void below(int n, const float *a, const float *x, float *y) {
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k <= t; ++k) // SHAPE: loop: divergent
    sum += x[k]; // SHAPE: load: uniform
  for (int k = t; k < n; ++k) // SHAPE: loop: divergent
    sum += x[k]; // SHAPE: load: linear 4
  for (int k = 0; k < t; ++k) // SHAPE: loop: divergent
    sum += a[t * n + k]; // SHAPE: load: strided
  for (int k = 0; k < n; ++k) // SHAPE: loop: uniform
    sum += a[t * (t + 1) / 2 + k]; // SHAPE: load: varying
  y[t] = sum; // SHAPE: store: linear 4
}

__global__ void lists(const int *head, const int *next, const float *x, float *y) {
  int t = threadIdx.x;
  float sum = 0;
  int node = head[t]; // SHAPE: load: linear 4
  while (node >= 0) { // SHAPE: loop: divergent
    sum += x[node];   // SHAPE: load: varying
    node = next[node]; // SHAPE: load: varying
  }
  y[t] = sum; // SHAPE: store: linear 4
}

__global__ void backwards(int n, const float *x, float *y) {
  int t = threadIdx.x;
  float sum = 0;
  for (int k = n - 1; k >= 0; --k) // SHAPE: loop: uniform
    sum = sum * 2 + x[k * 256 + t]; // SHAPE: load: linear 4
  y[t] = sum; // SHAPE: store: linear 4
}

// One of three buffers after the other.
__global__ void turns(int n, float *x) {
  int t = threadIdx.x, k = 0;
  for (int i = 0; i < n; ++i) { // SHAPE: loop: uniform
    x[k * 256 + t] = i; // SHAPE: store: linear 4
    k = (k + 1) % 3;
  }
}

// From plane to plane, with those above and below.
__global__ void march(int depth, int plane, const float *in, float *out) {
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  float below = in[at]; // SHAPE: load: linear 4
  float here = in[at + plane]; // SHAPE: load: linear 4
  for (int z = 1; z < depth - 1; ++z) { // SHAPE: loop: uniform
    at += plane;
    float above = in[at + plane]; // SHAPE: load: linear 4
    out[at] = below + here + above; // SHAPE: store: linear 4
    below = here;
    here = above;
  }
}
// Without a sign, the index may wrap on its way.
__global__ void marchUnsigned(int depth, unsigned plane, const float *in, float *out) {
  unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
  for (int z = 0; z < depth; ++z) { // SHAPE: loop: uniform
    out[at] = in[at]; // SHAPE: load: varying
                      // SHAPE: store: varying
    at += plane;
  }
}

// Around a pointer.
__global__ void window(const float *x, float *y) {
  const float *p = x + (blockIdx.x * blockDim.x + threadIdx.x);
  // SHAPE: load: linear 4
  // SHAPE: load: linear 4
  // SHAPE: load: linear 4
  y[threadIdx.x] = p[-1] + p[0] + p[1]; // SHAPE: store: linear 4
}

// Left by all, or by each.
__global__ void leaves(int n, const int *stop, const float *x, float *y) {
  int t = threadIdx.x, k = 0;
  float sum = 0;
  for (; k < n; ++k) { // SHAPE: loop: uniform
    if (stop[k]) // SHAPE: load: uniform
      break;
    sum += x[k * 32 + t]; // SHAPE: load: linear 4
  }
  y[k * 32 + t] = sum; // SHAPE: store: linear 4
}
__global__ void steps(float *y, int n) {
  int t = threadIdx.x, k = t + 1, count = 0;
  while (k != 1) { // SHAPE: loop: divergent
    k = k % 2 ? 3 * k + 1 : k / 2;
    y[count] = t; // SHAPE: store: uniform
    ++count;
  }
  y[count] = n; // SHAPE: store: varying
}
