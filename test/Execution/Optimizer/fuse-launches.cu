// RUN: %check-execution %s
// Launches that follow each other run together, a few blocks at a time, where
// each block keeps to what is its own; and nowhere else. Whoever looks sees no
// difference. (That they do so is what Target/fused-launches.test is about.)
#include "../check.h"

extern "C" unsigned long long __heddle_fused_launches(unsigned long long);

constexpr int threads = 128, blocks = 96, n = threads * blocks;

/// The launches that have run together since the last call. Said only if the
/// test was compiled to count: not all ways to compile have them do so.
static void expectFused(unsigned long long count, int line) {
  static unsigned long long before = 0;
  unsigned long long now = __heddle_fused_launches(0);
#ifdef COUNT
  if (now - before != count) {
    printf("line %d: %llu launches ran together, not %llu\n", line,
           now - before, count);
    exit(1);
  }
#endif
  before = now;
}
#define FUSED(count) expectFused(count, __LINE__)

template <typename Value>
static void expect(const DeviceArray<int> &array, Value value, int line) {
  std::vector<int> values = array.read();
  for (int i = 0; i < (int)values.size(); ++i)
    if (values[i] != value(i)) {
      printf("line %d: element %d is %d, not %d\n", line, i, values[i],
             value(i));
      exit(1);
    }
}
#define EXPECT(array, value)                                                   \
  expect(array, [&](int i) { return value; }, __LINE__)

#define INDEX int i = blockIdx.x * blockDim.x + threadIdx.x

__global__ void number(int *x, int by) {
  INDEX;
  if (i < n)
    x[i] = i * by;
}
__global__ void copy(int *y, const int *x) {
  INDEX;
  if (i < n)
    y[i] = x[i];
}
__global__ void add(int *y, const int *x) {
  INDEX;
  if (i < n)
    y[i] += x[i];
}
__global__ void shift(int *y, const int *x, int by) {
  INDEX;
  if (i + by < n && i + by >= 0)
    y[i] = x[i + by];
}
__global__ void next(int *y, const int *x) {
  INDEX;
  if (i < n - 1)
    y[i] = x[i + 1];
}
__global__ void push(int *y, const int *x) {
  INDEX;
  if (i < n - 1)
    y[i + 1] = x[i];
}
__global__ void reverse(int *y, const int *x) {
  INDEX;
  if (i < n)
    y[i] = x[n - 1 - i];
}
__global__ void gather(int *y, const int *x, const int *places) {
  INDEX;
  if (i < n)
    y[i] = x[places[i]];
}

/// Each block its own piece, in any order: through shared memory, and by loops.
__global__ void turn(int *y, const int *x) {
  __shared__ int s[threads];
  s[threadIdx.x] = x[blockIdx.x * threads + threadIdx.x];
  __syncthreads();
  y[blockIdx.x * threads + threadIdx.x] = s[threads - 1 - threadIdx.x];
}
__global__ void rows(int *y, const int *x) {
  if (threadIdx.x == 0)
    for (int i = 0; i < threads; ++i)
      y[blockIdx.x * threads + i] = 3 * x[blockIdx.x * threads + i];
}
__global__ void strided(int *y, const int *x, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count;
       i += gridDim.x * blockDim.x)
    y[i] += x[i];
}
__global__ void stridedNext(int *y, const int *x, int count) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count - 1;
       i += gridDim.x * blockDim.x)
    y[i] = x[i + 1];
}

