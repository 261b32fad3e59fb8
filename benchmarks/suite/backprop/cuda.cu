// A block for each 16 inputs: the products with their weights are summed in a
// tree in shared memory, and the host sums what the blocks found.

#include "../device.h"
#include "problem.h"

const int kHeight = 16;

__global__ void layerForward(const float *input, const float *weights,
                             float *partial) {
  __shared__ float node[kHeight];
  __shared__ float products[kHeight][kHidden];
  int tx = threadIdx.x, ty = threadIdx.y;
  int i = blockIdx.x * kHeight + ty;
  if (tx == 0)
    node[ty] = input[i];
  __syncthreads();
  products[ty][tx] = weights[i * kHidden + tx];
  __syncthreads();
  products[ty][tx] = products[ty][tx] * node[ty];
  __syncthreads();
  for (int width = 2; width <= kHeight; width *= 2) {
    if (ty % width == 0)
      products[ty][tx] += products[ty + width / 2][tx];
    __syncthreads();
  }
  if (ty == 0)
    partial[blockIdx.x * kHidden + tx] = products[0][tx];
}

__global__ void adjustWeights(const float *errors, const float *input,
                              float *weights, float *changes) {
  int tx = threadIdx.x;
  int i = blockIdx.x * kHeight + threadIdx.y;
  int place = i * kHidden + tx;
  float change = kRate * errors[tx] * input[i] + kMomentum * changes[place];
  weights[place] += change;
  changes[place] = change;
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  int blocks = problem.inputs / kHeight;
  suite::Device<float> input(problem.input), weights(problem.weights),
      changes(problem.weights.size()), partial(size_t(blocks) * kHidden),
      deviceErrors(kHidden);
  float outputWeights[kHidden], hidden[kHidden];
  dim3 block(kHidden, kHeight);
  program.measure(
      "cuda",
      [&] {
        weights.write(problem.weights);
        changes.clear();
        memcpy(outputWeights, problem.outputWeights, sizeof(outputWeights));
      },
      [&] {
        for (int step = 0; step < kSteps; ++step) {
          layerForward<<<blocks, block>>>(input, weights, partial);
          suite::check(cudaGetLastError());
          std::vector<float> found = partial.read();
          float sums[kHidden] = {};
          for (int i = 0; i < blocks; ++i)
            for (int j = 0; j < kHidden; ++j)
              sums[j] += found[i * kHidden + j];
          std::vector<float> errors(kHidden);
          learnOutput(sums, outputWeights, hidden, errors.data());
          deviceErrors.write(errors);
          adjustWeights<<<blocks, block>>>(deviceErrors, input, weights,
                                           changes);
        }
        suite::wait();
      });
  std::vector<float> result = weights.read();
  result.insert(result.end(), hidden, hidden + kHidden);
  program.result("cuda", result);
}
