//===- LtMatmul.cpp - cublasLtMatmul --------------------------------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// D = epilogue(alpha op(A) op(B) + beta C). The product is computed as GemmEx
// does, in float or double, and the epilogue runs before it is rounded to D's
// type.
//
//===----------------------------------------------------------------------===//

#include "Elements.h"
#include "Handle.h"
#include "LtDescriptors.h"
#include "cublas_v2.h"
#include <cmath>
#include <new>
#include <vector>

struct cublasLtContext {};

namespace heddle::cublas {
namespace {

/// What cublasLtMatmul computes, read from the descriptors.
struct Matmul {
  cublasComputeType_t compute;
  cudaDataType scale;
  cublasPointerMode_t pointerMode;
  cublasOperation_t opA, opB;
  cublasLtEpilogue_t epilogue;
  Layout a, b, c, d;
  const void *bias;
  void *aux;
  int64_t biasStride, auxLd, auxStride;
  cudaDataType biasType, auxType;

  Matmul(cublasLtMatmulDesc_t desc, cublasLtMatrixLayout_t layoutA,
         cublasLtMatrixLayout_t layoutB, cublasLtMatrixLayout_t layoutC,
         cublasLtMatrixLayout_t layoutD)
      : a(layoutA), b(layoutB), c(layoutC), d(layoutD) {
    auto number = [&](cublasLtMatmulDescAttributes_t which) {
      return attribute<int32_t>(desc, which);
    };
    compute = cublasComputeType_t(number(CUBLASLT_MATMUL_DESC_COMPUTE_TYPE));
    scale = cudaDataType(number(CUBLASLT_MATMUL_DESC_SCALE_TYPE));
    pointerMode =
        cublasPointerMode_t(number(CUBLASLT_MATMUL_DESC_POINTER_MODE));
    opA = cublasOperation_t(number(CUBLASLT_MATMUL_DESC_TRANSA));
    opB = cublasOperation_t(number(CUBLASLT_MATMUL_DESC_TRANSB));
    epilogue = cublasLtEpilogue_t(number(CUBLASLT_MATMUL_DESC_EPILOGUE));
    auto pointer = [&](cublasLtMatmulDescAttributes_t which) {
      return attribute<void *>(desc, which);
    };
    bias = pointer(CUBLASLT_MATMUL_DESC_BIAS_POINTER);
    aux = pointer(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER);
    biasStride =
        attribute<int64_t>(desc, CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE);
    auxLd = attribute<int64_t>(desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD);
    auxStride = attribute<int64_t>(
        desc, CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE);
    int givenBias = number(CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE);
    int givenAux = number(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE);
    biasType = givenBias < 0 ? d.type : cudaDataType(givenBias);
    auxType = givenAux < 0 ? d.type : cudaDataType(givenAux);
    for (auto scaled : {CUBLASLT_MATMUL_DESC_A_SCALE_POINTER,
                        CUBLASLT_MATMUL_DESC_B_SCALE_POINTER,
                        CUBLASLT_MATMUL_DESC_C_SCALE_POINTER,
                        CUBLASLT_MATMUL_DESC_D_SCALE_POINTER})
      isScaled |= pointer(scaled) != nullptr;
    isPlain = number(CUBLASLT_MATMUL_DESC_TRANSC) == CUBLAS_OP_N &&
              number(CUBLASLT_MATMUL_DESC_FILL_MODE) == CUBLAS_FILL_MODE_FULL;
    for (auto layout : {layoutA, layoutB, layoutC, layoutD})
      isPlain &= attribute<int32_t>(layout, CUBLASLT_MATRIX_LAYOUT_ORDER) <=
                 CUBLASLT_ORDER_ROW;
  }

  bool isScaled = false, isPlain = true;

  bool has(cublasLtEpilogue_t part) const { return epilogue & part; }
  bool hasAux() const { return epilogue & 128; }
  int64_t depth() const { return opA == CUBLAS_OP_N ? a.columns : a.rows; }

