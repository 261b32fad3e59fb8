//===- FissionCut.cpp - What is kept for a piece and what is recomputed ---===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Fission.h"
#include "heddle/Support/MinCut.h"
#include "heddle/Support/PlantedFaults.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace heddle;
using namespace heddle::fission;

/// What a value costs that goes through a buffer: a store, and a load in each
/// piece that wants it, in units of a simple operation on four bytes. Both are
/// cheap if they hit the cache, and buffers fill it.
static constexpr int64_t storeCost = 12, loadCost = 8;

/// More operations than that are not looked through for one piece.
static constexpr size_t mostOperations = 200;

static int64_t costOf(Operation *op) {
  if (isa<arith::ConstantOp>(op))
    return 0;
  if (isa<arith::DivFOp, arith::DivSIOp, arith::DivUIOp, arith::RemSIOp,
          arith::RemUIOp, arith::RemFOp>(op) ||
      isa<math::MathDialect>(op->getDialect()))
    return 10;
  return 1;
}

namespace {

/// Each value is two nodes: *in*, behind the cut if it is computed in the
/// piece, and *out*, behind it if the piece has it. So the edge between is cut
/// if the value comes through a buffer, and one from the source to *in* if it
/// is computed again. What is computed again has its operands: no edge from an
/// operand's *out* to *in* may be cut.
class Cut {
public:
  Cut(Operation *root, llvm::function_ref<bool(Value)> isEverywhere,
      llvm::function_ref<bool(Value)> isStored)
      : layout(DataLayout::closest(root)), isEverywhere(isEverywhere),
        isStored(isStored), source(graph.addNode()), sink(graph.addNode()) {}

  llvm::DenseSet<Value> run(ArrayRef<Value> wanted) {
    for (Value value : wanted)
      graph.addEdge(add(value) + 1, sink, MinCut::unlimited);
    while (!worklist.empty())
      connect(worklist.pop_back_val());
    graph.solve(source, sink);
    llvm::DenseSet<Value> kept;
    for (auto [value, node] : nodes)
      if (!graph.isBehind(node) && graph.isBehind(node + 1))
        kept.insert(value);
    return kept;
  }

private:
  /// The node *in*; *out* is the next one.
  unsigned add(Value value) {
    auto [it, isNew] = nodes.try_emplace(value, 0);
    if (!isNew)
      return it->second;
    it->second = graph.addNode();
    graph.addNode();
    worklist.push_back(value);
    return it->second;
  }

  void connect(Value value) {
    unsigned node = nodes.lookup(value);
    graph.addEdge(node, node + 1, costOfBuffer(value));
    Operation *op = value.getDefiningOp();
    bool canRepeat =
        op && !op->getNumRegions() &&
        (op->hasAttr(repeatableAttr) || isPure(op) ||
         (planted(Fault::LoadRepeated) && isa<memref::LoadOp>(op))) &&
        nodes.size() < mostOperations;
    // What cannot be put into memory has to be computed again.
    if (!canRepeat && !isa<MemRefType>(value.getType())) {
      graph.addEdge(source, node, MinCut::unlimited);
      return;
    }
    graph.addEdge(source, node, costOf(op));
    for (Value operand : op->getOperands())
      if (!isEverywhere(operand))
        graph.addEdge(add(operand) + 1, node, MinCut::unlimited);
  }

  int64_t costOfBuffer(Value value) {
    Type type = value.getType();
    if (isa<MemRefType>(type))
      return MinCut::unlimited;
    int64_t bytes =
        type.isIndex() ? 8 : layout.getTypeSize(type).getFixedValue();
    int64_t words = std::max<int64_t>((bytes + 3) / 4, 1);
    return words * (isStored(value) ? loadCost : storeCost + loadCost);
  }

  DataLayout layout;
  llvm::function_ref<bool(Value)> isEverywhere, isStored;
  MinCut graph;
  unsigned source, sink;
  llvm::MapVector<Value, unsigned> nodes;
  SmallVector<Value> worklist;
};

} // namespace

llvm::DenseSet<Value>
fission::chooseKept(Operation *root, ArrayRef<Value> wanted,
                    llvm::function_ref<bool(Value)> isEverywhere,
                    llvm::function_ref<bool(Value)> isStored) {
  return Cut(root, isEverywhere, isStored).run(wanted);
}
