// RUN: %check-execution %s -lcublas -lcublasLt
// cublasLtMatmul with its epilogues, types, orders and batches, against a loop.
#include "blas.h"
#include <cublasLt.h>

struct Problem {
  int m = 7, n = 5, k = 6, count = 1;
  cublasOperation_t opA = CUBLAS_OP_N, opB = CUBLAS_OP_N;
  cublasLtOrder_t order = CUBLASLT_ORDER_COL;
  cublasLtEpilogue_t epilogue = CUBLASLT_EPILOGUE_DEFAULT;
};

static double gelu(double x) {
  return 0.5 * x * (1 + std::tanh(0.7978845608 * (x + 0.044715 * x * x * x)));
}

template <typename D, typename A, typename V>
void set(D descriptor, A attribute, V value,
         cublasStatus_t (*function)(D, A, const void *, size_t)) {
  BLAS(function(descriptor, attribute, &value, sizeof value));
}

static cublasLtMatrixLayout_t layout(const Problem &p, cudaDataType type,
                                     int rows, int columns) {
  bool byRows = p.order == CUBLASLT_ORDER_ROW;
  cublasLtMatrixLayout_t result;
  BLAS(cublasLtMatrixLayoutCreate(&result, type, rows, columns,
                                  byRows ? columns : rows));
  set(result, CUBLASLT_MATRIX_LAYOUT_ORDER, p.order,
      cublasLtMatrixLayoutSetAttribute);
  set(result, CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, p.count,
      cublasLtMatrixLayoutSetAttribute);
  set(result, CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET,
      int64_t(rows) * columns, cublasLtMatrixLayoutSetAttribute);
  return result;
}

template <typename T>
void check(cublasLtHandle_t handle, const Problem &p, cudaDataType type,
           double tolerance) {
  using Scale = std::conditional_t<std::is_same_v<T, double>, double, float>;
  auto numbers = [](size_t count, int seed) {
    std::vector<T> result;
    for (float value : someNumbers<float>(count, seed))
      result.push_back(T(value / 4));
    return result;
  };
  bool plainA = p.opA == CUBLAS_OP_N, plainB = p.opB == CUBLAS_OP_N;
  int ra = plainA ? p.m : p.k, ca = plainA ? p.k : p.m;
  int rb = plainB ? p.k : p.n, cb = plainB ? p.n : p.k;
  auto a = numbers(p.count * ra * ca, 1), b = numbers(p.count * rb * cb, 2),
       c = numbers(p.count * p.m * p.n, 3), bias = numbers(p.m, 4),
       aux = numbers(p.count * p.m * p.n, 5);
  DeviceArray<T> da(a), db(b), dc(c), dd(c.size()), dbias(bias), daux(aux);

  cublasLtMatmulDesc_t desc;
  BLAS(cublasLtMatmulDescCreate(
      &desc, sizeof(T) == 8 ? CUBLAS_COMPUTE_64F : CUBLAS_COMPUTE_32F,
      sizeof(T) == 8 ? CUDA_R_64F : CUDA_R_32F));
  auto with = [&](auto attribute, auto value) {
    set(desc, attribute, value, cublasLtMatmulDescSetAttribute);
  };
  with(CUBLASLT_MATMUL_DESC_TRANSA, p.opA);
  with(CUBLASLT_MATMUL_DESC_TRANSB, p.opB);
  with(CUBLASLT_MATMUL_DESC_EPILOGUE, p.epilogue);
  with(CUBLASLT_MATMUL_DESC_BIAS_POINTER, (const void *)dbias.data());
  with(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, (void *)daux.data());
  with(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, int64_t(p.m));
  with(CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, int64_t(p.m * p.n));
  auto la = layout(p, type, ra, ca), lb = layout(p, type, rb, cb),
       lc = layout(p, type, p.m, p.n);
  cublasLtMatmulPreference_t preference;
  BLAS(cublasLtMatmulPreferenceCreate(&preference));
  set(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, uint64_t(1 << 20),
      cublasLtMatmulPreferenceSetAttribute);
  cublasLtMatmulHeuristicResult_t heuristic;
  int found = 0;
  BLAS(cublasLtMatmulAlgoGetHeuristic(handle, desc, la, lb, lc, lc, preference,
                                      1, &heuristic, &found));
  CHECK(found == 1);
  Scale alpha = 2, beta = -1;
  BLAS(cublasLtMatmul(handle, desc, &alpha, da, la, db, lb, &beta, dc, lc, dd,
                      lc, &heuristic.algo, nullptr, 0, nullptr));

  auto got = dd.read(), gotAux = daux.read();
  bool byRows = p.order == CUBLASLT_ORDER_ROW;
  auto index = [&](int batch, int rows, int columns, int i, int j) {
    return batch * rows * columns + (byRows ? i * columns + j : i + j * rows);
  };
  for (int batch = 0; batch < p.count; ++batch)
    for (int i = 0; i < p.m; ++i)
      for (int j = 0; j < p.n; ++j) {
        double x = 0;
        for (int l = 0; l < p.k; ++l)
          x += double(float(
                   a[index(batch, ra, ca, plainA ? i : l, plainA ? l : i)])) *
               double(float(
                   b[index(batch, rb, cb, plainB ? l : j, plainB ? j : l)]));
        int at = index(batch, p.m, p.n, i, j),
            atAux = batch * p.m * p.n + i + j * p.m;
        x = 2 * x - double(float(c[at]));
        double before = float(aux[atAux]);
        if (p.epilogue == CUBLASLT_EPILOGUE_DGELU)
          x *= (gelu(before + 1e-5) - gelu(before - 1e-5)) / 2e-5;
        else {
          if (p.epilogue & CUBLASLT_EPILOGUE_BIAS)
            x += double(float(bias[i]));
          if (p.epilogue & 128)
            CHECK(std::fabs(float(gotAux[atAux]) - x) <=
                  tolerance * (1 + std::fabs(x)));
          if (p.epilogue & CUBLASLT_EPILOGUE_RELU)
            x = std::fmax(x, 0);
          if (p.epilogue & CUBLASLT_EPILOGUE_GELU)
            x = gelu(x);
        }
        CHECK(std::fabs(float(got[at]) - x) <= tolerance * (1 + std::fabs(x)));
      }
  BLAS(cublasLtMatmulPreferenceDestroy(preference));
  for (auto descriptor : {la, lb, lc})
    BLAS(cublasLtMatrixLayoutDestroy(descriptor));
  BLAS(cublasLtMatmulDescDestroy(desc));
}