static void legalChains() {
  DeviceArray<int> a(n), b(n), c(n);
  number<<<blocks, threads>>>(a, 1);
  copy<<<blocks, threads>>>(b, a);
  add<<<blocks, threads>>>(b, a);
  EXPECT(b, 2 * i);
  FUSED(3);

  // In a loop the last one of a turn and the first of the next.
  for (int t = 0; t < 5; ++t) {
    add<<<blocks, threads>>>(a, b);
    add<<<blocks, threads>>>(b, a);
  }
  int x = 1, y = 2;
  for (int t = 0; t < 5; ++t)
    x += y, y += x;
  EXPECT(b, y * i);
  FUSED(10);

  number<<<blocks, threads>>>(a, 1);
  turn<<<blocks, threads>>>(b, a);
  rows<<<blocks, threads>>>(c, b);
  EXPECT(c, 3 * (i / threads * threads + threads - 1 - i % threads));
  FUSED(3);

  // The whole of one array that nobody writes.
  std::vector<int> order(n);
  for (int i = 0; i < n; ++i)
    order[i] = (int)(i * 7919ll % n);
  DeviceArray<int> places(order);
  number<<<blocks, threads>>>(a, 1);
  gather<<<blocks, threads>>>(b, a, places);
  gather<<<blocks, threads>>>(c, a, places);
  add<<<blocks, threads>>>(c, b);
  EXPECT(c, 2 * order[i]);
  FUSED(3);
}

static void gridStrides() {
  DeviceArray<int> a(n), b(n), c(n);
  number<<<blocks, threads>>>(a, 1);
  strided<<<blocks / 8, threads>>>(b, a, n);
  strided<<<blocks / 8, threads>>>(c, b, n - 5);
  EXPECT(c, i < n - 5 ? i : 0);
  FUSED(2);
  strided<<<blocks / 8, threads>>>(b, a, n);
  stridedNext<<<blocks / 8, threads>>>(c, b, n);
  EXPECT(c, i < n - 1 ? 2 * (i + 1) : 0);
  FUSED(0);
  // Other steps, other pieces, unless two blocks have one's.
  strided<<<blocks / 8, threads>>>(b, a, n);
  strided<<<blocks / 4, threads>>>(c, b, n);
  EXPECT(b, 3 * i);
  FUSED(0);
  strided<<<blocks / 8, threads>>>(b, a, n);
  strided<<<blocks / 4, threads / 2>>>(a, b, n);
  EXPECT(a, 5 * i);
  FUSED(2);
}

static void neighbours() {
  DeviceArray<int> a(n), b(n);
  number<<<blocks, threads>>>(a, 1);
  next<<<blocks, threads>>>(b, a);
  EXPECT(b, i < n - 1 ? i + 1 : 0);
  FUSED(0);
  // Who is read first must not be written yet.
  next<<<blocks, threads>>>(b, a);
  number<<<blocks, threads>>>(a, 5);
  EXPECT(b, i < n - 1 ? i + 1 : 0);
  FUSED(0);
  number<<<blocks, threads>>>(b, 1);
  push<<<blocks, threads>>>(a, b);
  copy<<<blocks, threads>>>(b, a);
  EXPECT(b, i ? i - 1 : 0);
  FUSED(2);
  number<<<blocks, threads>>>(a, 1);
  shift<<<blocks, threads>>>(b, a, threads);
  EXPECT(b, i < n - threads ? i + threads : i - 1);
  number<<<blocks, threads>>>(a, 2);
  shift<<<blocks, threads>>>(b, a, -threads);
  EXPECT(b, i >= threads ? 2 * (i - threads) : i + threads);
  FUSED(0);
  number<<<blocks, threads>>>(a, 3);
  reverse<<<blocks, threads>>>(b, a);
  EXPECT(b, 3 * (n - 1 - i));
  FUSED(0);
  // Only the first and the last of three are in each other's way.
  DeviceArray<int> c(n);
  number<<<blocks, threads>>>(a, 4);
  number<<<blocks, threads>>>(b, 1);
  next<<<blocks, threads>>>(c, a);
  EXPECT(c, i < n - 1 ? 4 * (i + 1) : 0);
  FUSED(2);
}

