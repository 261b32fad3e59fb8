//===- DescribeMapping.cpp - A kernel's mapping in words ------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `--report=vectorize` says of the mapping of a kernel's threads: which it
// is, what both cost, and the operations that cost more with threads as lanes
// than their number says, with their lines. The reader knows CUDA, not this
// compiler.
//
//===----------------------------------------------------------------------===//

#include "LaneEmitter.h"
#include "MappingCost.h"
#include "heddle/Analysis/SourceLines.h"
#include "heddle/Support/AddressTerms.h"
#include "heddle/Transforms/Vectorize/Passes.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace heddle;

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// The last part of a symbol's name: of a variable in a function, its own.
static std::string nameSymbol(StringRef symbol) {
  symbol.consume_back(".device");
  std::string name = llvm::demangle(symbol);
  StringRef text = name;
  // A function's parameters, or those of the function that a variable is in.
  if (size_t at = text.rfind("::");
      at != StringRef::npos && !text.ends_with(")"))
    text = text.substr(at + 2);
  return text.take_until([](char c) { return c == '('; }).str();
}

/// The object of an address, after a preposition: " of x".
static std::string nameObject(Value address, ArrayRef<std::string> parameters) {
  Value base = par::getBase(address);
  std::string preposition = " of ";
  // A pointer in a structure, or a pointer to pointers.
  if (auto load = base.getDefiningOp<LLVM::LoadOp>()) {
    base = par::getBase(load.getAddr());
    preposition = " through ";
  } else if (auto load = base.getDefiningOp<memref::LoadOp>()) {
    base = par::getBase(load.getMemRef());
    preposition = " through ";
  }
  std::string name;
  if (auto argument = dyn_cast<BlockArgument>(base)) {
    bool isParameter =
        isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
    // The first argument is the configuration of the launch.
    unsigned number = argument.getArgNumber();
    if (isParameter && number > 0 && number <= parameters.size())
      name = parameters[number - 1];
  } else if (auto global = base.getDefiningOp<LLVM::AddressOfOp>()) {
    name = nameSymbol(global.getGlobalName());
  } else if (auto named = base.getLoc()->findInstanceOf<NameLoc>()) {
    name = nameSymbol(named.getName());
  }
  return name.empty() ? "" : preposition + name;
}

std::string heddle::nameSynchronisation(Operation *op) {
  if (auto barrier = dyn_cast<par::BarrierOp>(op)) {
    if (barrier.getAmong() == par::Level::Warp)
      return "__syncwarp";
    par::ForOp loop = par::getLoopOf(barrier.getScope());
    return loop && loop.getLevel() == par::Level::Grid ? "grid.sync"
                                                       : "__syncthreads";
  }
  return TypeSwitch<Operation *, std::string>(op)
      .Case<par::GridSyncOp>([](auto) { return "grid.sync"; })
      .Case<par::CountOp, par::AnyOp>([](auto) {
        return "__syncthreads_count, __syncthreads_and or __syncthreads_or";
      })
      .Case<par::ShuffleOp>([](auto) { return "a shuffle, __shfl_..._sync"; })
      .Case<par::BallotOp>([](auto) {
        return "a vote: __ballot_sync, __any_sync or __all_sync";
      })
      .Case<par::MatchOp>(
          [](auto) { return "__match_any_sync or __match_all_sync"; })
      .Case<par::ReduceOp>(
          [](auto) { return "a reduction, __reduce_..._sync"; })
      .Case<par::ActiveOp>([](auto) { return "__activemask"; })
      .Default([](auto) { return "an operation of a warp"; });
}

/// The line of what first uses an operation: variables have none of their own.
static std::string nameLineOfUse(Operation *op, unsigned depth = 3) {
  SmallVector<Operation *> users(op->getUsers());
  for (Operation *user : llvm::reverse(users)) {
    std::string line = nameSourceLine(user->getLoc());
    if (line.empty() && depth)
      line = nameLineOfUse(user, depth - 1);
    if (!line.empty())
      return line;
  }
  return "";
}

