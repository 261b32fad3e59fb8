//===- SourceLines.cpp - The source lines of operations -------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "heddle/Analysis/SourceLines.h"

#include "llvm/ADT/SmallVector.h"

using namespace mlir;
using namespace heddle;

/// Adds the location in each function that was inlined, the kernel last. Of
/// fused locations, it takes the first that has a line.
static void addFrames(Location loc, SmallVectorImpl<FileLineColLoc> &frames) {
  if (auto site = dyn_cast<CallSiteLoc>(loc)) {
    addFrames(site.getCallee(), frames);
    return addFrames(site.getCaller(), frames);
  }
  if (auto named = dyn_cast<NameLoc>(loc))
    return addFrames(named.getChildLoc(), frames);
  if (auto fused = dyn_cast<FusedLoc>(loc)) {
    size_t before = frames.size();
    for (Location part : fused.getLocations()) {
      addFrames(part, frames);
      if (frames.size() != before)
        return;
    }
    return;
  }
  if (auto file = dyn_cast<FileLineColLoc>(loc); file && file.getLine() != 0)
    frames.push_back(file);
}

SourceLine heddle::findSourceLine(Location loc) {
  SmallVector<FileLineColLoc> frames;
  addFrames(loc, frames);
  if (frames.empty())
    return {};
  // Those of the CUDA headers say nothing to the program's author.
  StringAttr file = frames.back().getFilename();
  auto inner = llvm::find_if(frames, [&](FileLineColLoc frame) {
    return frame.getFilename() == file;
  });
  return {inner->getLine(), frames.back().getLine()};
}

std::string heddle::nameSourceLine(Location loc) {
  SourceLine found = findSourceLine(loc);
  if (found.line == 0)
    return "";
  std::string text = "line " + std::to_string(found.line);
  if (found.inKernel != found.line)
    text += ", called at line " + std::to_string(found.inKernel);
  return text;
}