static void partsOfOneArray() {
  DeviceArray<int> a(3 * n), b(n);
  int *first = a, *second = first + n;
  number<<<blocks, threads>>>(first, 1);
  copy<<<blocks, threads>>>(second, first);
  EXPECT(a, i < 2 * n ? i % n : 0);
  FUSED(2);
  number<<<blocks, threads>>>(b, 5);
  CUDA(cudaDeviceSynchronize());
  // One element further, half an array further, one block's piece further.
  for (int by : {1, n / 2, threads}) {
    number<<<blocks, threads>>>(first, 7);
    copy<<<blocks, threads>>>(second + n, first + by);
    std::vector<int> before = a.read();
    EXPECT(a, i < n ? 7 * i : i < 2 * n ? before[i] : before[i - 2 * n + by]);
    FUSED(0);
    number<<<blocks, threads>>>(first, 1);
    copy<<<blocks, threads>>>(first + by, b);
    EXPECT(a, i < by ? i : i < by + n ? 5 * (i - by) : before[i]);
    FUSED(0);
  }
}

__device__ int *pointer;
__device__ int total, table[threads];
__constant__ int factor;

__global__ void sum(const int *x) {
  INDEX;
  if (i < n)
    atomicAdd(&total, x[i] & 1);
}
__global__ void fill(int *y) {
  INDEX;
  if (i < n)
    y[i] = total;
}
__global__ void choose(int *x, int *y, const int *z) {
  INDEX;
  if (i == n - 1)
    pointer = y;
  if (i < n)
    x[i] = z[i];
}
__global__ void through(const int *x) {
  INDEX;
  if (i < n)
    pointer[i] = x[i] * factor;
}
__global__ void look(int *y, const int *x) {
  INDEX;
  if (i < n)
    y[i] = x[i] + table[threadIdx.x];
}
__global__ void note(const int *x) {
  if (blockIdx.x == gridDim.x - 1)
    table[threadIdx.x] = x[threadIdx.x];
}

/// What all blocks of the first launch make for each of the second.
static void variables() {
  DeviceArray<int> a(n), b(n), c(n);
  int zero = 0, three = 3;
  volatile bool never = false;
  bool sometimes = never;
  CUDA(cudaMemcpyToSymbol(total, &zero, sizeof zero));
  CUDA(cudaMemcpyToSymbol(factor, &three, sizeof three));
  number<<<blocks, threads>>>(a, 1);
  sum<<<blocks, threads>>>(a);
  fill<<<blocks, threads>>>(b);
  EXPECT(b, n / 2);
  FUSED(0);
  choose<<<blocks, threads>>>(b, c, a);
  through<<<blocks, threads>>>(b);
  EXPECT(c, 3 * i);
  FUSED(0);
  // The first waits, for what might have come next.
  choose<<<blocks, threads>>>(b, a, c);
  if (sometimes)
    copy<<<blocks, threads>>>(c, b);
  through<<<blocks, threads>>>(b);
  EXPECT(a, 9 * i);
  FUSED(0);
  number<<<blocks, threads>>>(a, 1);
  note<<<blocks, threads>>>(a);
  look<<<blocks, threads>>>(c, a);
  EXPECT(c, i + i % threads);
  FUSED(0);
}

struct Arrays {
  int *y;
  const int *x;
  int count;
};
__global__ void bundled(Arrays arrays, int by) {
  INDEX;
  if (i < arrays.count)
    arrays.y[i] = arrays.x[i] * by;
}

/// What is passed by value is on a stack that is gone by then.
static void structs() {
  DeviceArray<int> a(n), b(n), c(n);
  number<<<blocks, threads>>>(a, 1);
  bundled<<<blocks, threads>>>(Arrays{b, a, n}, 2);
  bundled<<<blocks, threads>>>(Arrays{c, b, n - 1}, 5);
  EXPECT(c, i < n - 1 ? 10 * i : 0);
  FUSED(3);
}

static void wrapNumber(int *x, int by) { number<<<blocks, threads>>>(x, by); }
static void wrapNext(int *y, const int *x) { next<<<blocks, threads>>>(y, x); }
__attribute__((noinline)) static void far(int *y, const int *x) {
  copy<<<blocks, threads>>>(y, x);
  add<<<blocks, threads>>>(y, x);
}

static void functions() {
  DeviceArray<int> a(n), b(n), c(n);
  wrapNumber(a, 1);
  wrapNumber(b, 2);
  FUSED(2);
  wrapNext(c, a);
  wrapNumber(a, 3);
  EXPECT(c, i < n - 1 ? i + 1 : 0);
  FUSED(0);
  wrapNumber(a, 1);
  far(b, a);
  EXPECT(b, 2 * i);
  FUSED(2);
}

