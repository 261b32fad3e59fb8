//===- styles.h - What the programs of benchmarks/styles share --*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program of benchmarks/styles writes one algorithm in the ways that CUDA
// programmers write it: one __global__ function for each style. The same work
// is done by a plain host loop in the .cpp file of the same name, which Clang
// compiles. The program
//
//   name [--size small|full] [--repeats N] [--style NAME] [--clock wall|cpu]
//
// prints `host <milliseconds>` and a line `<style> <milliseconds> ok` for each
// style, or `WRONG <largest error>` instead of `ok`. It ends with 1 where a
// result is wrong. With one thread, the clock of the process tells more than
// that on the wall where other programs use the machine as well.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_BENCHMARKS_STYLES_STYLES_H
#define HEDDLE_BENCHMARKS_STYLES_STYLES_H

#include "../suite/device.h"

#include <algorithm>
#include <ctime>
#include <functional>

namespace styles {

using suite::check;

/// The number of blocks, or of pieces, that hold all of `count`.
__host__ __device__ inline int ceilDiv(int count, int size) {
  return (count + size - 1) / size;
}

/// An array for the host's loop and one for the styles. Both come from the CUDA
/// runtime, so that neither has the better pages.
template <typename T> class Array {
public:
  explicit Array(size_t count) : count(count) {
    check(cudaMallocHost(&host, std::max<size_t>(count, 1) * sizeof(T)));
    check(cudaMalloc(&device, std::max<size_t>(count, 1) * sizeof(T)));
  }
  explicit Array(const std::vector<T> &values) : Array(values.size()) {
    std::copy(values.begin(), values.end(), host);
    upload();
  }
  Array(const Array &) = delete;
  Array &operator=(const Array &) = delete;
  ~Array() {
    cudaFreeHost(host);
    cudaFree(device);
  }

  operator T *() const { return device; }
  size_t size() const { return count; }
  size_t bytes() const { return count * sizeof(T); }
  void upload() {
    check(cudaMemcpy(device, host, bytes(), cudaMemcpyHostToDevice));
  }
  std::vector<T> read() const {
    std::vector<T> values(count);
    check(cudaMemcpy(values.data(), device, bytes(), cudaMemcpyDeviceToHost));
    return values;
  }

  T *host = nullptr, *device = nullptr;

private:
  size_t count;
};

/// A texture of an image, whose edges repeat.
template <typename T>
cudaTextureObject_t imageTexture(const T *values, int width, int height) {
  cudaArray_t array;
  cudaChannelFormatDesc format = cudaCreateChannelDesc<T>();
  check(cudaMallocArray(&array, &format, width, height));
  check(cudaMemcpy2DToArray(array, 0, 0, values, width * sizeof(T),
                            width * sizeof(T), height, cudaMemcpyHostToDevice));
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc description = {};
  description.addressMode[0] = cudaAddressModeClamp;
  description.addressMode[1] = cudaAddressModeClamp;
  description.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture = 0;
  check(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  return texture;
}

/// A texture of the styles' part of an array.
template <typename T> cudaTextureObject_t arrayTexture(const Array<T> &array) {
  cudaResourceDesc resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear.devPtr = array.device;
  resource.res.linear.desc = cudaCreateChannelDesc<T>();
  resource.res.linear.sizeInBytes = array.bytes();
  cudaTextureDesc description = {};
  description.readMode = cudaReadModeElementType;
  cudaTextureObject_t texture = 0;
  check(cudaCreateTextureObject(&texture, &resource, &description, nullptr));
  return texture;
}

/// `count` random floats between two limits.
inline std::vector<float> randomFloats(size_t count, float low = 0,
                                       float high = 1, uint64_t seed = 1) {
  suite::Random random(seed);
  std::vector<float> values(count);
  for (float &value : values)
    value = random.between(low, high);
  return values;
}

/// `count` random whole numbers below a limit.
template <typename T>
std::vector<T> randomWhole(size_t count, uint32_t limit, uint64_t seed = 1) {
  suite::Random random(seed);
  std::vector<T> values(count);
  for (T &value : values)
    value = T(random.below(limit));
  return values;
}

/// The styles of one algorithm, which run in the order in which they are given.
class Set {
public:
  Set(int argc, char **argv) {
    for (int i = 1; i + 1 < argc; i += 2) {
      std::string option = argv[i], value = argv[i + 1];
      if (option == "--size" && (value == "small" || value == "full"))
        isSmall = value == "small";
      else if (option == "--repeats")
        repeats = atoi(value.c_str());
      else if (option == "--style")
        chosen = value;
      else if (option == "--clock" && (value == "wall" || value == "cpu"))
        clock = value == "cpu" ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC;
      else
        suite::Program::fail("unknown option " + option + " " + value);
    }
    if (argc % 2 == 0)
      suite::Program::fail(std::string("a value is missing after ") +
                           argv[argc - 1]);
  }

  bool small() const { return isSmall; }
  template <typename T> T size(T full, T small) const {
    return isSmall ? small : full;
  }

  /// What has to be done before each run of the host's loop and of the styles,
  /// and is not timed.
  void before(std::function<void()> work) { prepare = std::move(work); }
  /// What has to be done once before each style, for those that work in place.
  /// Their second run goes on from the results of the first. It is said after
  /// the host's loop.
  void start(std::function<void()> work) { clear = std::move(work); }

  /// The host's loop, which leaves the expected values in `result.host`. The
  /// styles leave theirs in `result.device`. Errors are absolute below 1 and
  /// relative above.
  template <typename T, typename Work>
  void host(Array<T> &result, double allowed, Work work) {
    tolerance = allowed;
    // A style that writes nothing must not find the results of the last one.
    clear = [&result] { check(cudaMemset(result, 0xcc, result.bytes())); };
    fetch = [&result] {
      std::vector<T> values = result.read();
      return std::vector<double>(values.begin(), values.end());
    };
    printf("host %.6f\n", time(work, [&] {
             expected.assign(result.host, result.host + result.size());
           }));
  }

  /// A style: `launch` starts its kernels.
  template <typename Launch> void style(const char *name, Launch launch) {
    style(name, launch, fetch);
  }
  /// A style whose results have another layout: `read` gives them in the order
  /// of the host's.
  template <typename Launch, typename Read>
  void style(const char *name, Launch launch, Read read) {
    if (!chosen.empty() && chosen != name)
      return;
    double error = 0;
    auto run = [&] {
      launch();
      suite::wait();
    };
    clear();
    double milliseconds = time(run, [&] {
      auto values = read();
      error = largestError(std::vector<double>(values.begin(), values.end()));
    });
    bool isRight = error <= tolerance;
    printf(isRight ? "%s %.6f ok\n" : "%s %.6f WRONG %g\n", name, milliseconds,
           error);
    fflush(stdout);
    anyWrong |= !isRight;
  }

  /// What main returns.
  int status() const { return anyWrong; }

private:
  /// In milliseconds: after so long no run is repeated.
  static constexpr double enough = 200;

  /// Runs `work` to warm up, then `afterFirst`; and then repeats `work`.
  template <typename Work, typename After>
  double time(Work &&work, After afterFirst) {
    std::vector<double> times{once(work)};
    afterFirst();
    double total = times[0];
    if (total < enough && repeats > 0) {
      times.clear();
      for (int i = 0; i < repeats && total < enough; ++i) {
        times.push_back(once(work));
        total += times.back();
      }
    }
    std::nth_element(times.begin(), times.begin() + times.size() / 2,
                     times.end());
    return times[times.size() / 2];
  }

  template <typename Work> double once(Work &work) {
    if (prepare)
      prepare();
    double begin = now();
    work();
    return now() - begin;
  }

  /// In milliseconds.
  double now() const {
    timespec time;
    clock_gettime(clock, &time);
    return time.tv_sec * 1e3 + time.tv_nsec * 1e-6;
  }

  double largestError(const std::vector<double> &values) const {
    if (values.size() != expected.size())
      return INFINITY;
    double largest = 0;
    for (size_t i = 0; i < values.size(); ++i) {
      double error = std::fabs(values[i] - expected[i]) /
                     std::fmax(1, std::fabs(expected[i]));
      // What is not a number is not below the tolerance either.
      if (!(error <= largest))
        largest = error == error ? error : INFINITY;
    }
    return largest;
  }

  bool isSmall = false, anyWrong = false;
  int repeats = 5;
  clockid_t clock = CLOCK_MONOTONIC;
  double tolerance = 0;
  std::string chosen;
  std::vector<double> expected;
  std::function<void()> prepare, clear;
  std::function<std::vector<double>()> fetch;
};

} // namespace styles

#endif // HEDDLE_BENCHMARKS_STYLES_STYLES_H
