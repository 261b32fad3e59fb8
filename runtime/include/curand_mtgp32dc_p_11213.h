//===- curand_mtgp32dc_p_11213.h - MTGP32 parameters ---------*- C++ -*-===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef HEDDLE_CURAND_MTGP32DC_P_11213_H
#define HEDDLE_CURAND_MTGP32DC_P_11213_H

#include "curand_mtgp32.h"

/// The distance of the second word of the recursion, two shifts, and what the
/// bits of an index select, in the recursion and in the tempering.
struct __heddle_mtgp32_row {
  int position, shift1, shift2;
  unsigned int recursion[4], tempering[4];
};
/// In libheddle_rt. All zero where Heddle was built without the parameters.
extern "C" const __heddle_mtgp32_row
    __heddle_mtgp32_rows[MTGPDC_PARAM_TABLE_SIZE];

/// The authors' tables, which are linear in the bits of the index. The digests
/// of the polynomials, which nothing reads, are left out.
struct __heddle_mtgp32_tables {
  mtgp32_params_fast_t all[MTGPDC_PARAM_TABLE_SIZE];

  __heddle_mtgp32_tables() : all() {
    for (int p = 0; p < MTGPDC_PARAM_TABLE_SIZE; ++p) {
      const __heddle_mtgp32_row &row = __heddle_mtgp32_rows[p];
      mtgp32_params_fast_t &to = all[p];
      to.mexp = row.position ? MTGPDC_MEXP : 0;
      to.pos = row.position;
      to.sh1 = row.shift1;
      to.sh2 = row.shift2;
      to.mask = 0xfff80000u;
      for (int i = 0; i < MTGPDC_TS; ++i) {
        for (int bit = 0; bit < 4; ++bit)
          if ((i >> bit) & 1) {
            to.tbl[i] ^= row.recursion[bit];
            to.tmp_tbl[i] ^= row.tempering[bit];
          }
        to.flt_tmp_tbl[i] = (to.tmp_tbl[i] >> 9) | 0x3f800000u;
      }
    }
  }
};

static __heddle_mtgp32_tables __heddle_mtgp32_all;
static mtgp32_params_fast_t (
    &mtgp32dc_params_fast_11213)[MTGPDC_PARAM_TABLE_SIZE] =
    __heddle_mtgp32_all.all;

#endif // HEDDLE_CURAND_MTGP32DC_P_11213_H
