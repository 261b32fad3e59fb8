//===- problem.h - A neural network learns --------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps of training a network of one hidden layer of 16 and one output:
// forward, the errors backward, and the weights of the input layer adjusted
// with momentum. The result is those weights and the activity of the hidden
// layer.
// tolerance: 1e-5
//
//===----------------------------------------------------------------------===//

#include "../program.h"

constexpr int kHidden = 16, kSteps = 10;
constexpr float kRate = 0.3f, kMomentum = 0.3f, kTarget = 0.1f;

struct Problem {
  int inputs;
  std::vector<float> input, weights;
  float outputWeights[kHidden];

  explicit Problem(const suite::Program &program)
      : inputs(program.size(65536, 1008)), input(inputs),
        weights(size_t(inputs) * kHidden) {
    suite::Random random;
    for (float &value : input)
      value = random.uniform();
    for (float &weight : weights)
      weight = random.between(-1, 1) / 64;
    for (float &weight : outputWeights)
      weight = random.between(-1, 1);
  }
};

inline float squash(float sum) { return 1 / (1 + expf(-sum)); }

/// The part of a step that is too small to be worth any threads: from the sums
/// at the hidden layer to its errors. The weights of the output learn here.
inline void learnOutput(const float *sums, float *outputWeights, float *hidden,
                        float *errors) {
  float sum = 0;
  for (int j = 0; j < kHidden; ++j) {
    hidden[j] = squash(sums[j]);
    sum += hidden[j] * outputWeights[j];
  }
  float output = squash(sum);
  float error = output * (1 - output) * (kTarget - output);
  for (int j = 0; j < kHidden; ++j) {
    errors[j] = hidden[j] * (1 - hidden[j]) * error * outputWeights[j];
    outputWeights[j] += kRate * error * hidden[j];
  }
}

/// The network as it is while it learns, of the serial and OpenMP programs.
struct Network {
  std::vector<float> weights, changes;
  float outputWeights[kHidden], hidden[kHidden], errors[kHidden];

  void reset(const Problem &problem) {
    weights = problem.weights;
    changes.assign(weights.size(), 0);
    memcpy(outputWeights, problem.outputWeights, sizeof(outputWeights));
  }
  std::vector<float> result() const {
    std::vector<float> all = weights;
    all.insert(all.end(), hidden, hidden + kHidden);
    return all;
  }
};
