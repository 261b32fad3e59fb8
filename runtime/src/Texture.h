//===- Texture.h - Texture and surface objects ------------------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_RUNTIME_TEXTURE_H
#define HEDDLE_RUNTIME_TEXTURE_H

namespace heddle::rt {

/// Whether this is the handle of a texture or surface object.
bool isTexture(const void *handle);
bool isSurface(const void *handle);

void destroyAllTextures();
void destroyAllSurfaces();

} // namespace heddle::rt

#endif // HEDDLE_RUNTIME_TEXTURE_H
