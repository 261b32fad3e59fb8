#include <cstdio>
#include <curand.h>

int main() {
  float values[2];
  curandGenerator_t generator;
  curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandSetPseudoRandomGeneratorSeed(generator, 1234);
  curandGenerateUniform(generator, values, 2);
  curandDestroyGenerator(generator);
  std::printf("%.4f %.4f\n", values[0], values[1]);
}
