//===- GraphMemory.h - Memory of graph allocation nodes ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_GRAPHMEMORY_H
#define HEDDLE_RUNTIME_GRAPHMEMORY_H

#include "Memory.h"
#include <atomic>

namespace heddle::rt {

/// Memory of an allocation node. Its address is fixed when the node is created,
/// so it is kept until the last graph with the node is destroyed. Running the
/// node makes it live, and a free, in the graph or outside, makes it dead.
class GraphMemory : public AllocationOwner,
                    public std::enable_shared_from_this<GraphMemory> {
public:
  static std::shared_ptr<GraphMemory> make(size_t bytes, int device);
  ~GraphMemory() override;

  void *pointer() const { return reinterpret_cast<void *>(memory.begin); }
  bool alive() const { return live.load(); }

  /// Makes it live. An error if it already is.
  cudaError_t allocate();
  void takeBack(const Allocation &allocation) override;

private:
  explicit GraphMemory(const Allocation &memory) : memory(memory) {}
  Allocation memory;
  std::atomic<bool> live{false};
};

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_GRAPHMEMORY_H
