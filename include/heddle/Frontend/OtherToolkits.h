//===- OtherToolkits.h - Folders with NVIDIA's headers ----------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_FRONTEND_OTHERTOOLKITS_H
#define HEDDLE_FRONTEND_OTHERTOOLKITS_H

#include "llvm/Support/VirtualFileSystem.h"
#include <string>
#include <vector>

namespace heddle {

/// Whether a folder has CUDA's headers, and they are not Heddle's.
bool isOtherToolkit(llvm::StringRef folder);

/// `files`, without the CUDA headers of other toolkits in these folders. Their
/// names are found in Heddle's folder or nowhere, also if a header includes its
/// neighbour. Other headers of the folders are kept: they may be /usr/include.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
hideOtherToolkits(llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem> files,
                  const std::vector<std::string> &includeFolders);

} // namespace heddle

#endif // HEDDLE_FRONTEND_OTHERTOOLKITS_H
