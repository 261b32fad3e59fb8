//===- Arena.h - Scratch memory of a worker ---------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_ARENA_H
#define HEDDLE_RUNTIME_ARENA_H

#include <cstddef>
#include <cstdint>

namespace heddle::rt {

/// A stack of bytes that grows by adding chunks, because memory in use must not
/// move. Chunks are kept, so a warm arena never calls malloc.
class Arena {
public:
  /// A state to return to.
  struct Mark {
    struct Chunk *chunk;
    uintptr_t next;
  };

  Arena() = default;
  Arena(const Arena &) = delete;
  Arena &operator=(const Arena &) = delete;
  ~Arena();

  /// `alignment` is a power of two.
  void *allocate(size_t bytes, size_t alignment) {
    uintptr_t at = (next + alignment - 1) & ~(uintptr_t)(alignment - 1);
    if (__builtin_expect(at + bytes <= end && at + bytes >= at, 1)) {
      next = at + bytes;
      return reinterpret_cast<void *>(at);
    }
    return allocateInNewChunk(bytes, alignment);
  }

  /// The address in use with this lower half, or null.
  void *find(uint32_t address) const;

  /// Whether the pointer is into memory in use.
  bool contains(const void *pointer) const;

  Mark mark() const { return {chunk, next}; }
  void release(Mark mark);

private:
  void *allocateInNewChunk(size_t bytes, size_t alignment);
  void use(struct Chunk *chunk);

  struct Chunk *first = nullptr;
  struct Chunk *chunk = nullptr;
  /// Not even zero bytes fit into an arena without chunks.
  static constexpr uintptr_t nothingFits = 1;
  uintptr_t next = nothingFits;
  uintptr_t end = 0;
};

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_ARENA_H
