//===- PlantedFaults.h - Faults that tests switch on ------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Miscompiles that test/fuzz/planted switches on one at a time, to measure
// whether the fuzzer finds them. Only a build with HEDDLE_PLANTED_FAULTS
// (`cmake --preset planted`) contains them: in every other build planted() is
// the constant false.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_PLANTEDFAULTS_H
#define HEDDLE_SUPPORT_PLANTEDFAULTS_H

#include "heddle/Support/PlantedFaultsConfig.h"

#if HEDDLE_PLANTED_FAULTS
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/ErrorHandling.h"

#include <cstdlib>
#endif

namespace heddle {

enum class Fault {
  None,
#define FAULT(id, name, where, what) id,
#include "heddle/Support/PlantedFaults.def"
};

#if HEDDLE_PLANTED_FAULTS
/// The fault that HEDDLE_PLANT names.
inline Fault plantedFault() {
  const char *chosen = std::getenv("HEDDLE_PLANT");
  if (!chosen || !*chosen)
    return Fault::None;
  Fault fault = llvm::StringSwitch<Fault>(chosen)
#define FAULT(id, name, where, what) .Case(name, Fault::id)
#include "heddle/Support/PlantedFaults.def"
                    .Default(Fault::None);
  if (fault == Fault::None)
    llvm::report_fatal_error("HEDDLE_PLANT names no fault of PlantedFaults.def",
                             /*gen_crash_diag=*/false);
  return fault;
}

/// Whether this compilation has the fault.
inline bool planted(Fault fault) {
  static const Fault chosen = plantedFault();
  return chosen == fault;
}
#else
constexpr bool planted(Fault) { return false; }
#endif

} // namespace heddle

#endif
