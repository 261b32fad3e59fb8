//===- VectorizeReport.cpp - Reports vectorised thread loops --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Target/VectorizeReport.h"

#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/DiagnosticHandler.h"
#include "llvm/IR/Function.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace heddle;
using llvm::StringRef;

static constexpr StringRef passName = "loop-vectorize";

/// Added to a loop's number to form a column that is larger than any real one.
static constexpr unsigned firstColumn = 1 << 15;

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Loops that `thread-loops` created declare that their iterations are
/// parallel.
static bool isThreadLoop(const llvm::Loop &loop) {
  return llvm::findOptionMDForLoop(&loop, "llvm.loop.parallel_accesses");
}

static bool holdsThreadLoop(const llvm::Loop &loop) {
  return llvm::any_of(loop.getSubLoops(), [](const llvm::Loop *inner) {
    return isThreadLoop(*inner) || holdsThreadLoop(*inner);
  });
}

/// Gives the loop a unique location in the function: its number takes the place
/// of the column.
static void setLocation(llvm::Loop &loop, unsigned line, unsigned number) {
  llvm::Function &function = *loop.getHeader()->getParent();
  llvm::LLVMContext &context = function.getContext();
  llvm::DISubprogram *scope = function.getSubprogram();
  if (!scope)
    return;
  // The first operand of a loop's node is the node itself.
  llvm::SmallVector<llvm::Metadata *> operands = {nullptr};
  operands.push_back(llvm::DILocation::get(
      context, line, std::min(firstColumn + number, 0xffffu), scope));
  if (llvm::MDNode *old = loop.getLoopID())
    for (const llvm::MDOperand &operand : llvm::drop_begin(old->operands()))
      if (!llvm::isa<llvm::DILocation>(operand))
        operands.push_back(operand);
  llvm::MDNode *node = llvm::MDNode::getDistinct(context, operands);
  node->replaceOperandWith(0, node);
  loop.setLoopID(node);
}

/// Includes an instruction's line. An instruction with the line of the kernel's
/// head is part of the loop itself.
void VectorizeReport::addLine(const llvm::Instruction &inst, unsigned head,
                              Loop &loop) {
  const llvm::DILocation *at = inst.getDebugLoc();
  while (at && at->getInlinedAt())
    at = at->getInlinedAt();
  if (!at || at->getLine() == 0 || at->getLine() == head)
    return;
  unsigned line = at->getLine();
  loop.lastLine = std::max(loop.lastLine, line);
  loop.firstLine = loop.firstLine ? std::min(loop.firstLine, line) : line;
}

llvm::PreservedAnalyses
VectorizeReport::run(llvm::Function &function,
                     llvm::FunctionAnalysisManager &analyses) {
  if (!function.getName().contains(".blocks"))
    return llvm::PreservedAnalyses::all();
  Nest &nest = nests[function.getName().str()];
  if (const llvm::DISubprogram *scope = function.getSubprogram()) {
    nest.file = scope->getFilename().str();
    nest.line = scope->getLine();
  }
  nest.forSize = function.hasOptSize();
  nest.loops.clear();
  innermost.clear();
  auto &loops = analyses.getResult<llvm::LoopAnalysis>(function);
  for (llvm::Loop *loop : loops.getLoopsInPreorder()) {
    bool inThreads = false;
    for (llvm::Loop *up = loop->getParentLoop(); up; up = up->getParentLoop())
      inThreads |= isThreadLoop(*up) && !isThreadLoop(*loop);
    if (!inThreads && (!isThreadLoop(*loop) || holdsThreadLoop(*loop)))
      continue;
    Loop entry;
    entry.inThreads = inThreads;
    entry.innermost = loop->isInnermost();
    for (llvm::BasicBlock *block : loop->blocks()) {
      if (entry.innermost)
        innermost[block] = nest.loops.size();
      for (llvm::Instruction &inst : *block)
        addLine(inst, nest.line, entry);
    }
    if (entry.firstLine == 0)
      entry.firstLine = entry.lastLine = nest.line;
    setLocation(*loop, entry.firstLine, nest.loops.size());
    nest.loops.push_back(entry);
  }
  return llvm::PreservedAnalyses::all();
}

//===----------------------------------------------------------------------===//
// Remarks
//===----------------------------------------------------------------------===//

/// The value of one of a remark's arguments.
static std::string part(const llvm::DiagnosticInfoOptimizationBase &remark,
                        StringRef key) {
  for (const auto &argument : remark.getArgs())
    if (argument.Key == key)
      return argument.Val;
  return "";
}

/// The loop of a remark: by its unique location or, if the remark is about an
/// instruction, by the block of that instruction.
VectorizeReport::Loop *
VectorizeReport::find(const llvm::DiagnosticInfoOptimizationBase &remark) {
  auto nest = nests.find(remark.getFunction().getName().str());
  if (nest == nests.end())
    return nullptr;
  std::vector<Loop> &loops = nest->second.loops;
  if (remark.isLocationAvailable()) {
    unsigned column = remark.getLocation().getColumn();
    if (column >= firstColumn && column - firstColumn < loops.size())
      return &loops[column - firstColumn];
  }
  auto *code = llvm::dyn_cast<llvm::DiagnosticInfoIROptimization>(&remark);
  auto *block =
      code ? llvm::dyn_cast_or_null<llvm::BasicBlock>(code->getCodeRegion())
           : nullptr;
  auto known = innermost.find(block);
  return known == innermost.end() ? nullptr : &loops[known->second];
}

