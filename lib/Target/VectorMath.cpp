//===- VectorMath.cpp - Math functions on 512-bit vectors -----------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "VectorMath.h"

#include "llvm/MC/MCSubtargetInfo.h"
#include "llvm/Support/StringSaver.h"

using namespace llvm;

namespace {
/// Without the `f` of a function for `float`.
struct MathFunction {
  const char *name;
  unsigned arguments;
};
} // namespace

static constexpr MathFunction functions[] = {
    {"sin", 1}, {"cos", 1}, {"tan", 1}, {"exp", 1}, {"log", 1}, {"pow", 2},
};

void heddle::addWideVectorMath(TargetLibraryInfoImpl &library,
                               const TargetMachine &machine) {
  if (machine.getTargetTriple().getArch() != Triple::x86_64 ||
      !machine.getMCSubtargetInfo()->checkFeatures("+avx512f"))
    return;
  // The registered entries refer to these names, which have to stay alive.
  static BumpPtrAllocator memory;
  static StringSaver saver(memory);
  static const std::vector<VecDesc> wide = [] {
    std::vector<VecDesc> list;
    auto add = [&](const MathFunction &function, unsigned lanes,
                   StringRef suffix, StringRef type) {
      std::string shape =
          "N" + std::to_string(lanes) + std::string(function.arguments, 'v');
      StringRef scalar = saver.save(function.name + suffix);
      StringRef vector = saver.save("_ZGVe" + shape + "_" + scalar);
      StringRef prefix = saver.save("_ZGV_LLVM_" + shape);
      StringRef intrinsic =
          saver.save(Twine("llvm.") + function.name + "." + type);
      for (StringRef name : {scalar, intrinsic})
        list.emplace_back(name, vector, ElementCount::getFixed(lanes),
                          /*Masked=*/false, prefix, std::nullopt);
    };
    for (const MathFunction &function : functions) {
      add(function, 8, "", "f64");
      add(function, 16, "f", "f32");
    }
    return list;
  }();
  library.addVectorizableFunctions(wide);
}
