//===- Records.h - A sequence of named texts --------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How libheddle_nvrtc and the compiler talk: a request and its result are each
// a sequence of records, `KIND SIZE\nBYTES\n`, that ends with one of kind
// `end`.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_SUPPORT_RECORDS_H
#define HEDDLE_SUPPORT_RECORDS_H

#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace heddle {

struct Record {
  std::string kind;
  std::string text;
};

inline void appendRecord(std::string &to, std::string_view kind,
                         std::string_view text) {
  to.append(kind).append(" ").append(std::to_string(text.size())).append("\n");
  to.append(text).append("\n");
}

/// The records before the one of kind `end`. Nothing if that is missing:
/// whoever wrote them did not finish.
inline std::optional<std::vector<Record>>
readRecords(const std::string &bytes) {
  std::vector<Record> records;
  for (size_t at = 0; at < bytes.size();) {
    size_t space = bytes.find(' ', at);
    size_t line = bytes.find('\n', at);
    if (space == std::string::npos || line == std::string::npos || space > line)
      return std::nullopt;
    std::string kind = bytes.substr(at, space - at);
    size_t size = std::strtoull(bytes.c_str() + space + 1, nullptr, 10);
    if (kind == "end")
      return records;
    if (size >= bytes.size() - line)
      return std::nullopt;
    records.push_back({std::move(kind), bytes.substr(line + 1, size)});
    at = line + 1 + size + 1;
  }
  return std::nullopt;
}

} // namespace heddle

#endif // HEDDLE_SUPPORT_RECORDS_H
