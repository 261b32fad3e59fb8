//===- HostOpenMP.cpp - Detects OpenMP in the program ---------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostOpenMP.h"
#include "Team.h"
#include <cstdlib>
#include <cstring>
#include <link.h>
#include <omp.h>
#include <string_view>
#include <vector>

namespace heddle::rt {
namespace {

/// The dynamic linking information of one file of the program.
struct Dynamic {
  const ElfW(Sym) *symbols = nullptr;
  const char *names = nullptr;
  const ElfW(Rela) * tables[2] = {};
  size_t bytes[2] = {};

  explicit Dynamic(const ElfW(Dyn) * entry) {
    for (; entry->d_tag != DT_NULL; ++entry)
      switch (entry->d_tag) {
      case DT_SYMTAB:
        symbols = reinterpret_cast<const ElfW(Sym) *>(entry->d_un.d_ptr);
        break;
      case DT_STRTAB:
        names = reinterpret_cast<const char *>(entry->d_un.d_ptr);
        break;
      case DT_JMPREL:
        tables[0] = reinterpret_cast<const ElfW(Rela) *>(entry->d_un.d_ptr);
        break;
      case DT_PLTRELSZ:
        bytes[0] = entry->d_un.d_val;
        break;
      case DT_RELA:
        tables[1] = reinterpret_cast<const ElfW(Rela) *>(entry->d_un.d_ptr);
        break;
      case DT_RELASZ:
        bytes[1] = entry->d_un.d_val;
        break;
      default:
        break;
      }
  }

  /// Whether the file contains code that starts a parallel region, through the
  /// functions that Clang and GCC call.
  bool beginsRegions() const {
    if (!symbols || !names)
      return false;
    for (int i = 0; i < 2; ++i)
      for (size_t k = 0; tables[i] && k < bytes[i] / sizeof *tables[i]; ++k) {
        const ElfW(Sym) &symbol = symbols[ELF64_R_SYM(tables[i][k].r_info)];
        if (symbol.st_name == 0 || symbol.st_shndx != SHN_UNDEF)
          continue;
        std::string_view name = names + symbol.st_name;
        if (name.starts_with("__kmpc_fork_call") ||
            name.starts_with("GOMP_parallel"))
          return true;
      }
    return false;
  }
};

int lookForRegions(dl_phdr_info *file, size_t, void *) {
  auto here = reinterpret_cast<uintptr_t>(&lookForRegions);
  const ElfW(Dyn) *dynamic = nullptr;
  for (int i = 0; i < file->dlpi_phnum; ++i) {
    const ElfW(Phdr) &part = file->dlpi_phdr[i];
    uintptr_t begin = file->dlpi_addr + part.p_vaddr;
    // This library itself, which has parallel regions for the case that the
    // program has some.
    if (part.p_type == PT_LOAD && here >= begin && here < begin + part.p_memsz)
      return 0;
    if (part.p_type == PT_DYNAMIC)
      dynamic = reinterpret_cast<const ElfW(Dyn) *>(begin);
  }
  // The vDSO is not relocated and calls nothing.
  if (!dynamic || std::strstr(file->dlpi_name, "linux-vdso"))
    return 0;
  return Dynamic(dynamic).beginsRegions();
}

} // namespace

bool hostUsesOpenMP() {
  static const bool answer = [] {
    if (const char *text = std::getenv("HEDDLE_TEAM")) {
      if (std::strcmp(text, "openmp") == 0)
        return true;
      if (std::strcmp(text, "own") == 0)
        return false;
    }
    return dl_iterate_phdr(lookForRegions, nullptr) != 0;
  }();
  return answer;
}

std::optional<cpu_set_t> findPlace(unsigned number, int first) {
  int places = omp_get_num_places();
  omp_proc_bind_t policy = omp_get_proc_bind();
  if (policy == omp_proc_bind_false || places <= 0)
    return std::nullopt;
  unsigned all = static_cast<unsigned>(places);
  unsigned place = number;
  if (policy == omp_proc_bind_master)
    place = 0;
  else if (policy == omp_proc_bind_spread && teamSize() < all)
    place = number * all / teamSize();
  place = (place + static_cast<unsigned>(first > 0 ? first : 0)) % all;
  std::vector<int> ids(
      static_cast<size_t>(omp_get_place_num_procs(static_cast<int>(place))));
  omp_get_place_proc_ids(static_cast<int>(place), ids.data());
  cpu_set_t set;
  CPU_ZERO(&set);
  for (int id : ids)
    CPU_SET(id, &set);
  return set;
}

} // namespace heddle::rt
