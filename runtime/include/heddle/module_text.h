//===- module_text.h - Modules as text --------------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What NVRTC calls PTX is text: programs copy it as a string, print it, split
// it into lines. So nvrtcGetPTX gives a module as comments of PTX, and the
// driver API reads that:
//
//   // heddle-module 12345
//   //f0VMRgIBAQ…
//   .version 8.7
//   …
//   .visible .entry kernel(
//
// The number is the size in bytes. It is base64 with - and _, since / is part
// of a comment. Declarations of the symbols follow, for programs that look for
// names.
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_MODULE_TEXT_H
#define HEDDLE_MODULE_TEXT_H

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <string>

namespace heddle {

inline constexpr char moduleTextStart[] = "// heddle-module ";
inline constexpr char moduleTextDigits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

inline std::string moduleToText(const std::string &bytes) {
  std::string text = moduleTextStart + std::to_string(bytes.size()) + "\n";
  constexpr size_t bytesPerLine = 57; // 76 digits, without a rest.
  for (size_t line = 0; line < bytes.size(); line += bytesPerLine) {
    text += "//";
    unsigned value = 0, bits = 0;
    for (size_t i = line; i < bytes.size() && i < line + bytesPerLine; ++i) {
      value = value << 8 | (unsigned char)bytes[i];
      for (bits += 8; bits >= 6; bits -= 6)
        text += moduleTextDigits[value >> (bits - 6) & 63];
    }
    if (bits)
      text += moduleTextDigits[value << (6 - bits) & 63];
    text += '\n';
  }
  return text;
}

inline bool isModuleText(const char *text) {
  return !strncmp(text, moduleTextStart, sizeof moduleTextStart - 1);
}

/// The bytes of a text for which isModuleText holds. None if it is damaged.
/// `length` gets the length of the text up to their end.
inline std::string textToModule(const char *text, size_t *length = nullptr) {
  char *at;
  size_t size = strtoull(text + sizeof moduleTextStart - 1, &at, 10);
  std::string bytes;
  unsigned value = 0, bits = 0;
  for (; bytes.size() < size && *at; ++at) {
    if (*at == '/' || *at == '\n' || *at == '\r' || *at == ' ')
      continue;
    const char *digit = strchr(moduleTextDigits, *at);
    if (!digit)
      return "";
    value = value << 6 | unsigned(digit - moduleTextDigits);
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes += char(value >> bits);
    }
  }
  if (length)
    *length = size_t(at - text);
  return bytes.size() == size ? bytes : "";
}

} // namespace heddle

#endif // HEDDLE_MODULE_TEXT_H
