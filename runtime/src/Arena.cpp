//===- Arena.cpp - Scratch memory of a worker -----------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arena.h"
#include "Thread.h"
#include <cstdio>
#include <cstdlib>

namespace heddle::rt {

/// The bytes follow the header. The chain is in the order of use: chunks after
/// the current one are free.
struct Chunk {
  Chunk *after;
  uintptr_t begin, end;
};

namespace {
constexpr size_t firstChunkBytes = 256 * 1024;
constexpr size_t chunkAlignment = 4096;

Chunk *makeChunk(size_t bytes) {
  // A kernel cannot continue without its buffers and cannot report an error.
  void *memory = nullptr;
  size_t total = bytes + chunkAlignment;
  if (total < bytes || posix_memalign(&memory, chunkAlignment, total) != 0) {
    std::fprintf(stderr,
                 "heddle: out of memory for a kernel's buffers "
                 "(%zu bytes)\n",
                 bytes);
    std::abort();
  }
  auto begin = reinterpret_cast<uintptr_t>(memory);
  auto *chunk = static_cast<Chunk *>(memory);
  *chunk = {nullptr, begin + sizeof(Chunk), begin + total};
  return chunk;
}
} // namespace

Arena::~Arena() {
  while (first) {
    Chunk *after = first->after;
    std::free(first);
    first = after;
  }
}

void Arena::use(Chunk *other) {
  chunk = other;
  next = other ? other->begin : nothingFits;
  end = other ? other->end : 0;
}

void Arena::release(Mark mark) {
  if (mark.chunk != chunk)
    use(mark.chunk ? mark.chunk : first);
  // A mark of the empty arena resets to the start of the first chunk.
  next = mark.chunk ? mark.next : chunk ? chunk->begin : nothingFits;
}

void *Arena::find(uint32_t address) const {
  for (const Chunk *at = first; at; at = at->after) {
    uintptr_t distance =
        static_cast<uint32_t>(address - static_cast<uint32_t>(at->begin));
    uintptr_t used = at == chunk ? next : at->end;
    if (distance < used - at->begin)
      return reinterpret_cast<void *>(at->begin + distance);
    if (at == chunk)
      break;
  }
  return nullptr;
}

bool Arena::contains(const void *pointer) const {
  auto address = reinterpret_cast<uintptr_t>(pointer);
  for (const Chunk *at = first; at; at = at->after) {
    uintptr_t used = at == chunk ? next : at->end;
    if (address - at->begin < used - at->begin)
      return true;
    if (at == chunk)
      break;
  }
  return false;
}

void *Arena::allocateInNewChunk(size_t bytes, size_t alignment) {
  size_t wanted = bytes + alignment;
  Chunk *candidate = chunk ? chunk->after : first;
  if (!candidate || candidate->end - candidate->begin < wanted) {
    size_t size = chunk ? 2 * (chunk->end - chunk->begin) : firstChunkBytes;
    Chunk *added = makeChunk(size > wanted ? size : wanted);
    added->after = candidate;
    (chunk ? chunk->after : first) = added;
    candidate = added;
  }
  use(candidate);
  return allocate(bytes, alignment);
}

} // namespace heddle::rt

extern "C" void *__heddle_scratch(uint64_t bytes) {
  return heddle::rt::thisThread().arena.allocate(bytes, 64);
}
