//===- HostModule.h - Connects host code with its kernels -------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_HOST_HOSTMODULE_H
#define HEDDLE_HOST_HOSTMODULE_H

#include "heddle/Host/VerifiedKernels.h"

namespace heddle {

/// Resources of a kernel, known once it is lowered.
struct KernelResources {
  uint64_t staticSharedBytes = 0;
  uint64_t ownSharedBytes = 0; ///< Of them, those of Heddle's headers.
  uint64_t localBytes = 0;
  bool usesFibers = false;
  bool waitsForBlocks = false; ///< HeddleKernelWaitsForBlocks
  bool mayWait = false;        ///< Its launches may be deferred.
  bool mayJoin = false;        ///< HeddleKernelMayJoin
};

/// The name by which the driver API finds a kernel or variable in a module. As
/// in CUDA, the name of a static one does not say so: `_ZL5tablei` and
/// `_ZL5table` are `_Z5tablei` and `table`.
std::string driverName(llvm::StringRef symbol);

/// The symbol of the function that runs a kernel's whole grid. It takes the
/// launch configuration and the kernel's own arguments.
std::string gridFunctionName(llvm::StringRef kernel);

/// Erases kernels that nothing can launch: Clang emits device code for each
/// instance of a template, but a stub only where host code calls it.
void dropUnlaunchedKernels(const llvm::Module &host, const HostFacts &hostFacts,
                           llvm::Module &device, SymbolFacts &deviceFacts);

/// Makes host shadows of device variables refer to the device's definitions,
/// replaces the body of each kernel stub by a direct call of the kernel's grid
/// function, and adds the constructor that registers kernels and variables with
/// the runtime. Launches of kernels in `verified` are verified. Call it before
/// the two modules are linked.
void connectHostModule(llvm::Module &host, const HostFacts &hostFacts,
                       const llvm::Module &device,
                       const SymbolFacts &deviceFacts,
                       const llvm::StringMap<KernelResources> &resources,
                       const VerifyFactsMap &verified = {});

} // namespace heddle

#endif // HEDDLE_HOST_HOSTMODULE_H
