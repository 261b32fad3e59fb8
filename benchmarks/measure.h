//===- measure.h - What benchmark programs share ----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A benchmark program prints a line `time <variant> <milliseconds>` for each
// run of each variant, and writes its result to a file, so that benchmarks/run
// can compare the results of two programs.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_BENCHMARKS_MEASURE_H
#define HEDDLE_BENCHMARKS_MEASURE_H

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

/// Runs `work` once to warm up and then `repeats` times.
template <typename Work>
void measure(const char *variant, int repeats, Work work) {
  work();
  for (int i = 0; i < repeats; ++i) {
    auto begin = std::chrono::steady_clock::now();
    work();
    std::chrono::duration<double, std::milli> time =
        std::chrono::steady_clock::now() - begin;
    printf("time %s %.6f\n", variant, time.count());
  }
}

/// Writes a variant's result to `<prefix>.<variant>`.
inline void writeResult(const std::string &prefix, const char *variant,
                        const std::vector<float> &values) {
  FILE *file = fopen((prefix + "." + variant).c_str(), "wb");
  if (!file ||
      fwrite(values.data(), sizeof(float), values.size(), file) !=
          values.size() ||
      fclose(file) != 0) {
    perror(prefix.c_str());
    exit(1);
  }
}

#endif // HEDDLE_BENCHMARKS_MEASURE_H