static void errors() {
  DeviceArray<int> a(n), b(n);
  number<<<blocks, threads>>>(a, 1);
  CUDA(cudaGetLastError());
  copy<<<blocks, threads>>>(b, a);
  CUDA(cudaPeekAtLastError());
  add<<<blocks, threads>>>(b, a);
  EXPECT(b, 2 * i);
  FUSED(3);
  number<<<blocks, threads>>>(a, 2);
  copy<<<blocks, 4096>>>(b, a);
  if (cudaGetLastError() != cudaErrorInvalidConfiguration)
    exit(1);
  copy<<<blocks, threads>>>(b, a);
  EXPECT(b, 2 * i);
  FUSED(0);
}

__global__ void raise(int *flag, int *y) {
  INDEX;
  if (i < n)
    y[i] = i;
  if (i == n - 1)
    *flag = 1;
}

/// A host that looks before it launches again, as it may look at this.
static void polling() {
  int *flag;
  CUDA(cudaMallocHost(&flag, sizeof *flag));
  DeviceArray<int> a(n), b(n);
  *flag = 0;
  raise<<<blocks, threads>>>(flag, a);
  bool seen = false;
  for (long turn = 0; turn < 100000000 && !seen; ++turn)
    seen = *static_cast<volatile int *>(flag) == 1;
  copy<<<blocks, threads>>>(b, a);
  if (!seen) {
    printf("the host waits in vain\n");
    exit(1);
  }
  EXPECT(b, i);
  *flag = 0;
  raise<<<blocks, threads>>>(flag, a);
  if (__atomic_load_n(flag, __ATOMIC_ACQUIRE) != 1)
    exit(1);
  copy<<<blocks, threads>>>(b, a);
  CUDA(cudaDeviceSynchronize());
  CUDA(cudaFreeHost(flag));
  FUSED(0);
}

static void otherGrids() {
  DeviceArray<int> a(n), b(n), c(n);
  number<<<(n + 99) / 100, 100>>>(a, 1);
  copy<<<blocks, threads>>>(b, a);
  EXPECT(b, i);
  FUSED(0);
  // Both are cut into parts of sixteen threads.
  number<<<n / 96, 96>>>(a, 2);
  copy<<<blocks, threads>>>(b, a);
  EXPECT(b, 2 * i);
  FUSED(2);
  // Two blocks touch what one of another launch does.
  number<<<blocks, threads>>>(a, 1);
  copy<<<blocks / 2, 2 * threads>>>(b, a);
  turn<<<blocks, threads>>>(c, b);
  EXPECT(c, i / threads * threads + threads - 1 - i % threads);
  FUSED(3);
  next<<<blocks / 2, 2 * threads>>>(b, a);
  rows<<<blocks, threads>>>(a, c);
  EXPECT(b, i < n - 1 ? i + 1 : i);
  FUSED(0);
  // As many blocks, but not in a row.
  number<<<dim3(blocks / 2, 2), threads>>>(c, 1);
  number<<<blocks, threads>>>(a, 3);
  copy<<<dim3(blocks / 2, 2), threads>>>(b, a);
  EXPECT(b, i < n / 2 ? 3 * i : i < n - 1 ? i + 1 : i);
  FUSED(0);
}

__global__ void chatty(int *x, int never) {
  INDEX;
  if (x[i] == never)
    printf("never\n");
  x[i] += 1;
}
__global__ void fenced(int *x) {
  INDEX;
  x[i] += 1;
  __threadfence();
}

static void notUnderstood() {
  DeviceArray<int> a(n), b(n);
  number<<<blocks, threads>>>(a, 1);
  chatty<<<blocks, threads>>>(a, -1);
  fenced<<<blocks, threads>>>(a);
  copy<<<blocks, threads>>>(b, a);
  EXPECT(b, i + 2);
  FUSED(0);
}

