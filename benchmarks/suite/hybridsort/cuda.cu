// Buckets by counting with atomic operations and prefix sums; then a block for
// each bucket sorts it with a bitonic network in shared memory.

#include "../device.h"
#include "problem.h"

constexpr int kThreads = 256, kSorters = 512;

/// The bucket of each value, and its place there.
__global__ void count(const float *values, const float *bounds, int *bucket,
                      int *place, int *counts, int n, int buckets) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int b = bucketOf(values[i], bounds, buckets);
  bucket[i] = b;
  place[i] = atomicAdd(&counts[b], 1);
}

/// Prefix sums by one block, where each thread has a part of its own.
__global__ void prefix(const int *counts, int *starts, int buckets) {
  __shared__ int ends[2][kThreads];
  int t = threadIdx.x, part = (buckets + kThreads - 1) / kThreads;
  int sum = 0;
  for (int b = t * part; b < min((t + 1) * part, buckets); ++b)
    sum += counts[b];
  int from = 0;
  ends[0][t] = sum;
  __syncthreads();
  for (int distance = 1; distance < kThreads; distance *= 2) {
    int more = t >= distance ? ends[from][t - distance] : 0;
    ends[1 - from][t] = ends[from][t] + more;
    from = 1 - from;
    __syncthreads();
  }
  int start = ends[from][t] - sum;
  for (int b = t * part; b < min((t + 1) * part, buckets); ++b) {
    starts[b] = start;
    start += counts[b];
  }
}

__global__ void scatter(const float *values, const int *bucket,
                        const int *place, const int *starts, float *out,
                        int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[starts[bucket[i]] + place[i]] = values[i];
}

__global__ void sortBuckets(float *values, const int *starts,
                            const int *counts) {
  __shared__ float data[kBucketLimit];
  int t = threadIdx.x, start = starts[blockIdx.x], n = counts[blockIdx.x];
  if (n > kBucketLimit)
    return; // That is left to the host.
  int size = 2;
  while (size < n)
    size *= 2;
  for (int i = t; i < size; i += kSorters)
    data[i] = i < n ? values[start + i] : INFINITY;
  __syncthreads();
  for (int run = 2; run <= size; run *= 2)
    for (int distance = run / 2; distance > 0; distance /= 2) {
      int low = 2 * t - (t & (distance - 1)), high = low + distance;
      if (high < size) {
        bool isUp = (low & run) == 0;
        float a = data[low], b = data[high];
        if ((a > b) == isUp) {
          data[low] = b;
          data[high] = a;
        }
      }
      __syncthreads();
    }
  for (int i = t; i < n; i += kSorters)
    values[start + i] = data[i];
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int n = problem.n, buckets = problem.buckets;
  int blocks = (n + kThreads - 1) / kThreads;
  std::vector<float> hostBounds = makeBounds(problem.values, buckets);
  suite::Device<float> values(problem.values), bounds(hostBounds), out(n);
  suite::Device<int> bucket(n), place(n), counts(buckets), starts(buckets);
  program.measure("cuda", [&] {
    counts.clear();
    count<<<blocks, kThreads>>>(values, bounds, bucket, place, counts, n,
                                buckets);
    prefix<<<1, kThreads>>>(counts, starts, buckets);
    scatter<<<blocks, kThreads>>>(values, bucket, place, starts, out, n);
    sortBuckets<<<buckets, kSorters>>>(out, starts, counts);
    std::vector<int> hostCounts = counts.read(), hostStarts = starts.read();
    for (int b = 0; b < buckets; ++b)
      if (hostCounts[b] > kBucketLimit) {
        std::vector<float> rest(hostCounts[b]);
        suite::check(cudaMemcpy(rest.data(), out + hostStarts[b],
                                rest.size() * sizeof(float),
                                cudaMemcpyDeviceToHost));
        std::sort(rest.begin(), rest.end());
        suite::check(cudaMemcpy(out + hostStarts[b], rest.data(),
                                rest.size() * sizeof(float),
                                cudaMemcpyHostToDevice));
      }
    suite::wait();
  });
  program.result("cuda", out.read());
}
