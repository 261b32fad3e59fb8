// Edit distances of pairs of words. See edit.cu for the styles.
// flags: -mprefer-vector-width=512

#include <algorithm>

using Byte = unsigned char;

// All words have `kLength` letters.
const int kLength = 96;

void host(const Byte *__restrict a, const Byte *__restrict b,
          int *__restrict out, int pairs) {
  // Each lane has a pair of its own: there is no chain between them.
  const int kLanes = 32;
  using Lanes = unsigned short[kLanes];
  for (int first = 0; first < pairs; first += kLanes) {
    int count = std::min(kLanes, pairs - first);
    alignas(64) Lanes lettersA[kLength] = {}, lettersB[kLength] = {};
    for (int k = 0; k < count; ++k)
      for (int i = 0; i < kLength; ++i) {
        lettersA[i][k] = a[(first + k) * kLength + i];
        lettersB[i][k] = b[(first + k) * kLength + i];
      }
    alignas(64) Lanes row[kLength + 1];
    for (int j = 0; j <= kLength; ++j)
      std::fill_n(row[j], kLanes, j);
    for (int i = 0; i < kLength; ++i) {
      alignas(64) Lanes diagonal, left;
      for (int k = 0; k < kLanes; ++k) {
        diagonal[k] = i;
        row[0][k] = left[k] = i + 1;
      }
      for (int j = 0; j < kLength; ++j)
#pragma omp simd
        for (int k = 0; k < kLanes; ++k) {
          unsigned short above = row[j + 1][k],
                         lower = std::min(above, left[k]);
          unsigned short replaced =
              diagonal[k] + (lettersA[i][k] != lettersB[j][k]);
          unsigned short kept = lower + 1;
          left[k] = std::min(kept, replaced);
          diagonal[k] = above;
          row[j + 1][k] = left[k];
        }
    }
    for (int k = 0; k < count; ++k)
      out[first + k] = row[kLength][k];
  }
}
