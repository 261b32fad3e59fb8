// The hidden layer is as wide as a vector. In one variant each part of a step
// is a parallel loop, in the other all steps are one parallel region.
// directives: loops, region

#include "problem.h"

static void addInput(const Problem &problem, const float *weights, int i,
                     float *sums) {
#pragma omp simd
  for (int j = 0; j < kHidden; ++j)
    sums[j] += problem.input[i] * weights[i * kHidden + j];
}

static void adjust(const Problem &problem, const float *errors, float *weights,
                   float *changes, int i) {
#pragma omp simd
  for (int j = 0; j < kHidden; ++j) {
    float change = kRate * errors[j] * problem.input[i] +
                   kMomentum * changes[i * kHidden + j];
    changes[i * kHidden + j] = change;
    weights[i * kHidden + j] += change;
  }
}

static void loops(const Problem &problem, Network &network) {
  float *weights = network.weights.data(), *changes = network.changes.data();
  for (int step = 0; step < kSteps; ++step) {
    float sums[kHidden] = {};
#pragma omp parallel for reduction(+ : sums)
    for (int i = 0; i < problem.inputs; ++i)
      addInput(problem, weights, i, sums);
    learnOutput(sums, network.outputWeights, network.hidden, network.errors);
    float errors[kHidden];
    memcpy(errors, network.errors, sizeof(errors));
#pragma omp parallel for
    for (int i = 0; i < problem.inputs; ++i)
      adjust(problem, errors, weights, changes, i);
  }
}

static void region(const Problem &problem, Network &network) {
  float *weights = network.weights.data(), *changes = network.changes.data();
  float sums[kHidden] = {};
#pragma omp parallel
  for (int step = 0; step < kSteps; ++step) {
    float own[kHidden] = {};
#pragma omp for schedule(static) nowait
    for (int i = 0; i < problem.inputs; ++i)
      addInput(problem, weights, i, own);
#pragma omp critical
    for (int j = 0; j < kHidden; ++j)
      sums[j] += own[j];
#pragma omp barrier
#pragma omp single
    {
      learnOutput(sums, network.outputWeights, network.hidden, network.errors);
      memset(sums, 0, sizeof(sums));
    }
    float errors[kHidden];
    memcpy(errors, network.errors, sizeof(errors));
    // A thread adjusts the weights that it reads in the next step.
#pragma omp for schedule(static) nowait
    for (int i = 0; i < problem.inputs; ++i)
      adjust(problem, errors, weights, changes, i);
  }
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  Network network;
  auto reset = [&] { network.reset(problem); };
  program.measure("loops", reset, [&] { loops(problem, network); });
  program.result("loops", network.result());
  program.measure("region", reset, [&] { region(problem, network); });
  program.result("region", network.result());
}
