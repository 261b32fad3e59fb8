//===- LtDescriptors.cpp - The descriptors of cublasLt --------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LtDescriptors.h"
#include "Handle.h"
#include <new>

using namespace heddle::cublas;

namespace {

/// The bytes of an attribute; 0 if there is none of that number.
size_t bytesOf(cublasLtMatmulDescAttributes_t attribute) {
  switch (attribute) {
  case CUBLASLT_MATMUL_DESC_COMPUTE_TYPE:
  case CUBLASLT_MATMUL_DESC_SCALE_TYPE:
  case CUBLASLT_MATMUL_DESC_POINTER_MODE:
  case CUBLASLT_MATMUL_DESC_TRANSA:
  case CUBLASLT_MATMUL_DESC_TRANSB:
  case CUBLASLT_MATMUL_DESC_TRANSC:
  case CUBLASLT_MATMUL_DESC_FILL_MODE:
  case CUBLASLT_MATMUL_DESC_EPILOGUE:
  case CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET:
  case CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE:
  case CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE:
    return 4;
  case CUBLASLT_MATMUL_DESC_FAST_ACCUM:
    return 1;
  default:
    return attribute > 0 && attribute <= CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE
               ? 8
               : 0;
  }
}
size_t bytesOf(cublasLtMatrixLayoutAttribute_t attribute) {
  switch (attribute) {
  case CUBLASLT_MATRIX_LAYOUT_TYPE:
  case CUBLASLT_MATRIX_LAYOUT_ORDER:
  case CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT:
    return 4;
  default:
    return attribute > 0 && attribute <= CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET
               ? 8
               : 0;
  }
}
size_t bytesOf(cublasLtMatmulPreferenceAttributes_t attribute) {
  if (attribute == CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES)
    return 8;
  return attribute >= 0 && attribute <= CUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT
             ? 4
             : 0;
}

template <typename Descriptor, typename Attribute>
cublasStatus_t set(Descriptor *descriptor, Attribute attribute,
                   const void *value, size_t size) {
  HEDDLE_CHECK_VALUE(descriptor && value && bytesOf(attribute) != 0 &&
                     size == bytesOf(attribute));
  std::memcpy(&descriptor->data[attribute], value, size);
  return CUBLAS_STATUS_SUCCESS;
}

/// Without memory for the value, only its size is returned.
template <typename Descriptor, typename Attribute>
cublasStatus_t get(Descriptor *descriptor, Attribute attribute, void *value,
                   size_t size, size_t *written) {
  size_t bytes = bytesOf(attribute);
  HEDDLE_CHECK_VALUE(descriptor && bytes != 0 && (written || size != 0));
  if (written)
    *written = bytes;
  if (size == 0)
    return CUBLAS_STATUS_SUCCESS;
  HEDDLE_CHECK_VALUE(value && size == bytes);
  std::memcpy(value, &descriptor->data[attribute], bytes);
  return CUBLAS_STATUS_SUCCESS;
}

/// A new descriptor, which `init` sets up.
template <typename Descriptor, typename Init>
cublasStatus_t create(Descriptor **descriptor, Init init) {
  HEDDLE_CHECK_VALUE(descriptor);
  *descriptor = new (std::nothrow) Descriptor;
  return *descriptor ? init(*descriptor) : CUBLAS_STATUS_ALLOC_FAILED;
}

} // namespace

extern "C" {

cublasStatus_t cublasLtMatmulDescInit(cublasLtMatmulDesc_t desc,
                                      cublasComputeType_t computeType,
                                      cudaDataType scaleType) {
  HEDDLE_CHECK_VALUE(desc);
  *desc = {};
  setAttribute(desc, CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, computeType);
  setAttribute(desc, CUBLASLT_MATMUL_DESC_SCALE_TYPE, scaleType);
  setAttribute(desc, CUBLASLT_MATMUL_DESC_FILL_MODE, CUBLAS_FILL_MODE_FULL);
  setAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, CUBLASLT_EPILOGUE_DEFAULT);
  // -1: the type of D.
  setAttribute(desc, CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, int32_t(-1));
  setAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE, int32_t(-1));
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *desc,
                                        cublasComputeType_t computeType,
                                        cudaDataType scaleType) {
  return create(desc, [=](cublasLtMatmulDesc_t created) {
    return cublasLtMatmulDescInit(created, computeType, scaleType);
  });
}
cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t desc) {
  delete desc;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t
cublasLtMatmulDescSetAttribute(cublasLtMatmulDesc_t desc,
                               cublasLtMatmulDescAttributes_t attribute,
                               const void *value, size_t size) {
  return set(desc, attribute, value, size);
}
cublasStatus_t
cublasLtMatmulDescGetAttribute(cublasLtMatmulDesc_t desc,
                               cublasLtMatmulDescAttributes_t attribute,
                               void *value, size_t size, size_t *written) {
  return get(desc, attribute, value, size, written);
}

cublasStatus_t cublasLtMatrixLayoutInit(cublasLtMatrixLayout_t layout,
                                        cudaDataType type, uint64_t rows,
                                        uint64_t columns, int64_t ld) {
  HEDDLE_CHECK_VALUE(layout);
  *layout = {};
  setAttribute(layout, CUBLASLT_MATRIX_LAYOUT_TYPE, type);
  setAttribute(layout, CUBLASLT_MATRIX_LAYOUT_ROWS, rows);
  setAttribute(layout, CUBLASLT_MATRIX_LAYOUT_COLS, columns);
  setAttribute(layout, CUBLASLT_MATRIX_LAYOUT_LD, ld);
  setAttribute(layout, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, int32_t(1));
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *layout,
                                          cudaDataType type, uint64_t rows,
                                          uint64_t columns, int64_t ld) {
  return create(layout, [=](cublasLtMatrixLayout_t created) {
    return cublasLtMatrixLayoutInit(created, type, rows, columns, ld);
  });
}
cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t layout) {
  delete layout;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t
cublasLtMatrixLayoutSetAttribute(cublasLtMatrixLayout_t layout,
                                 cublasLtMatrixLayoutAttribute_t attribute,
                                 const void *value, size_t size) {
  return set(layout, attribute, value, size);
}
cublasStatus_t
cublasLtMatrixLayoutGetAttribute(cublasLtMatrixLayout_t layout,
                                 cublasLtMatrixLayoutAttribute_t attribute,
                                 void *value, size_t size, size_t *written) {
  return get(layout, attribute, value, size, written);
}

cublasStatus_t
cublasLtMatmulPreferenceInit(cublasLtMatmulPreference_t preference) {
  HEDDLE_CHECK_VALUE(preference);
  *preference = {};
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t
cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *preference) {
  return create(preference, cublasLtMatmulPreferenceInit);
}
cublasStatus_t
cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t preference) {
  delete preference;
  return CUBLAS_STATUS_SUCCESS;
}
cublasStatus_t cublasLtMatmulPreferenceSetAttribute(
    cublasLtMatmulPreference_t preference,
    cublasLtMatmulPreferenceAttributes_t attribute, const void *value,
    size_t size) {
  return set(preference, attribute, value, size);
}
cublasStatus_t cublasLtMatmulPreferenceGetAttribute(
    cublasLtMatmulPreference_t preference,
    cublasLtMatmulPreferenceAttributes_t attribute, void *value, size_t size,
    size_t *written) {
  return get(preference, attribute, value, size, written);
}

} // extern "C"
