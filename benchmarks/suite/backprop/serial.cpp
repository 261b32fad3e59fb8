// Input after input.

#include "problem.h"

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  Network network;
  program.measure(
      "serial", [&] { network.reset(problem); },
      [&] {
        for (int step = 0; step < kSteps; ++step) {
          float sums[kHidden] = {};
          for (int i = 0; i < problem.inputs; ++i)
            for (int j = 0; j < kHidden; ++j)
              sums[j] += problem.input[i] * network.weights[i * kHidden + j];
          learnOutput(sums, network.outputWeights, network.hidden,
                      network.errors);
          for (int i = 0; i < problem.inputs; ++i)
            for (int j = 0; j < kHidden; ++j) {
              float &change = network.changes[i * kHidden + j];
              change = kRate * network.errors[j] * problem.input[i] +
                       kMomentum * change;
              network.weights[i * kHidden + j] += change;
            }
        }
      });
  program.result("serial", network.result());
}
