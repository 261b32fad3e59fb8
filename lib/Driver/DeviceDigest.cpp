//===- DeviceDigest.cpp - A digest of the device code for -E --------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The preprocessed source is the host's, without code under `#ifdef
// __CUDA_ARCH__`. ccache assumes that an object depends on nothing else. So a
// digest of the device's preprocessed source is added at its end.
//
//===----------------------------------------------------------------------===//

#include "heddle/Driver/Diagnostics.h"
#include "heddle/Driver/Exec.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MD5.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace heddle;

int heddle::appendDeviceDigest(const Job &job) {
  llvm::SmallString<128> path;
  if (llvm::sys::fs::createTemporaryFile("heddle-device", "ii", path))
    return error("cannot create a temporary file"), 1;
  llvm::FileRemover remover(path);
  std::vector<std::string> argv;
  for (size_t i = 0; i < job.argv.size(); ++i) {
    // The first run has written the dependencies.
    if (job.argv[i] == "-o" || job.argv[i] == "-MF" || job.argv[i] == "-MT" ||
        job.argv[i] == "-MQ")
      ++i;
    else if (job.argv[i] != "-MD" && job.argv[i] != "-MMD" &&
             job.argv[i] != "-MP")
      argv.push_back(job.argv[i]);
  }
  for (const char *arg : {"-Xclang", "-fcuda-is-device", "-w", "-o"})
    argv.push_back(arg);
  argv.push_back(path.str().str());
  if (int code = runCommand(argv))
    return code;

  auto text = llvm::MemoryBuffer::getFile(path);
  if (!text)
    return error("cannot read '" + path + "'"), 1;
  llvm::MD5 digest;
  digest.update((*text)->getBuffer());
  llvm::MD5::MD5Result result;
  digest.final(result);
  std::string line = "#pragma heddle device " + result.digest().str().str();
  if (job.output == "-") {
    llvm::outs() << line << '\n';
    llvm::outs().flush();
    return 0;
  }
  std::error_code code;
  llvm::raw_fd_ostream out(job.output, code, llvm::sys::fs::OF_Append);
  if (code)
    return error("cannot write '" + job.output + "': " + code.message()), 1;
  out << line << '\n';
  return 0;
}
