// A thread for each particle: weights, their prefix sums in two levels, and a
// binary search for each new particle.

#include "../device.h"
#include "problem.h"

constexpr int kThreads = 256;

__global__ void weigh(float *x, float *y, uint32_t *seeds, float *weight,
                      const uint8_t *frame, const int *offsetX,
                      const int *offsetY, int count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  uint32_t seed = seeds[i];
  float px = x[i], py = y[i];
  moveParticle(px, py, seed);
  float sum = 0;
  for (int k = 0; k < count; ++k)
    sum += likelihood(frame[pixelAt(px, py, offsetX[k], offsetY[k])]);
  x[i] = px;
  y[i] = py;
  seeds[i] = seed;
  weight[i] = expf(sum / count);
}

/// Prefix sums within blocks, and the sums of the blocks.
__global__ void scan(const float *in, float *out, float *blockSums, int n) {
  __shared__ float sums[2][kThreads];
  int t = threadIdx.x, i = blockIdx.x * kThreads + t;
  int from = 0;
  sums[0][t] = i < n ? in[i] : 0;
  __syncthreads();
  for (int distance = 1; distance < kThreads; distance *= 2) {
    float sum = sums[from][t];
    if (t >= distance)
      sum += sums[from][t - distance];
    from = 1 - from;
    sums[from][t] = sum;
    __syncthreads();
  }
  if (i < n)
    out[i] = sums[from][t];
  if (t == kThreads - 1 && blockSums)
    blockSums[blockIdx.x] = sums[from][t];
}

__global__ void addBefore(float *sums, const float *blockSums, int n) {
  int i = blockIdx.x * kThreads + threadIdx.x;
  if (i < n && blockIdx.x > 0)
    sums[i] += blockSums[blockIdx.x - 1];
}

__global__ void estimate(const float *x, const float *y, const float *weight,
                         float *partX, float *partY, int n) {
  __shared__ float sumX[kThreads], sumY[kThreads];
  int t = threadIdx.x, i = blockIdx.x * kThreads + t;
  sumX[t] = i < n ? x[i] * weight[i] : 0;
  sumY[t] = i < n ? y[i] * weight[i] : 0;
  __syncthreads();
  for (int half = kThreads / 2; half > 0; half /= 2) {
    if (t < half) {
      sumX[t] += sumX[t + half];
      sumY[t] += sumY[t + half];
    }
    __syncthreads();
  }
  if (t == 0) {
    partX[blockIdx.x] = sumX[0];
    partY[blockIdx.x] = sumY[0];
  }
}

__global__ void resample(const float *sums, const float *x, const float *y,
                         float *nextX, float *nextY, float draw, int n) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j >= n)
    return;
  float wanted = (j + draw) / n * sums[n - 1];
  int low = 0, high = n - 1;
  while (low < high) {
    int middle = (low + high) / 2;
    if (sums[middle] < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  nextX[j] = x[low];
  nextY[j] = y[low];
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int n = problem.n, blocks = (n + kThreads - 1) / kThreads;
  if (blocks > kThreads)
    suite::Program::fail("two levels of prefix sums are not enough");
  std::vector<float> startX(n, Problem::startX()), startY(n, Problem::startY());
  suite::Device<uint8_t> video(problem.video);
  suite::Device<int> offsetX(problem.offsetX), offsetY(problem.offsetY);
  suite::Device<uint32_t> seeds(n);
  suite::Device<float> firstX(n), firstY(n), secondX(n), secondY(n), weight(n),
      sums(n), blockSums(blocks), partX(blocks), partY(blocks);
  std::vector<double> result;
  program.measure(
      "cuda",
      [&] {
        firstX.write(startX);
        firstY.write(startY);
        seeds.write(problem.seeds);
        result.clear();
      },
      [&] {
        float *x = firstX, *y = firstY, *nextX = secondX, *nextY = secondY;
        for (int f = 0; f < problem.frames; ++f) {
          weigh<<<blocks, kThreads>>>(
              x, y, seeds, weight, video + (size_t)f * kSide * kSide, offsetX,
              offsetY, problem.discPixels(), n);
          scan<<<blocks, kThreads>>>(weight, sums, blockSums, n);
          scan<<<1, kThreads>>>(blockSums, blockSums, nullptr, blocks);
          addBefore<<<blocks, kThreads>>>(sums, blockSums, n);
          estimate<<<blocks, kThreads>>>(x, y, weight, partX, partY, n);
          resample<<<blocks, kThreads>>>(sums, x, y, nextX, nextY,
                                         problem.draws[f], n);
          suite::wait();
          double sumX = 0, sumY = 0;
          for (float part : partX.read())
            sumX += part;
          for (float part : partY.read())
            sumY += part;
          float total;
          suite::check(cudaMemcpy(&total, blockSums + blocks - 1, sizeof(float),
                                  cudaMemcpyDeviceToHost));
          result.push_back(sumX / total);
          result.push_back(sumY / total);
          std::swap(x, nextX);
          std::swap(y, nextY);
        }
      });
  program.result("cuda", result);
}
