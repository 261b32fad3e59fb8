//===- JoinObjects.cpp - Several object files to one ----------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "JoinObjects.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <memory>
#include <vector>

using namespace heddle;
using llvm::StringRef;

namespace {
/// Temporary files, removed at the end.
class TemporaryFiles {
public:
  /// The path of a new file, or an empty one.
  std::string add(StringRef suffix, StringRef contents) {
    llvm::SmallString<128> path;
    int descriptor = -1;
    if (llvm::sys::fs::createTemporaryFile("heddle", suffix, descriptor, path))
      return "";
    files.push_back(std::make_unique<llvm::FileRemover>(path));
    llvm::raw_fd_ostream out(descriptor, /*shouldClose=*/true);
    out << contents;
    out.close();
    if (!out.has_error())
      return path.str().str();
    out.clear_error();
    return "";
  }

private:
  std::vector<std::unique_ptr<llvm::FileRemover>> files;
};
} // namespace

static std::string findTool(StringRef name) {
  llvm::ErrorOr<std::string> path = llvm::sys::findProgramByName(name);
  return path ? *path : "";
}

static bool runTool(llvm::ArrayRef<std::string> command) {
  std::vector<StringRef> argv(command.begin(), command.end());
  std::string message;
  int code = llvm::sys::ExecuteAndWait(argv.front(), argv, std::nullopt, {},
                                       /*SecondsToWait=*/0, /*MemoryLimit=*/0,
                                       &message);
  if (code == 0)
    return true;
  llvm::errs() << "heddle: error: '" << argv.front()
               << "' could not join the parts of the program";
  if (!message.empty())
    llvm::errs() << ": " << message;
  llvm::errs() << '\n';
  return false;
}

bool heddle::canJoinObjects() {
  return !findTool("ld").empty() && !findTool("objcopy").empty();
}

bool heddle::joinObjects(llvm::ArrayRef<llvm::SmallVector<char, 0>> objects,
                         llvm::ArrayRef<std::string> locals,
                         llvm::raw_ostream &out) {
  TemporaryFiles files;
  std::string joined = files.add("o", "");
  std::vector<std::string> link = {findTool("ld"), "-r", "-o", joined};
  for (const llvm::SmallVector<char, 0> &object : objects)
    link.push_back(files.add("o", StringRef(object.data(), object.size())));
  std::string names;
  for (const std::string &local : locals)
    names += local + "\n";
  std::string list = files.add("txt", names);
  if (llvm::is_contained(link, "") || list.empty()) {
    llvm::errs() << "heddle: error: cannot write temporary files\n";
    return false;
  }
  if (!runTool(link) ||
      !runTool({findTool("objcopy"), "--localize-symbols=" + list, joined}))
    return false;
  auto object = llvm::MemoryBuffer::getFile(joined);
  if (!object) {
    llvm::errs() << "heddle: error: cannot read '" << joined
                 << "': " << object.getError().message() << '\n';
    return false;
  }
  out << (*object)->getBuffer();
  return true;
}
