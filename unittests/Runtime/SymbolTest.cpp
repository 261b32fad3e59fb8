//===- SymbolTest.cpp - Device variables ----------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RuntimeTest.h"

namespace {

int table[8];
int managed;
int unregistered;

class SymbolTest : public RuntimeTest {
protected:
  void SetUp() override {
    RuntimeTest::SetUp();
    __heddle_register_variable(table, "table", sizeof table, 1);
    __heddle_register_variable(&managed, "managed", sizeof managed, 2);
  }
};

TEST_F(SymbolTest, CopiesGoToTheVariable) {
  int values[] = {1, 2, 3}, back[2] = {};
  EXPECT_EQ(cudaMemcpyToSymbol(table, values, sizeof values, 8), cudaSuccess);
  EXPECT_EQ(table[2], 1);
  EXPECT_EQ(table[4], 3);
  EXPECT_EQ(cudaMemcpyFromSymbol(back, table, 8, 12), cudaSuccess);
  EXPECT_EQ(back[0], 2);
  EXPECT_EQ(back[1], 3);
}

TEST_F(SymbolTest, AreCheckedForSizeAndDirection) {
  int values[9] = {};
  EXPECT_EQ(cudaMemcpyToSymbol(table, values, 36), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpyToSymbol(table, values, 8, 28), cudaErrorInvalidValue);
  EXPECT_EQ(cudaMemcpyToSymbol(table, values, 8, 0, cudaMemcpyDeviceToHost),
            cudaErrorInvalidMemcpyDirection);
  EXPECT_EQ(cudaMemcpyToSymbol(unregistered, values, 4),
            cudaErrorInvalidSymbol);
}

TEST_F(SymbolTest, AddressAndSize) {
  void *address = nullptr;
  size_t bytes = 0;
  EXPECT_EQ(cudaGetSymbolAddress(&address, table), cudaSuccess);
  EXPECT_EQ(address, table);
  EXPECT_EQ(cudaGetSymbolSize(&bytes, table), cudaSuccess);
  EXPECT_EQ(bytes, sizeof table);
  EXPECT_EQ(cudaGetSymbolAddress(&address, unregistered),
            cudaErrorInvalidSymbol);
  EXPECT_EQ(cudaMemset(address = table, 0, sizeof table), cudaSuccess)
      << "the address is device memory";
}

TEST_F(SymbolTest, StayAfterAReset) {
  cudaDeviceReset();
  managed = 5;
  cudaPointerAttributes a;
  EXPECT_EQ(cudaPointerGetAttributes(&a, &managed), cudaSuccess);
  EXPECT_EQ(a.type, cudaMemoryTypeManaged);
  EXPECT_EQ(cudaFree(&managed), cudaErrorInvalidValue);
}

} // namespace
