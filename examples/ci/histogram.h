#pragma once

/// Counts how often each byte occurs in `bytes[0 .. size)`, on the GPU. Returns
/// 0, or the code of CUDA's error.
int histogram(const unsigned char *bytes, int size, unsigned counts[256]);