  cublasStatus_t check() const {
    HEDDLE_CHECK_VALUE(isOperation(opA) && isOperation(opB));
    int64_t m = opA == CUBLAS_OP_N ? a.rows : a.columns;
    int64_t n = opB == CUBLAS_OP_N ? b.columns : b.rows;
    int64_t k = opB == CUBLAS_OP_N ? b.rows : b.columns;
    HEDDLE_CHECK_VALUE(d.rows == m && d.columns == n && k == depth() &&
                       c.rows == m && c.columns == n);
    for (const Layout *layout : {&a, &b, &c, &d})
      HEDDLE_CHECK_VALUE(layout->count == d.count &&
                         isLeading(layout->ld, layout->isRowMajor
                                                   ? layout->columns
                                                   : layout->rows));
    switch (epilogue) {
    case CUBLASLT_EPILOGUE_GELU_AUX:
    case CUBLASLT_EPILOGUE_GELU_AUX_BIAS:
    case CUBLASLT_EPILOGUE_DGELU:
      HEDDLE_CHECK_VALUE(isLeading(auxLd, d.rows));
      [[fallthrough]];
    case CUBLASLT_EPILOGUE_DEFAULT:
    case CUBLASLT_EPILOGUE_RELU:
    case CUBLASLT_EPILOGUE_BIAS:
    case CUBLASLT_EPILOGUE_RELU_BIAS:
    case CUBLASLT_EPILOGUE_GELU:
    case CUBLASLT_EPILOGUE_GELU_BIAS:
      break;
    default: // Masks of ReLU and gradients of the bias.
      return CUBLAS_STATUS_NOT_SUPPORTED;
    }
    bool isReal = scale == CUDA_R_32F || scale == CUDA_R_64F;
    bool isInput = a.type == CUDA_R_32F || a.type == CUDA_R_16F ||
                   a.type == CUDA_R_16BF || a.type == CUDA_R_64F;
    if (!isPlain || isScaled || !isReal || !isInput || a.type != b.type ||
        c.type != d.type || !isElement(d.type) || !isElement(biasType) ||
        !isElement(auxType) ||
        (a.type == CUDA_R_64F) != (scale == CUDA_R_64F) ||
        (d.type == CUDA_R_64F) != (scale == CUDA_R_64F))
      return CUBLAS_STATUS_NOT_SUPPORTED;
    return CUBLAS_STATUS_SUCCESS;
  }
};

double gelu(double x) {
  return 0.5 * x *
         (1 + std::tanh(0.7978845608028654 * (x + 0.044715 * x * x * x)));
}
double geluGradient(double x) {
  double inner = 0.7978845608028654 * (x + 0.044715 * x * x * x);
  double t = std::tanh(inner);
  return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * 0.7978845608028654 *
                             (1 + 3 * 0.044715 * x * x);
}

/// op(A) op(B), by columns, for all matrices of the batch.
template <typename T>
cublasStatus_t multiply(const Matmul &p, const void *a, const void *b,
                        std::vector<T> &products) {
  cublasContext context; // its own: scalars of the host, no stream
  T one = 1, zero = 0;
  int64_t m = p.d.rows, n = p.d.columns;
  // A matrix by rows is the transpose of one by columns.
  auto operation = [](cublasOperation_t op, bool isRowMajor) {
    bool transposes = (op != CUBLAS_OP_N) != isRowMajor;
    return transposes ? CUBLAS_OP_T : CUBLAS_OP_N;
  };
  bool isDouble = std::is_same_v<T, double>;
  return cublasGemmStridedBatchedEx_64(
      &context, operation(p.opA, p.a.isRowMajor),
      operation(p.opB, p.b.isRowMajor), m, n, p.depth(), &one, a, p.a.type,
      p.a.ld, p.a.stride, b, p.b.type, p.b.ld, p.b.stride, &zero,
      products.data(), isDouble ? CUDA_R_64F : CUDA_R_32F, m, m * n, p.d.count,
      isDouble ? CUBLAS_COMPUTE_64F : CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
}

/// One element of D from that of the product.
double finish(const Matmul &p, double x, int64_t batch, int64_t i, int64_t j) {
  int64_t atAux = batch * p.auxStride + i + j * p.auxLd;
  if (p.epilogue == CUBLASLT_EPILOGUE_DGELU)
    return x * geluGradient(loadElement(p.aux, p.auxType, atAux));
  if (p.has(CUBLASLT_EPILOGUE_BIAS) && p.bias)
    x += loadElement(p.bias, p.biasType, batch * p.biasStride + i);
  if (p.hasAux())
    storeElement(p.aux, p.auxType, atAux, x);
  if (p.has(CUBLASLT_EPILOGUE_RELU))
    x = std::fmax(x, 0.0);
  return p.has(CUBLASLT_EPILOGUE_GELU) ? gelu(x) : x;
}

template <typename T>
cublasStatus_t run(const Matmul &p, const void *alpha, const void *a,
                   const void *b, const void *beta, const void *c, void *d,
                   cudaStream_t stream) {
  cublasContext context;
  context.pointerMode = p.pointerMode;
  context.stream = stream;
  Scalar<T> scaleA(&context, static_cast<const T *>(alpha));
  Scalar<T> scaleB(&context, static_cast<const T *>(beta));
  return submit(&context, [=] {
    double s = scaleA.get(), t = scaleB.get();
    int64_t m = p.d.rows, n = p.d.columns;
    std::vector<T> products(size_t(m) * n * p.d.count);
    // Its arguments have been checked.
    multiply(p, a, b, products);
    parallelFor(p.d.count * n, products.size() * 4, [&](int64_t column) {
      int64_t batch = column / n, j = column % n;
      for (int64_t i = 0; i < m; ++i) {
        double x = s * products[column * m + i];
        if (t != 0)
          x += t *
               loadElement(c, p.c.type, batch * p.c.stride + p.c.index(i, j));
        storeElement(d, p.d.type, batch * p.d.stride + p.d.index(i, j),
                     finish(p, x, batch, i, j));
      }
    });
  });
}

} // namespace
} // namespace heddle::cublas

using namespace heddle::cublas;

extern "C" {

cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle) {
  HEDDLE_CHECK_VALUE(handle);
  *handle = new (std::nothrow) cublasLtContext;
  return *handle ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_ALLOC_FAILED;
}
cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle) {
  HEDDLE_CHECK_HANDLE(handle);
  delete handle;
  return CUBLAS_STATUS_SUCCESS;
}
size_t cublasLtGetVersion(void) { return CUBLAS_VERSION; }
size_t cublasLtGetCudartVersion(void) { return CUDART_VERSION; }
const char *cublasLtGetStatusName(cublasStatus_t status) {
  return cublasGetStatusName(status);
}
const char *cublasLtGetStatusString(cublasStatus_t status) {
  return cublasGetStatusString(status);
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(
    cublasLtHandle_t handle, cublasLtMatmulDesc_t desc,
    cublasLtMatrixLayout_t a, cublasLtMatrixLayout_t b,
    cublasLtMatrixLayout_t c, cublasLtMatrixLayout_t d,
    cublasLtMatmulPreference_t, int requested,
    cublasLtMatmulHeuristicResult_t results[], int *found) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(desc && a && b && c && d && requested > 0 && results &&
                     found);
  *found = 0;
  if (cublasStatus_t status = Matmul(desc, a, b, c, d).check())
    return status;
  results[0] = {};
  results[0].state = CUBLAS_STATUS_SUCCESS;
  results[0].wavesCount = 1;
  *found = 1;
  return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t
cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc,
               const void *alpha, const void *a, cublasLtMatrixLayout_t layoutA,
               const void *b, cublasLtMatrixLayout_t layoutB, const void *beta,
               const void *c, cublasLtMatrixLayout_t layoutC, void *d,
               cublasLtMatrixLayout_t layoutD, const cublasLtMatmulAlgo_t *,
               void *, size_t, cudaStream_t stream) {
  HEDDLE_CHECK_HANDLE(handle);
  HEDDLE_CHECK_VALUE(desc && alpha && beta && layoutA && layoutB && layoutC &&
                     layoutD);
  Matmul problem(desc, layoutA, layoutB, layoutC, layoutD);
  if (cublasStatus_t status = problem.check())
    return status;
  HEDDLE_CHECK_VALUE(problem.aux || (!problem.hasAux()));
  if (problem.d.rows == 0 || problem.d.columns == 0)
    return CUBLAS_STATUS_SUCCESS;
  return problem.scale == CUDA_R_64F
             ? run<double>(problem, alpha, a, b, beta, c, d, stream)
             : run<float>(problem, alpha, a, b, beta, c, d, stream);
}

} // extern "C"