static void graphs() {
  DeviceArray<int> a(n), b(n);
  cudaStream_t stream;
  CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  number<<<blocks, threads, 0, stream>>>(a, 1);
  copy<<<blocks, threads, 0, stream>>>(b, a);
  cudaGraph_t graph;
  CUDA(cudaStreamEndCapture(stream, &graph));
  EXPECT(b, 0);
  cudaGraphExec_t exec;
  CUDA(cudaGraphInstantiate(&exec, graph, 0));
  CUDA(cudaGraphLaunch(exec, stream));
  EXPECT(b, i);
  CUDA(cudaGraphExecDestroy(exec));
  CUDA(cudaGraphDestroy(graph));
  CUDA(cudaStreamDestroy(stream));
  FUSED(0);
}

/// Streams are in order with each other too.
static void streams() {
  DeviceArray<int> a(n), b(n);
  cudaStream_t stream;
  CUDA(cudaStreamCreate(&stream));
  number<<<blocks, threads, 0, stream>>>(a, 6);
  copy<<<blocks, threads>>>(b, a);
  EXPECT(b, 6 * i);
  FUSED(2);
  CUDA(cudaStreamDestroy(stream));
}

__global__ void pick(int *f, const int *a, int pitch, int count, int k) {
  INDEX;
  if (i < count)
    f[i] = a[(size_t)i * pitch + k] + k;
}
__global__ void combine(int *a, const int *f, int pitch, int columns,
                        int count) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < count && j < columns)
    a[(size_t)i * pitch + j] += f[i] * (j + 1);
}
__global__ void below(int *b, const int *a, int pitch, int columns, int count,
                      int by) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < count && j < columns)
    b[(size_t)i * pitch + j] = i + by < count ? a[(i + by) * (size_t)pitch + j] : 0;
}

/// Grids of two dimensions: rows of blocks keep to their rows of a matrix.
static void twoDimensions() {
  constexpr int rows = n / 128, columns = 128;
  dim3 grid(columns / 16, rows / 16), block(16, 16);
  DeviceArray<int> a(n), b(n), f(rows);
  std::vector<int> matrix(n), factors(rows);
  auto step = [&](int pitch, int width, int count, int k) {
    pick<<<(count + 15) / 16, 16>>>(f, a, pitch, count, k);
    combine<<<grid, block>>>(a, f, pitch, width, count);
    for (int i = 0; i < count; ++i)
      factors[i] = matrix[i * pitch + k] + k;
    for (int i = 0; i < count; ++i)
      for (int j = 0; j < width; ++j)
        matrix[i * pitch + j] += factors[i] * (j + 1);
    EXPECT(a, matrix[i]);
  };
  step(columns, columns, rows, 3);
  FUSED(2);
  step(columns, columns, rows, 100);
  FUSED(2);
  step(columns, columns - 5, rows - 9, 7);
  FUSED(2);

  below<<<grid, block>>>(b, a, columns, columns, rows, 0);
  below<<<grid, block>>>(a, b, columns, columns, rows, 0);
  EXPECT(a, matrix[i]);
  FUSED(2);
  // One row further, which may be another block's.
  below<<<grid, block>>>(b, a, columns, columns, rows, 0);
  below<<<grid, block>>>(a, b, columns, columns, rows, 1);
  EXPECT(a, i + columns < n ? matrix[i + columns] : 0);
  FUSED(0);
  matrix = a.read();
  below<<<grid, block>>>(b, a, columns, columns, rows, 1);
  below<<<grid, block>>>(a, b, columns, columns, rows, 0);
  EXPECT(a, i + columns < n ? matrix[i + columns] : 0);
  matrix = a.read();
  FUSED(0);
  // A number of each row that lies in the row before, for who writes it.
  step(columns - 16, columns - 16, rows, columns - 10);
  FUSED(0);
}

int main() {
  // So small that arrays of this size are large.
  __heddle_fused_launches(32768);
  legalChains();
  gridStrides();
  neighbours();
  partsOfOneArray();
  variables();
  structs();
  functions();
  errors();
  polling();
  otherGrids();
  notUnderstood();
  graphs();
  streams();
  twoDimensions();
  return 0;
}