int main() {
  cublasLtHandle_t handle;
  BLAS(cublasLtCreate(&handle));
  Problem p;
  for (cublasLtEpilogue_t epilogue :
       {CUBLASLT_EPILOGUE_DEFAULT, CUBLASLT_EPILOGUE_RELU,
        CUBLASLT_EPILOGUE_BIAS, CUBLASLT_EPILOGUE_RELU_BIAS,
        CUBLASLT_EPILOGUE_GELU, CUBLASLT_EPILOGUE_GELU_BIAS,
        CUBLASLT_EPILOGUE_GELU_AUX, CUBLASLT_EPILOGUE_GELU_AUX_BIAS,
        CUBLASLT_EPILOGUE_DGELU}) {
    p.epilogue = epilogue;
    check<float>(handle, p, CUDA_R_32F, 1e-5);
    check<double>(handle, p, CUDA_R_64F, 1e-5);
    check<__half>(handle, p, CUDA_R_16F, 1e-3);
    check<__nv_bfloat16>(handle, p, CUDA_R_16BF, 8e-3);
  }
  p.count = 3;
  p.epilogue = CUBLASLT_EPILOGUE_RELU_BIAS;
  for (cublasLtOrder_t order : {CUBLASLT_ORDER_COL, CUBLASLT_ORDER_ROW})
    for (cublasOperation_t opA : {CUBLAS_OP_N, CUBLAS_OP_T})
      for (cublasOperation_t opB : {CUBLAS_OP_N, CUBLAS_OP_T}) {
        p.order = order;
        p.opA = opA;
        p.opB = opB;
        check<float>(handle, p, CUDA_R_32F, 1e-5);
      }

  // Wrong shapes, and epilogues that do not exist here.
  cublasLtMatmulDesc_t desc;
  cublasLtMatrixLayout_t a, b;
  BLAS(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  BLAS(cublasLtMatrixLayoutCreate(&a, CUDA_R_32F, 2, 2, 2));
  BLAS(cublasLtMatrixLayoutCreate(&b, CUDA_R_32F, 3, 2, 3));
  DeviceArray<float> x(4);
  float one = 1;
  auto multiply = [&](cublasLtHandle_t h, cublasLtMatrixLayout_t layoutB) {
    return cublasLtMatmul(h, desc, &one, x, a, x, layoutB, &one, x, a, x, a,
                          nullptr, nullptr, 0, nullptr);
  };
  STATUS(CUBLAS_STATUS_NOT_INITIALIZED, multiply(nullptr, a));
  STATUS(CUBLAS_STATUS_INVALID_VALUE, multiply(handle, b));
  BLAS(multiply(handle, a));
  cublasLtEpilogue_t gradient = CUBLASLT_EPILOGUE_BGRADB;
  BLAS(cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE,
                                      &gradient, sizeof gradient));
  STATUS(CUBLAS_STATUS_NOT_SUPPORTED, multiply(handle, a));
  STATUS(CUBLAS_STATUS_INVALID_VALUE,
         cublasLtMatmulDescSetAttribute(desc, CUBLASLT_MATMUL_DESC_EPILOGUE,
                                        &gradient, 8));
  BLAS(cublasLtMatrixLayoutDestroy(a));
  BLAS(cublasLtMatrixLayoutDestroy(b));
  BLAS(cublasLtMatmulDescDestroy(desc));
  BLAS(cublasLtDestroy(handle));
  printf("right\n");
}
