//===- Api.cpp - The functions of curand.h --------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../common/Submit.h"
#include "Generator.h"
#include "Sobol.h"
#include "Words.h"
#include <cmath>
#include <mutex>
#include <new>
#include <vector>

using namespace heddle::curand;

/// Settings and, once numbers have been generated, the sequence.
struct curandGenerator_st {
  curandRngType_t type;
  bool isQuasi, isHost;
  curandOrdering_t order;
  cudaStream_t stream = nullptr;
  unsigned long long seed = 0, offset = 0;
  unsigned dimensions = 1;
  /// Shared with graphs that it was captured into.
  std::shared_ptr<Source> source = nullptr;
  std::mutex mutex = {};

  bool isTwister() const {
    return type == CURAND_RNG_PSEUDO_MTGP32 ||
           type == CURAND_RNG_PSEUDO_MT19937;
  }

  const std::shared_ptr<Source> &get() {
    if (!source)
      source = isQuasi ? makeQuasi(type, dimensions, offset)
                       : makePseudo(type, order, seed, offset);
    return source;
  }
};

static curandStatus_t create(curandGenerator_t *generator, curandRngType_t type,
                             bool isHost) {
  if (!generator)
    return CURAND_STATUS_OUT_OF_RANGE;
  if (type == CURAND_RNG_PSEUDO_DEFAULT)
    type = CURAND_RNG_PSEUDO_XORWOW;
  if (type == CURAND_RNG_QUASI_DEFAULT)
    type = CURAND_RNG_QUASI_SOBOL32;
  switch (type) {
  case CURAND_RNG_PSEUDO_XORWOW:
  case CURAND_RNG_PSEUDO_MRG32K3A:
  case CURAND_RNG_PSEUDO_MT19937:
  case CURAND_RNG_PSEUDO_PHILOX4_32_10:
  case CURAND_RNG_QUASI_SOBOL32:
  case CURAND_RNG_QUASI_SCRAMBLED_SOBOL32:
  case CURAND_RNG_QUASI_SOBOL64:
  case CURAND_RNG_QUASI_SCRAMBLED_SOBOL64:
    break;
  case CURAND_RNG_PSEUDO_MTGP32:
    if (haveMtgp32())
      break;
    [[fallthrough]];
  default:
    return CURAND_STATUS_TYPE_ERROR;
  }
  bool isQuasi = type >= CURAND_RNG_QUASI_DEFAULT;
  *generator = new (std::nothrow) curandGenerator_st{
      type, isQuasi, isHost,
      isQuasi ? CURAND_ORDERING_QUASI_DEFAULT : CURAND_ORDERING_PSEUDO_DEFAULT};
  return *generator ? CURAND_STATUS_SUCCESS : CURAND_STATUS_ALLOCATION_FAILED;
}

static curandStatus_t generate(curandGenerator_t generator, Request request,
                               void *output, size_t count) {
  if (!generator)
    return CURAND_STATUS_NOT_INITIALIZED;
  bool needsOutput = count != 0 && !output;
  if (needsOutput || (request.kind == Kind::Poisson &&
                      !(request.mean > 0 && request.mean <= 400000)))
    return CURAND_STATUS_OUT_OF_RANGE;
  std::lock_guard lock(generator->mutex);
  std::shared_ptr<Source> source = generator->get();
  if (!source->provides(request.kind))
    return CURAND_STATUS_TYPE_ERROR;
  if (count % source->multiple(request) != 0)
    return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
  if (generator->isHost) {
    source->generate(request, output, count);
    return CURAND_STATUS_SUCCESS;
  }
  cudaError_t error = heddle::library::submit(
      generator->stream, [source, request, output, count] {
        source->generate(request, output, count);
      });
  return error == cudaSuccess ? CURAND_STATUS_SUCCESS
                              : CURAND_STATUS_LAUNCH_FAILURE;
}

/// A setting that starts the sequence anew.
template <typename T>
static curandStatus_t set(curandGenerator_t generator,
                          T curandGenerator_st::*member, T value) {
  std::lock_guard lock(generator->mutex);
  generator->*member = value;
  generator->source.reset();
  return CURAND_STATUS_SUCCESS;
}

