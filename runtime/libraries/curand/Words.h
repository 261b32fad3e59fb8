//===- Words.h - Sequences of 32-bit numbers -----------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_LIBRARIES_CURAND_WORDS_H
#define HEDDLE_LIBRARIES_CURAND_WORDS_H

#include "Generator.h"

namespace heddle::curand {

/// A sequence each of whose numbers becomes one result, of whatever kind.
class Words : public Source {
public:
  bool provides(Kind kind) const override { return kind != Kind::Bits64; }
  size_t multiple(const Request &) const override { return 1; }
  void generate(const Request &request, void *output, size_t count) override;

protected:
  /// The next numbers.
  virtual void words(unsigned *output, size_t count) = 0;
  virtual float uniform(unsigned x) const = 0;
  virtual double uniformDouble(unsigned x) const = 0;
  virtual double normalDouble(unsigned x) const = 0;

private:
  void convert(const Request &request, const unsigned *from, void *output,
               size_t at, size_t count) const;
};

/// Whether Heddle was built with the parameters of MTGP32.
bool haveMtgp32();
std::unique_ptr<Source> makeMtgp32(unsigned long long seed);
std::unique_ptr<Source> makeMt19937(unsigned long long seed);

} // namespace heddle::curand

#endif // HEDDLE_LIBRARIES_CURAND_WORDS_H
