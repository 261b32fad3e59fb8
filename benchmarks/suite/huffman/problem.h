//===- problem.h - Huffman coding -----------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compression of bytes: how often each occurs, codes from that (on the host),
// and the codes packed, with chunks that begin at a word. tolerance: 0
//
//===----------------------------------------------------------------------===//

#include "../program.h"

#include <algorithm>
#include <queue>

constexpr int kSymbols = 256, kChunk = 1024; // Bytes of a chunk.

struct Code {
  uint32_t bits; // The first bit of the code is the highest one.
  uint32_t length;
};

struct Problem {
  int n, chunks;
  std::vector<uint8_t> bytes;

  explicit Problem(const suite::Program &program)
      : n(program.size(16'000'000, 100'003)), chunks((n + kChunk - 1) / kChunk),
        bytes(n) {
    suite::Random random;
    for (uint8_t &byte : bytes)
      byte = random.below(256) * random.below(256) * random.below(256) >> 16;
  }
};

/// The canonical codes for symbols that occur this often.
inline std::vector<Code> makeCodes(const uint32_t *counts) {
  std::vector<int> parent(kSymbols);
  using Entry = std::pair<uint64_t, int>;
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
  for (int s = 0; s < kSymbols; ++s)
    queue.push({counts[s] + 1, s});
  while (queue.size() > 1) {
    Entry a = queue.top();
    queue.pop();
    Entry b = queue.top();
    queue.pop();
    int node = parent.size();
    parent.push_back(0);
    parent[a.second] = parent[b.second] = node;
    queue.push({a.first + b.first, node});
  }
  int root = parent.size() - 1;
  std::vector<Code> codes(kSymbols);
  std::vector<int> order(kSymbols);
  for (int s = 0; s < kSymbols; ++s) {
    order[s] = s;
    for (int node = s; node != root; node = parent[node])
      ++codes[s].length;
  }
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    return std::pair(codes[a].length, a) < std::pair(codes[b].length, b);
  });
  uint32_t next = 0, length = 0;
  for (int s : order) {
    next <<= codes[s].length - length;
    length = codes[s].length;
    codes[s].bits = next++;
  }
  if (length > 32)
    suite::Program::fail("a code is longer than a word");
  return codes;
}

/// Writes the codes of some bytes one after the other. The last word is filled
/// up with zeros. Returns the end.
inline uint32_t *encodeChunk(const uint8_t *bytes, int count, const Code *codes,
                             uint32_t *out) {
  uint64_t pending = 0;
  unsigned bits = 0;
  for (int i = 0; i < count; ++i) {
    Code code = codes[bytes[i]];
    pending = pending << code.length | code.bits;
    bits += code.length;
    if (bits >= 32) {
      bits -= 32;
      *out++ = uint32_t(pending >> bits);
    }
  }
  if (bits > 0)
    *out++ = uint32_t(pending << (32 - bits));
  return out;
}
