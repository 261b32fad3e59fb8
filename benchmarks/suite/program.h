//===- program.h - What the programs of the suite share ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program of the suite is written three times: serial, with OpenMP and in
// CUDA; some also in OpenCL, or as a call of a library. Each of these is a
// program
//
//   name [--size small|full|N] [--repeats N] [--variant NAME]
//        [--write FILE] [--check FILE]
//
// that runs its variants, or one. It prints `time <variant> <milliseconds>` for
// each run, and, with --check, `error <variant> <largest error>` against the
// result that the serial program wrote. What is timed is the computation:
// inputs are made, and copied to the device, before.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_BENCHMARKS_SUITE_PROGRAM_H
#define HEDDLE_BENCHMARKS_SUITE_PROGRAM_H

#include <chrono>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

namespace suite {

/// The command line, and what is done with times and results.
class Program {
public:
  Program(int argc, char **argv) {
    for (int i = 1; i + 1 < argc; i += 2) {
      std::string option = argv[i], value = argv[i + 1];
      if (option == "--size")
        setSize(value);
      else if (option == "--repeats")
        repeats = atoi(value.c_str());
      else if (option == "--variant")
        chosenVariant = value;
      else if (option == "--write")
        writePath = value;
      else if (option == "--check")
        checkPath = value;
      else
        fail("unknown option " + option);
    }
    if (argc % 2 == 0)
      fail(std::string("a value is missing after ") + argv[argc - 1]);
  }

  /// The size of the problem: the small one is for tests. A number on the
  /// command line is for programs that have one size.
  template <typename T> T size(T full, T small) const {
    return isSmall ? small : chosenSize > 0 ? T(chosenSize) : full;
  }

  /// Runs `prepare` and `work` once to warm up and then `repeats` times, and
  /// prints how long `work` took. What is short is run more often: a few
  /// milliseconds say more about the machine than about the program.
  template <typename Prepare, typename Work>
  void measure(const char *variant, Prepare prepare, Work work) const {
    if (!isChosen(variant))
      return;
    double total = 0;
    for (int i = 0; i <= repeats || (repeats > 0 && total < leastTime); ++i) {
      prepare();
      auto begin = std::chrono::steady_clock::now();
      timed(work);
      std::chrono::duration<double, std::milli> time =
          std::chrono::steady_clock::now() - begin;
      if (i == 0 && repeats > 0)
        continue;
      printf("time %s %.6f\n", variant, time.count());
      total += time.count();
    }
  }
  template <typename Work> void measure(const char *variant, Work work) const {
    measure(variant, [] {}, work);
  }

  /// Writes a result, or compares it with one. The error of a value is absolute
  /// below 1 and relative above; values that are not numbers have an infinite
  /// one. Whole numbers have to be the same: give them as doubles.
  template <typename T>
  void result(const char *variant, const T *values, size_t count) const {
    if (!isChosen(variant))
      return;
    if (!writePath.empty()) {
      std::vector<double> out(values, values + count);
      FILE *file = fopen(writePath.c_str(), "wb");
      if (!file || fwrite(out.data(), 8, count, file) != count ||
          fclose(file) != 0)
        fail("cannot write " + writePath);
    }
    if (!checkPath.empty()) {
      std::vector<double> wanted(count + 1);
      FILE *file = fopen(checkPath.c_str(), "rb");
      if (!file || fread(wanted.data(), 8, count + 1, file) != count)
        fail("the result in " + checkPath + " has another size");
      fclose(file);
      double largest = 0;
      for (size_t i = 0; i < count; ++i) {
        double error = std::fabs(double(values[i]) - wanted[i]) /
                       std::fmax(1, std::fabs(wanted[i]));
        if (!(error <= largest))
          largest = error == error ? error : INFINITY;
      }
      printf("error %s %.3g\n", variant, largest);
    }
  }
  template <typename T>
  void result(const char *variant, const std::vector<T> &values) const {
    result(variant, values.data(), values.size());
  }

  [[noreturn]] static void fail(const std::string &why) {
    fprintf(stderr, "error: %s\n", why.c_str());
    exit(1);
  }

private:
  /// A function of its own, by whose name a profiler knows what is timed.
  template <typename Work> [[gnu::noinline]] static void timed(Work &work) {
    work();
  }

  bool isChosen(const char *variant) const {
    return chosenVariant.empty() || chosenVariant == variant;
  }

  void setSize(const std::string &value) {
    isSmall = value == "small";
    chosenSize = atoi(value.c_str());
    if (!isSmall && value != "full" && chosenSize <= 0)
      fail("no size " + value);
  }

  bool isSmall = false;
  /// In milliseconds, for all runs of a variant together.
  static constexpr double leastTime = 100;

  int chosenSize = 0, repeats = 3;
  std::string chosenVariant, writePath, checkPath;
};

/// Random numbers that are the same everywhere.
class Random {
public:
  explicit Random(uint64_t seed = 1) : state(seed * 0x9e3779b97f4a7c15u + 1) {}

  uint32_t next() {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return uint32_t(state >> 32);
  }
  /// Below `limit`.
  uint32_t below(uint32_t limit) {
    return uint32_t(uint64_t(next()) * limit >> 32);
  }
  /// From 0 to 1, without 1.
  float uniform() { return float(next() >> 8) * 0x1p-24f; }
  float between(float low, float high) {
    return low + (high - low) * uniform();
  }

private:
  uint64_t state;
};

} // namespace suite

#endif // HEDDLE_BENCHMARKS_SUITE_PROGRAM_H