std::string heddle::describe(const LaneRefusal &refusal) {
  std::string line = nameSourceLine(refusal.op->getLoc());
  if (!line.empty())
    return refusal.reason + ", " + line;
  line = nameLineOfUse(refusal.op);
  return line.empty() ? refusal.reason : refusal.reason + ", used in " + line;
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

namespace {

/// Describes what is slow in one loop over threads that runs as lanes.
class LoopNotes {
public:
  LoopNotes(const Shapes &shapes, const Shapes &guesses,
            ArrayRef<std::string> parameters, std::vector<std::string> &notes)
      : shapes(shapes), guesses(guesses),
        layout(DataLayout::closest(shapes.getMapping().loop)),
        parameters(parameters), notes(notes) {}

  void run() {
    par::ForOp loop = shapes.getMapping().loop;
    loop.getRegion().walk<WalkOrder::PreOrder>(
        [&](Operation *op) { describe(op); });
  }

private:
  void add(Operation *op, const Twine &what) {
    std::string line = nameSourceLine(op->getLoc());
    std::string note = line.empty() ? what.str() : line + ": " + what.str();
    // Unrolled code has several.
    if (!llvm::is_contained(notes, note))
      notes.push_back(note);
  }

  void describe(Operation *op) {
    auto counted = dyn_cast<scf::ForOp>(op);
    bool endsTogether = counted && hasWholePart(counted, shapes);
    if (isa<scf::ForOp, scf::WhileOp>(op) && shapes.isDivergent(op) &&
        !endsTogether)
      return add(op, "threads leave the loop at different times: it runs until "
                     "the last one is done");
    if (isa<scf::IfOp, scf::IndexSwitchOp>(op))
      return describeBranch(op);
    if (runsPerLane(op, shapes))
      return describePerLane(op);
    TypeSwitch<Operation *>(op)
        .Case([&](memref::LoadOp load) {
          describeAccess(load, load.getMemRef(), load.getType());
        })
        .Case([&](memref::StoreOp store) {
          describeAccess(store, store.getMemRef(),
                         store.getValueToStore().getType());
        })
        .Case([&](LLVM::LoadOp load) {
          describeAccess(load, load.getAddr(), load.getType());
        })
        .Case([&](LLVM::StoreOp store) {
          describeAccess(store, store.getAddr(), store.getValue().getType());
        });
  }

  /// Guards such as `if (i < n)` are nearly always true for all threads.
  void describeBranch(Operation *op) {
    if (!shapes.isDivergent(op) || comparesLinear(op, shapes))
      return;
    unsigned sides = 0;
    bool isCheap = true;
    for (Region &region : op->getRegions()) {
      sides += !region.empty() && !region.front().without_terminator().empty();
      isCheap &= region.empty() || heddle::isCheap(region.front());
    }
    if (!isCheap)
      add(op, sides > 1 ? "threads take different sides of a branch: both run"
                        : "only some threads take a branch: it runs if any "
                          "does");
  }

  void describePerLane(Operation *op) {
    constexpr StringLiteral how = ", thread by thread";
    // Their first operand is the address.
    if (isa<par::AtomicRMWOp, LLVM::AtomicRMWOp>(op))
      return add(op, "an atomic update" +
                         nameObject(op->getOperand(0), parameters) + how);
    if (isa<par::AtomicCompareExchangeOp, LLVM::AtomicCmpXchgOp>(op))
      return add(op, "an atomic compare-and-swap" +
                         nameObject(op->getOperand(0), parameters) + how);
    if (isa<LLVM::LoadOp, LLVM::StoreOp>(op))
      return add(op, "a volatile or atomic access" + how);
    if (auto call = dyn_cast<LLVM::CallOp>(op))
      return add(op, (call.getCallee()
                          ? "a call of " + nameSymbol(*call.getCallee())
                          : "a call through a pointer") +
                         how);
    // Without a result, it says something to the compiler or to other threads.
    if (op->getNumResults())
      add(op, "an operation without a form for vectors ('" +
                  op->getName().getStringRef() + "')" + how);
  }

  void describeAccess(Operation *op, Value base, Type type) {
    Shape address = shapes.ofAddress(op);
    bool isLoad = op->getNumResults();
    int64_t bytes =
        bytesOf(type.isIndex() ? IntegerType::get(type.getContext(), 64) : type,
                layout);
    if (address.isUniform() || address.getStride() == bytes ||
        address.getStride() == -bytes)
      return;
    // A check at run time finds that it is so nearly always.
    Shape guess = guesses.ofAddress(op);
    bool isGuessed = !address.hasOffsets() &&
                     (guess.isUniform() || guess.getStride() == bytes);
    constexpr double nearlyAlways = 0.8;
    if (isGuessed && probabilityOfGuess(op, shapes) >= nearlyAlways)
      return;
    std::string where;
    if (isGuessed)
      where = "neighbouring threads are often in different rows, by a division";
    else if (std::optional<int64_t> stride = address.getStride())
      where = "neighbouring threads are " + std::to_string(std::abs(*stride)) +
              " bytes apart" + (*stride < 0 ? ", backwards" : "");
    else if (address.hasOffsets())
      where = "threads access a fixed pattern";
    else if (address.isStrided())
      where =
          "neighbouring threads are apart by a stride that is known only at "
          "run time";
    else
      where = "neighbouring threads access unrelated addresses";
    StringRef how = isLoad ? "gather" : "scatter";
    if (isLoad && address.hasOffsets() && isNear(address, bytes) &&
        !isMasked(op))
      how = "contiguous loads and a shuffle";
    else if (bytes != 4 && bytes != 8)
      how = "thread by thread";
    add(op, Twine(isLoad ? "load" : "store") + nameObject(base, parameters) +
                ": " + where + " (" + how + ")");
  }

  /// Whether few vectors have what all lanes access.
  bool isNear(const Shape &address, int64_t bytes) const {
    int64_t lanes = shapes.getMapping().lanes, low = 0, high = 0;
    for (int64_t lane = 0; lane < lanes; ++lane) {
      low = std::min(low, address.getOffset(lane));
      high = std::max(high, address.getOffset(lane));
    }
    return high - low + bytes <= mostPatternVectors * lanes * bytes;
  }

  /// Whether there is no version of an operation that runs for all lanes.
  bool isMasked(Operation *op) const {
    for (; op != shapes.getMapping().loop; op = op->getParentOp()) {
      Operation *around = op->getParentOp();
      if (around == shapes.getMapping().loop || !shapes.isDivergent(around))
        continue;
      auto branch = dyn_cast<scf::IfOp>(around);
      if (!branch || op->getBlock() != branch.thenBlock())
        return true;
    }
    return false;
  }

  const Shapes &shapes;
  const Shapes &guesses;
  DataLayout layout;
  ArrayRef<std::string> parameters;
  std::vector<std::string> &notes;
};

//===----------------------------------------------------------------------===//
// Kernels
//===----------------------------------------------------------------------===//

class KernelText {
public:
  KernelText(Operation *kernel, const MappingChoice &choice,
             ArrayRef<std::string> parameters)
      : choice(choice), parameters(parameters), stream(text) {
    // Of versions for several block sizes, the first speaks for all.
    Attribute shape;
    kernel->walk([&](par::ForOp loop) {
      auto grid = loop->getParentOfType<par::ForOp>();
      if (loop.getLevel() != par::Level::Block ||
          (grid && grid->hasAttr(par::unseenAttr)))
        return;
      Attribute own = grid ? grid->getAttr(par::shapeAttr) : Attribute();
      if (loops.empty())
        shape = own;
      if (own == shape)
        loops.push_back(loop);
    });
  }

  std::string run() {
    if (choice.refusal) {
      stream << "  a loop over threads"
             << (!choice.isForced    ? ""
                 : choice.wantsLanes ? " (in spite of --map=lanes)"
                                     : " (--map=loops)")
             << ": lanes of vectors are not possible, because "
             << describe(*choice.refusal) << '\n';
      return std::move(text);
    }
    for (par::ForOp loop : loops) {
      int64_t lanes = getLanesOf(loop, choice.lanes);
      LaneMapping mapping{loop, loop.getNumDimensions() - 1, lanes,
                          /*isMultiple=*/true};
      Shapes shapes(mapping);
      mapping.guesses = true;
      Shapes guesses(mapping);
      MappingCost cost = estimateMapping(shapes, guesses, choice.processor);
      double factor = double(choice.lanes) / lanes;
      costs.push_back({cost.asLanes * factor, cost.oneByOne * factor});
      LoopNotes(shapes, guesses, parameters, notes).run();
    }
    printMapping();
    if (loops.size() > 1)
      for (auto [number, loop] : llvm::enumerate(loops))
        stream << "    part " << number + 1 << linesOf(loop) << ": "
               << perThread(costs[number].asLanes) << " as lanes, "
               << perThread(costs[number].oneByOne) << " one after another\n";
    // Where loops were asked for, lanes are nobody's concern.
    if (choice.asLanes || !choice.isForced)
      printNotes();
    return std::move(text);
  }

private:
  static std::string toString(double number) {
    std::string text;
    llvm::raw_string_ostream(text)
        << llvm::format(number < 100 ? "%.3g" : "%.0f", number);
    return text;
  }
  std::string perThread(double cycles) const {
    return toString(cycles / choice.lanes);
  }

  void printMapping() {
    MappingCost sum;
    for (const MappingCost &cost : costs) {
      sum.asLanes += cost.asLanes;
      sum.oneByOne += cost.oneByOne;
    }
    double chosen = choice.asLanes ? sum.asLanes : sum.oneByOne;
    double other = choice.asLanes ? sum.oneByOne : sum.asLanes;
    stream << "  ";
    if (choice.asLanes)
      stream << "threads are the lanes of vectors, " << choice.lanes
             << " at a time";
    else
      stream << "a loop over threads";
    if (choice.isForced)
      stream << " (--map=" << (choice.asLanes ? "lanes" : "loops") << ")";
    // The body may be empty.
    if (chosen <= 0 || other <= 0) {
      stream << '\n';
      return;
    }
    stream << ": about " << perThread(chosen) << " cycles for a thread"
           << (choice.asLanes ? "" : ", unless LLVM vectorises it") << '\n';
    bool isFaster = other < chosen;
    stream << (choice.asLanes ? "  one thread after another: about "
                              : "  as lanes of vectors: about ")
           << perThread(other) << ", "
           << toString(isFaster ? chosen / other : other / chosen)
           << (isFaster ? " times as fast" : " times as long");
    if (isFaster && !choice.asLanes && !choice.isForced)
      stream << (choice.isSlowInParts
                     ? ", but some of it is slow, and threads synchronise"
                     : ", which is too small a gain");
    stream << '\n';
  }

  void printNotes() {
    constexpr size_t most = 8;
    for (const std::string &note :
         ArrayRef(notes).take_front(std::min(most, notes.size())))
      stream << "  " << note << '\n';
    if (notes.size() > most)
      stream << "  and " << notes.size() - most << " more\n";
  }

  /// ", lines 5-8", in the kernel.
  static std::string linesOf(par::ForOp loop) {
    unsigned first = 0, last = 0;
    loop.getRegion().walk([&](Operation *op) {
      unsigned line = findSourceLine(op->getLoc()).inKernel;
      if (line == 0 || op->hasTrait<OpTrait::IsTerminator>())
        return;
      first = first ? std::min(first, line) : line;
      last = std::max(last, line);
    });
    if (first == 0)
      return "";
    return first == last ? ", line " + std::to_string(first)
                         : ", lines " + std::to_string(first) + "-" +
                               std::to_string(last);
  }

  const MappingChoice &choice;
  ArrayRef<std::string> parameters;
  SmallVector<par::ForOp> loops;
  SmallVector<MappingCost> costs;
  std::vector<std::string> notes;
  std::string text;
  llvm::raw_string_ostream stream;
};

} // namespace

bool heddle::isSlowAsLanes(const Shapes &shapes, const Shapes &guesses) {
  std::vector<std::string> notes;
  LoopNotes(shapes, guesses, /*parameters=*/{}, notes).run();
  return !notes.empty();
}

std::string heddle::describeMapping(Operation *kernel,
                                    const MappingChoice &choice,
                                    ArrayRef<std::string> parameters) {
  return KernelText(kernel, choice, parameters).run();
}