void VectorizeReport::note(const llvm::DiagnosticInfoOptimizationBase &remark) {
  Loop *loop = find(remark);
  if (!loop)
    return;
  std::string &result = loop->result;
  if (llvm::isa<llvm::OptimizationRemark>(remark)) {
    std::string width = part(remark, "VectorizationFactor");
    std::string interleaved = part(remark, "InterleaveCount");
    result = width.empty() || width == "1" ? "not vectorised"
                                           : "vectorised, width " + width;
    if (!interleaved.empty() && interleaved != "1")
      result += ", interleaved " + interleaved + " times";
    return;
  }
  // The first remark is the most specific; the last one only says that the loop
  // was not vectorised.
  std::string message = remark.getMsg();
  StringRef reason = message;
  if (!reason.consume_front("loop not vectorized: ") &&
      !reason.consume_front("the "))
    return;
  if (!result.empty())
    return;
  // Heddle disabled it (`par.few`, `par.scattered`).
  if (reason == "vectorization is explicitly disabled")
    reason = "only a few threads, or mostly strided accesses";
  result = ("not vectorised: " + reason).str();
  // About an instruction.
  if (remark.isLocationAvailable() &&
      remark.getLocation().getColumn() < firstColumn &&
      remark.getLocation().getLine() != 0)
    result += " (line " + std::to_string(remark.getLocation().getLine()) + ")";
}

namespace {
class Handler : public llvm::DiagnosticHandler {
public:
  Handler(VectorizeReport &report, llvm::DiagnosticHandler *previous)
      : report(report), previous(previous) {}

  bool handleDiagnostics(const llvm::DiagnosticInfo &info) override {
    auto *remark = llvm::dyn_cast<llvm::DiagnosticInfoOptimizationBase>(&info);
    if (!remark || remark->getPassName() != passName)
      return previous && previous->handleDiagnostics(info);
    report.note(*remark);
    return true;
  }
  bool isAnalysisRemarkEnabled(StringRef pass) const override {
    return pass == passName;
  }
  bool isMissedOptRemarkEnabled(StringRef pass) const override {
    return pass == passName;
  }
  bool isPassedOptRemarkEnabled(StringRef pass) const override {
    return pass == passName;
  }
  bool isAnyRemarkEnabled() const override { return true; }

private:
  VectorizeReport &report;
  llvm::DiagnosticHandler *previous;
};
} // namespace

void heddle::withRemarks(llvm::LLVMContext &context, VectorizeReport &report,
                         llvm::function_ref<void()> function) {
  std::unique_ptr<llvm::DiagnosticHandler> previous =
      context.getDiagnosticHandler();
  context.setDiagnosticHandler(
      std::make_unique<Handler>(report, previous.get()));
  function();
  context.setDiagnosticHandler(std::move(previous));
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static std::string lines(unsigned first, unsigned last) {
  if (first == 0)
    return "";
  if (first == last)
    return "line " + std::to_string(first);
  return "lines " + std::to_string(first) + "-" + std::to_string(last);
}

void VectorizeReport::printNest(llvm::raw_ostream &os, StringRef variant,
                                const Nest &nest, int optLevel) const {
  std::string label = variant.empty() ? "any block" : "block " + variant.str();
  auto row = [&](StringRef where, StringRef what) {
    os << "  " << llvm::left_justify(label, 18) << llvm::left_justify(where, 16)
       << what << '\n';
    label.clear();
  };
  if (nest.forSize)
    return row("", "compiled for size: no launch in this file uses it");
  if (nest.loops.empty())
    row("", "no loop over threads is left: it was unrolled or had one thread");
  // Unrolled rows of threads have the same result.
  std::string lastWhere, lastWhat;
  unsigned times = 0;
  auto flush = [&] {
    if (times > 1)
      lastWhat += " (" + std::to_string(times) + " loops)";
    if (times)
      row(lastWhere, lastWhat);
    times = 0;
  };
  for (const Loop &loop : nest.loops) {
    std::string result = loop.result;
    if (optLevel < 2)
      result = "not vectorised: vectorisation needs -O2 or higher";
    else if (!loop.innermost)
      result = "not vectorised: each thread has a loop";
    else if (result.empty())
      result = "not vectorised";
    std::string where = lines(loop.firstLine, loop.lastLine);
    std::string what = (loop.inThreads ? "  loop of a thread: " : "") + result;
    if (where != lastWhere || what != lastWhat)
      flush();
    lastWhere = where;
    lastWhat = what;
    ++times;
  }
  flush();
}

void VectorizeReport::print(llvm::raw_ostream &os, StringRef source,
                            int optLevel) const {
  os << "vectorize report of " << source << '\n';
  if (kernels.empty())
    os << "no kernels\n";
  for (const Kernel &kernel : kernels) {
    // `kernel.blocks`, `kernel.blocks.256x1x1`, with a number after it if the
    // grid has several loops, or if there are several sets of arguments.
    std::vector<std::pair<StringRef, const Nest *>> own;
    for (const auto &[name, nest] : nests) {
      StringRef rest = name;
      if (rest.consume_front(kernel.symbol) && rest.consume_front(".blocks") &&
          (rest.empty() || rest.consume_front(".")))
        own.push_back({rest, &nest});
    }
    os << kernel.name;
    if (!own.empty() && own.front().second->line)
      os << ", " << own.front().second->file << ':' << own.front().second->line;
    os << '\n';
    if (kernel.usesFibers)
      os << "  runs on fibers: not vectorised\n";
    os << kernel.mapping;
    if (kernel.usesFibers || kernel.asLanes)
      continue;
    if (own.empty())
      os << "  no code is left, or it was not optimized\n";
    for (auto [rest, nest] : own)
      printNest(os, rest.contains('x') ? rest : "", *nest, optLevel);
  }
}
