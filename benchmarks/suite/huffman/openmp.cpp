// Chunks with threads. The sizes of the chunks come first, so that each is
// written where it belongs; or each thread writes its chunks together, and
// they are moved afterwards.
// directives: sizes

#include "problem.h"

#include <omp.h>

static std::vector<Code> countAndMakeCodes(const Problem &problem) {
  uint32_t counts[kSymbols] = {};
#pragma omp parallel
  {
    // Four tables, since equal bytes often follow each other.
    uint32_t own[4][kSymbols] = {};
    const uint8_t *bytes = problem.bytes.data();
#pragma omp for schedule(static) nowait
    for (int i = 0; i < problem.n / 4; ++i)
      for (int k = 0; k < 4; ++k)
        ++own[k][bytes[4 * i + k]];
#pragma omp single nowait
    for (int i = problem.n / 4 * 4; i < problem.n; ++i)
      ++own[0][bytes[i]];
#pragma omp critical
    for (int s = 0; s < kSymbols; ++s)
      counts[s] += own[0][s] + own[1][s] + own[2][s] + own[3][s];
  }
  return makeCodes(counts);
}

int main(int argc, char **argv) {
  suite::Program program(argc, argv);
  Problem problem(program);
  std::vector<uint32_t> out(problem.n + problem.chunks);
  size_t size = 0;
  auto chunkSize = [&](int chunk) {
    return std::min(kChunk, problem.n - chunk * kChunk);
  };

  program.measure("sizes", [&] {
    std::vector<Code> codes = countAndMakeCodes(problem);
    std::vector<uint32_t> starts(problem.chunks + 1);
#pragma omp parallel for schedule(static)
    for (int c = 0; c < problem.chunks; ++c) {
      const uint8_t *bytes = &problem.bytes[size_t(c) * kChunk];
      uint32_t bits = 0;
      for (int i = 0, count = chunkSize(c); i < count; ++i)
        bits += codes[bytes[i]].length;
      starts[c + 1] = (bits + 31) / 32;
    }
    for (int c = 0; c < problem.chunks; ++c)
      starts[c + 1] += starts[c];
#pragma omp parallel for schedule(static)
    for (int c = 0; c < problem.chunks; ++c)
      encodeChunk(&problem.bytes[size_t(c) * kChunk], chunkSize(c),
                  codes.data(), &out[starts[c]]);
    size = starts[problem.chunks];
  });
  program.result("sizes", out.data(), size);

  std::vector<std::vector<uint32_t>> parts(omp_get_max_threads());
  program.measure("parts", [&] {
    std::vector<Code> codes = countAndMakeCodes(problem);
    std::vector<size_t> ends(omp_get_max_threads() + 1);
#pragma omp parallel
    {
      int threads = omp_get_num_threads(), thread = omp_get_thread_num();
      int begin = int64_t(problem.chunks) * thread / threads;
      int end = int64_t(problem.chunks) * (thread + 1) / threads;
      std::vector<uint32_t> &part = parts[thread];
      part.resize(size_t(end - begin) * (kChunk + 1));
      uint32_t *position = part.data();
      for (int c = begin; c < end; ++c)
        position = encodeChunk(&problem.bytes[size_t(c) * kChunk], chunkSize(c),
                               codes.data(), position);
      ends[thread + 1] = position - part.data();
#pragma omp barrier
#pragma omp single
      for (int t = 0; t < threads; ++t)
        ends[t + 1] += ends[t];
      std::copy(part.data(), position, &out[ends[thread]]);
#pragma omp single
      size = ends[threads];
    }
  });
  program.result("parts", out.data(), size);
}
