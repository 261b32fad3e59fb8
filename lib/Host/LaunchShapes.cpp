//===- LaunchShapes.cpp - Block sizes and arguments of launches -----------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Host/LaunchShapes.h"
#include "HostValues.h"
#include "heddle/Support/PlantedFaults.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/Instructions.h"
#include <map>

using namespace heddle;

/// The call of a stub after its configuration was accepted: the first one on
/// the path from the push; arguments are computed in between.
static llvm::CallBase *findStub(llvm::CallBase &push, const HostFacts &facts) {
  llvm::SmallPtrSet<llvm::BasicBlock *, 16> seen;
  llvm::SmallVector<llvm::BasicBlock *> worklist;
  auto scan = [&](llvm::BasicBlock::iterator begin,
                  llvm::BasicBlock::iterator end) -> llvm::CallBase * {
    for (auto it = begin; it != end; ++it)
      if (auto *call = llvm::dyn_cast<llvm::CallBase>(&*it))
        if (llvm::Function *callee = call->getCalledFunction())
          if (facts.stubs.contains(callee->getName()))
            return call;
    return nullptr;
  };
  llvm::BasicBlock *block = push.getParent();
  if (auto *stub = scan(std::next(push.getIterator()), block->end()))
    return stub;
  for (llvm::BasicBlock *next : llvm::successors(block))
    worklist.push_back(next);
  for (size_t i = 0; i < worklist.size() && i < 16; ++i) {
    llvm::BasicBlock *current = worklist[i];
    if (!seen.insert(current).second)
      continue;
    if (auto *stub = scan(current->begin(), current->end()))
      return stub;
    for (llvm::BasicBlock *next : llvm::successors(current))
      worklist.push_back(next);
  }
  return nullptr;
}

using ShapeCounts = std::map<BlockShape, unsigned>;

static std::vector<BlockShape> byFrequency(const ShapeCounts &counts) {
  std::vector<BlockShape> shapes;
  for (const auto &entry : counts)
    shapes.push_back(entry.first);
  // The order of the map breaks ties.
  llvm::sort(shapes, [&](const BlockShape &a, const BlockShape &b) {
    return std::pair(counts.at(b), a) < std::pair(counts.at(a), b);
  });
  return shapes;
}

/// Whether the runtime accepts a size of at most these dimensions.
static bool isWithin(const BlockShape &size, const BlockShape &limit) {
  return llvm::all_of(llvm::zip(size, limit), [](auto pair) {
    return std::get<0>(pair) >= 1 && std::get<0>(pair) <= std::get<1>(pair);
  });
}

/// Whether a launch gives cudaErrorInvalidConfiguration and runs nothing.
static bool isInvalid(std::optional<BlockShape> grid,
                      std::optional<BlockShape> block) {
  if (planted(Fault::InvalidLaunchSeen))
    return false;
  if (grid && !isWithin(*grid, {0x7fffffff, 65535, 65535}))
    return true;
  return block && (!isWithin(*block, {1024, 1024, 64}) ||
                   (*block)[0] * (*block)[1] * (*block)[2] > 1024);
}

/// All constant `dim3`s of the program that could be a block size: the
/// candidates for a launch whose size comes from a variable of another
/// function.
static ShapeCounts findConstantShapes(llvm::Module &host) {
  ShapeCounts counts;
  for (llvm::Function &function : host)
    for (llvm::BasicBlock &block : function)
      for (llvm::Instruction &inst : block) {
        auto *call = llvm::dyn_cast<llvm::CallBase>(&inst);
        if (!call || !isDim3Constructor(*call))
          continue;
        BlockShape shape;
        uint64_t threads = 1;
        bool constant = true;
        for (unsigned i = 0; i < 3; ++i) {
          auto *size =
              llvm::dyn_cast<llvm::ConstantInt>(call->getArgOperand(i + 1));
          constant &= size != nullptr;
          shape[i] = size ? size->getZExtValue() : 0;
          threads *= shape[i];
        }
        if (constant && threads >= 32 && !isInvalid(std::nullopt, shape))
          ++counts[shape];
      }
  return counts;
}

/// Whether all uses of a stub are calls with a known block size. A kernel whose
/// address is taken can be launched with any size.
static bool hasOnlyCalls(const llvm::Function &stub,
                         const llvm::SmallPtrSetImpl<llvm::CallBase *> &known) {
  return llvm::all_of(stub.uses(), [&](const llvm::Use &use) {
    auto *call = llvm::dyn_cast<llvm::CallBase>(use.getUser());
    // The stub passes itself to the runtime.
    return call && (call->getFunction() == &stub ||
                    (call->isCallee(&use) && known.contains(call)));
  });
}

/// Whether other files may contain the same kernel, an instance of a template:
/// the linker chooses whose code runs. Another file may declare any kernel, but
/// rarely does.
static bool isShared(const llvm::Function &stub) {
  return !stub.hasExternalLinkage() && !stub.hasLocalLinkage();
}

