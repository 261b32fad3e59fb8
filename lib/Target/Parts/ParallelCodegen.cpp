//===- ParallelCodegen.cpp - Optimizes a module on several threads --------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Target/ParallelCodegen.h"
#include "JoinObjects.h"
#include "ModuleParts.h"

#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/Support/ThreadPool.h"
#include <atomic>

using namespace heddle;

using Object = llvm::SmallVector<char, 0>;

/// Removes the lists of all types, variables and using-declarations. What
/// functions refer to stays. Without this, the debug information of each part
/// would contain that of the whole source.
static void dropDebugLists(llvm::Module &module) {
  for (llvm::DICompileUnit *unit : module.debug_compile_units()) {
    unit->replaceEnumTypes(nullptr);
    unit->replaceRetainedTypes(nullptr);
    unit->replaceGlobalVariables(nullptr);
    unit->replaceImportedEntities(nullptr);
    unit->replaceMacros(nullptr);
  }
}

static llvm::SmallVector<char, 0> toBitcode(const llvm::Module &module) {
  llvm::SmallVector<char, 0> bitcode;
  llvm::raw_svector_ostream writer(bitcode);
  llvm::WriteBitcodeToFile(module, writer);
  return bitcode;
}

/// Optimizes one part and generates its object file, in a context of its own:
/// threads cannot share one.
static bool generatePart(llvm::MemoryBufferRef bitcode,
                         const llvm::StringMap<Holding> &holdings, bool isFirst,
                         llvm::TargetMachine &machine,
                         const ParallelCodegen &options, Object &object) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> part =
      readPart(bitcode, holdings, isFirst, context);
  if (!part)
    return false;
  optimizeModule(*part, machine, options.optLevel, options.skipStrips,
                 options.report);
  if (options.dropLines)
    llvm::StripDebugInfo(*part);
  llvm::raw_svector_ostream out(object);
  return emitModule(*part, machine, /*assembly=*/false, out);
}

ParallelResult heddle::generateInParallel(llvm::Module &module,
                                          const ParallelCodegen &options,
                                          llvm::raw_ostream &out) {
  if (!canJoinObjects())
    return ParallelResult::NotDivided;
  ModuleParts divided = divideModule(module);
  size_t count = divided.parts.size();
  if (count < 2)
    return ParallelResult::NotDivided;

  std::vector<std::unique_ptr<llvm::TargetMachine>> machines(count);
  for (std::unique_ptr<llvm::TargetMachine> &machine : machines) {
    machine = createTargetMachine(module, options.optLevel);
    if (!machine)
      return ParallelResult::Failed;
  }
  llvm::SmallVector<char, 0> forFirst = toBitcode(module), forOthers;
  if (!module.debug_compile_units().empty()) {
    dropDebugLists(module);
    forOthers = toBitcode(module);
  }
  auto bitcodeOf = [&](size_t part) {
    const auto &bytes = part == 0 || forOthers.empty() ? forFirst : forOthers;
    return llvm::MemoryBufferRef(llvm::StringRef(bytes.data(), bytes.size()),
                                 module.getModuleIdentifier());
  };

  std::vector<Object> objects(count);
  std::atomic<bool> isDone = true;
  llvm::ThreadPoolStrategy strategy =
      llvm::hardware_concurrency(options.report ? 1 : options.threads);
  llvm::DefaultThreadPool pool(strategy);
  for (size_t part = 0; part < count; ++part)
    pool.async([&, part] {
      if (!generatePart(bitcodeOf(part), divided.parts[part], part == 0,
                        *machines[part], options, objects[part]))
        isDone = false;
    });
  pool.wait();
  if (!isDone) {
    llvm::errs() << "heddle: internal error: a part of the module could not be "
                    "compiled\n";
    return ParallelResult::Failed;
  }
  return joinObjects(objects, divided.promoted, out) ? ParallelResult::Done
                                                     : ParallelResult::Failed;
}