extern "C" {

curandStatus_t curandCreateGenerator(curandGenerator_t *generator,
                                     curandRngType_t type) {
  return create(generator, type, false);
}
curandStatus_t curandCreateGeneratorHost(curandGenerator_t *generator,
                                         curandRngType_t type) {
  return create(generator, type, true);
}
curandStatus_t curandDestroyGenerator(curandGenerator_t generator) {
  if (!generator)
    return CURAND_STATUS_NOT_INITIALIZED;
  delete generator;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGetVersion(int *version) {
  if (!version)
    return CURAND_STATUS_OUT_OF_RANGE;
  *version = CURAND_VERSION;
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetProperty(libraryPropertyType type, int *value) {
  if (!value || type < MAJOR_VERSION || type > PATCH_LEVEL)
    return CURAND_STATUS_OUT_OF_RANGE;
  const int parts[] = {CURAND_VER_MAJOR, CURAND_VER_MINOR, CURAND_VER_PATCH};
  *value = parts[type];
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetStream(curandGenerator_t generator,
                               cudaStream_t stream) {
  if (!generator)
    return CURAND_STATUS_NOT_INITIALIZED;
  generator->stream = stream;
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t generator,
                                                  unsigned long long seed) {
  if (!generator)
    return CURAND_STATUS_NOT_INITIALIZED;
  if (generator->isQuasi)
    return CURAND_STATUS_TYPE_ERROR;
  return set(generator, &curandGenerator_st::seed, seed);
}

curandStatus_t curandSetGeneratorOffset(curandGenerator_t generator,
                                        unsigned long long offset) {
  if (!generator)
    return CURAND_STATUS_NOT_INITIALIZED;
  if (generator->isTwister())
    return CURAND_STATUS_TYPE_ERROR;
  return set(generator, &curandGenerator_st::offset, offset);
}

curandStatus_t curandSetGeneratorOrdering(curandGenerator_t generator,
                                          curandOrdering_t order) {
  if (!generator)
    return CURAND_STATUS_NOT_INITIALIZED;
  bool isQuasiOrder = order == CURAND_ORDERING_QUASI_DEFAULT;
  if (!isQuasiOrder && (order < CURAND_ORDERING_PSEUDO_BEST ||
                        order > CURAND_ORDERING_PSEUDO_DYNAMIC))
    return CURAND_STATUS_OUT_OF_RANGE;
  // Only XORWOW has streams with seeds of their own. A dynamic order is what
  // suits the device. Those of the twisters are fixed.
  if (isQuasiOrder != generator->isQuasi ||
      (order == CURAND_ORDERING_PSEUDO_SEEDED &&
       generator->type != CURAND_RNG_PSEUDO_XORWOW) ||
      (order == CURAND_ORDERING_PSEUDO_DYNAMIC &&
       (generator->isHost || generator->isTwister())) ||
      (order == CURAND_ORDERING_PSEUDO_BEST &&
       generator->type == CURAND_RNG_PSEUDO_MT19937))
    return CURAND_STATUS_OUT_OF_RANGE;
  return set(generator, &curandGenerator_st::order, order);
}

curandStatus_t
curandSetQuasiRandomGeneratorDimensions(curandGenerator_t generator,
                                        unsigned int dimensions) {
  if (!generator)
    return CURAND_STATUS_NOT_INITIALIZED;
  if (!generator->isQuasi)
    return CURAND_STATUS_TYPE_ERROR;
  if (dimensions == 0 || dimensions > sobolDimensions())
    return CURAND_STATUS_OUT_OF_RANGE;
  return set(generator, &curandGenerator_st::dimensions, dimensions);
}

curandStatus_t curandGenerateSeeds(curandGenerator_t generator) {
  if (!generator)
    return CURAND_STATUS_NOT_INITIALIZED;
  std::lock_guard lock(generator->mutex);
  generator->get();
  return CURAND_STATUS_SUCCESS;
}

curandStatus_t curandGenerate(curandGenerator_t generator, unsigned int *output,
                              size_t count) {
  return generate(generator, {Kind::Bits, false, 0, 0}, output, count);
}
curandStatus_t curandGenerateLongLong(curandGenerator_t generator,
                                      unsigned long long *output,
                                      size_t count) {
  return generate(generator, {Kind::Bits64, false, 0, 0}, output, count);
}
curandStatus_t curandGenerateUniform(curandGenerator_t generator, float *output,
                                     size_t count) {
  return generate(generator, {Kind::Uniform, false, 0, 0}, output, count);
}
curandStatus_t curandGenerateUniformDouble(curandGenerator_t generator,
                                           double *output, size_t count) {
  return generate(generator, {Kind::Uniform, true, 0, 0}, output, count);
}
curandStatus_t curandGenerateNormal(curandGenerator_t generator, float *output,
                                    size_t count, float mean, float stddev) {
  return generate(generator, {Kind::Normal, false, mean, stddev}, output,
                  count);
}
curandStatus_t curandGenerateNormalDouble(curandGenerator_t generator,
                                          double *output, size_t count,
                                          double mean, double stddev) {
  return generate(generator, {Kind::Normal, true, mean, stddev}, output, count);
}
curandStatus_t curandGenerateLogNormal(curandGenerator_t generator,
                                       float *output, size_t count, float mean,
                                       float stddev) {
  return generate(generator, {Kind::LogNormal, false, mean, stddev}, output,
                  count);
}
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t generator,
                                             double *output, size_t count,
                                             double mean, double stddev) {
  return generate(generator, {Kind::LogNormal, true, mean, stddev}, output,
                  count);
}
curandStatus_t curandGeneratePoisson(curandGenerator_t generator,
                                     unsigned int *output, size_t count,
                                     double lambda) {
  return generate(generator, {Kind::Poisson, false, lambda, 0}, output, count);
}

// Kernels read a distribution, so it is in device memory.
curandStatus_t
curandCreatePoissonDistribution(double lambda,
                                curandDiscreteDistribution_t *distribution) {
  if (!distribution || !(lambda > 0) || lambda > 400000)
    return CURAND_STATUS_OUT_OF_RANGE;
  double spread = 12 * std::sqrt(lambda) + 20;
  auto first = static_cast<unsigned>(std::fmax(0, lambda - spread));
  auto last = static_cast<unsigned>(lambda + spread);
  std::vector<double> sums;
  double sum = 0;
  for (unsigned k = first; k <= last; ++k)
    sums.push_back(sum += __heddle_poisson_density(k, lambda));
  curandDiscreteDistribution_st header = {first, unsigned(sums.size()),
                                          nullptr};
  size_t bytes = sizeof header + sums.size() * sizeof(double);
  void *memory;
  if (cudaMalloc(&memory, bytes) != cudaSuccess)
    return CURAND_STATUS_ALLOCATION_FAILED;
  header.cumulative = reinterpret_cast<double *>(
      static_cast<curandDiscreteDistribution_st *>(memory) + 1);
  cudaMemcpy(memory, &header, sizeof header, cudaMemcpyHostToDevice);
  cudaMemcpy(header.cumulative, sums.data(), sums.size() * sizeof(double),
             cudaMemcpyHostToDevice);
  *distribution = static_cast<curandDiscreteDistribution_t>(memory);
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t
curandDestroyDistribution(curandDiscreteDistribution_t distribution) {
  if (!distribution)
    return CURAND_STATUS_NOT_INITIALIZED;
  return cudaFree(distribution) == cudaSuccess ? CURAND_STATUS_SUCCESS
                                               : CURAND_STATUS_OUT_OF_RANGE;
}

curandStatus_t
curandGetDirectionVectors32(curandDirectionVectors32_t *vectors[],
                            curandDirectionVectorSet_t set) {
  bool scrambled = set == CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6;
  if (!vectors || (!scrambled && set != CURAND_DIRECTION_VECTORS_32_JOEKUO6))
    return CURAND_STATUS_OUT_OF_RANGE;
  *vectors = const_cast<curandDirectionVectors32_t *>(vectors32(scrambled));
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t
curandGetDirectionVectors64(curandDirectionVectors64_t *vectors[],
                            curandDirectionVectorSet_t set) {
  bool scrambled = set == CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6;
  if (!vectors || (!scrambled && set != CURAND_DIRECTION_VECTORS_64_JOEKUO6))
    return CURAND_STATUS_OUT_OF_RANGE;
  *vectors = const_cast<curandDirectionVectors64_t *>(vectors64(scrambled));
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetScrambleConstants32(unsigned int **constants) {
  if (!constants)
    return CURAND_STATUS_OUT_OF_RANGE;
  *constants = const_cast<unsigned int *>(constants32());
  return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetScrambleConstants64(unsigned long long **constants) {
  if (!constants)
    return CURAND_STATUS_OUT_OF_RANGE;
  *constants = const_cast<unsigned long long *>(constants64());
  return CURAND_STATUS_SUCCESS;
}

} // extern "C"