/// A launch in a loop counts more than a launch that occurs once more in the
/// source.
static constexpr unsigned loopWeight = 8;

namespace {
/// The launches of one kernel.
struct Seen {
  ShapeCounts shapes;
  using Key =
      std::pair<std::optional<BlockShape>, std::vector<std::optional<int64_t>>>;
  std::map<Key, unsigned> launches;
  llvm::SmallPtrSet<llvm::CallBase *, 4> known;
  bool hasSingleBlocks = false;
};
} // namespace

/// Three integers as they are passed: x and y in one word, and z.
static std::optional<BlockShape> getDim3(const llvm::CallBase &push,
                                         unsigned first,
                                         const HostValues::Call &call) {
  llvm::ConstantInt *low = HostValues::get(push.getArgOperand(first), call);
  llvm::ConstantInt *high =
      HostValues::get(push.getArgOperand(first + 1), call);
  if (!low || !high)
    return std::nullopt;
  uint64_t xy = low->getZExtValue();
  return BlockShape{uint32_t(xy), uint32_t(xy >> 32),
                    uint32_t(high->getZExtValue())};
}

/// Records the arguments of a launch, separately for each call of its function
/// if it passes on parameters.
static void collect(llvm::CallBase &push, llvm::CallBase &stub,
                    HostValues &values, Seen &seen) {
  llvm::SmallVector<llvm::Value *> interesting(push.arg_begin(),
                                               push.arg_begin() + 4);
  interesting.append(stub.arg_begin(), stub.arg_end());
  std::vector<HostValues::Call> calls(1);
  if (llvm::any_of(interesting, [](llvm::Value *value) {
        return HostValues::isFromParameters(value);
      }))
    calls = values.getCalls(*push.getFunction());
  bool loops = isInLoop(push), isKnown = true;
  for (const HostValues::Call &call : calls) {
    unsigned weight = loops || call.isInLoop ? loopWeight : 1;
    Seen::Key key;
    key.first = getDim3(push, 2, call);
    std::optional<BlockShape> grid = getDim3(push, 0, call);
    if (isInvalid(grid, key.first))
      continue;
    if (key.first) {
      seen.shapes[*key.first] += weight;
      seen.hasSingleBlocks |= grid == BlockShape{1, 1, 1};
    } else {
      isKnown = false;
    }
    for (llvm::Value *argument : stub.args()) {
      llvm::ConstantInt *number = HostValues::get(argument, call);
      key.second.push_back(number && number->getBitWidth() <= 64
                               ? std::optional(number->getSExtValue())
                               : std::nullopt);
    }
    seen.launches[key] += weight;
  }
  if (isKnown)
    seen.known.insert(&stub);
}

static std::vector<KnownLaunch>
byFrequency(const std::map<Seen::Key, unsigned> &counts) {
  std::vector<std::pair<unsigned, Seen::Key>> ordered;
  for (const auto &[key, count] : counts)
    ordered.push_back({count, key});
  llvm::sort(ordered, [](const auto &a, const auto &b) {
    return std::tie(b.first, a.second) < std::tie(a.first, b.second);
  });
  std::vector<KnownLaunch> launches;
  for (const auto &[count, key] : ordered)
    launches.push_back({key.first, key.second});
  return launches;
}

llvm::StringMap<LaunchShapes> heddle::findBlockShapes(llvm::Module &host,
                                                      const HostFacts &facts) {
  llvm::StringMap<LaunchShapes> result;
  llvm::Function *push = host.getFunction("__cudaPushCallConfiguration");
  if (!push)
    return result;
  llvm::SmallSetVector<llvm::Function *, 8> launching;
  for (llvm::User *user : push->users())
    if (auto *call = llvm::dyn_cast<llvm::CallBase>(user))
      launching.insert(call->getFunction());
  ShapeCounts anywhere = findConstantShapes(host);
  HostValues values;
  for (llvm::Function *function : launching)
    values.simplify(*function);

  llvm::StringMap<Seen> seen;
  for (llvm::User *user : push->users()) {
    auto *call = llvm::dyn_cast<llvm::CallBase>(user);
    if (!call || call->arg_size() < 4)
      continue;
    if (llvm::CallBase *stub = findStub(*call, facts))
      collect(*call, *stub, values,
              seen[facts.stubs.lookup(stub->getCalledFunction()->getName())]);
  }
  for (const auto &entry : facts.stubs) {
    LaunchShapes &launches = result[entry.second + ".device"];
    Seen &here = seen[entry.second];
    launches.launches = byFrequency(here.launches);
    if (here.shapes.empty()) {
      launches.shapes = byFrequency(anywhere);
      launches.areGuesses = true;
      continue;
    }
    launches.shapes = byFrequency(here.shapes);
    launches.hasSingleBlocks = here.hasSingleBlocks;
    const llvm::Function &stub = *host.getFunction(entry.getKey());
    launches.areAllHere = hasOnlyCalls(stub, here.known);
    launches.areAll = launches.areAllHere && !isShared(stub);
  }
  return result;
}
