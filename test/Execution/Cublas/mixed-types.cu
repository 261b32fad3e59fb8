// RUN: %check-execution %s -lcublas
// Products of half, bfloat16 and int8, alone and in batches, and vectors of
// these types. The numbers are small integers, so all results are exact.
#include "blas.h"

constexpr int m = 20, n = 17, k = 1500, count = 2;

template <typename Out, typename In>
std::vector<Out> converted(const std::vector<In> &from) {
  std::vector<Out> to;
  for (In value : from)
    to.push_back(Out(float(value)));
  return to;
}

/// alpha A^T B + beta C for each matrix of the batch.
static std::vector<float> reference(const std::vector<float> &a,
                                    const std::vector<float> &b,
                                    std::vector<float> c) {
  for (int batch = 0; batch < count; ++batch)
    for (int j = 0; j < n; ++j)
      for (int i = 0; i < m; ++i) {
        float sum = 0;
        for (int l = 0; l < k; ++l)
          sum += a[(batch * m + i) * k + l] * b[(batch * n + j) * k + l];
        float &to = c[(batch * n + j) * m + i];
        to = 2 * sum - to;
      }
  return c;
}

template <typename In, typename Out, typename Scale>
void products(cublasHandle_t handle, cudaDataType in, cudaDataType out,
              cublasComputeType_t compute) {
  // Few elements are not zero, so that half can represent the sums.
  auto a = someNumbers<float>(count * m * k),
       b = someNumbers<float>(count * n * k, 2),
       c = someNumbers<float>(count * m * n, 3);
  for (size_t i = 0; i < a.size(); ++i)
    if (i % 13)
      a[i] = 0;
  auto want = reference(a, b, c);
  Scale alpha = Scale(2.0f), beta = Scale(-1.0f);
  DeviceArray<In> da(converted<In>(a)), db(converted<In>(b));
  DeviceArray<Out> one(converted<Out>(c)), strided(converted<Out>(c)),
      batched(converted<Out>(c));
  auto compare = [&](DeviceArray<Out> &got, int elements, int line) {
    auto values = converted<float>(got.read());
    values.resize(elements);
    auto wanted = want;
    wanted.resize(elements);
    expectSame(values, wanted, "product", line);
  };
  BLAS(cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &alpha, da, in,
                    k, db, in, k, &beta, one, out, m, compute,
                    CUBLAS_GEMM_DEFAULT));
  compare(one, m * n, __LINE__);
  BLAS(cublasGemmStridedBatchedEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k,
                                  &alpha, da, in, k, m * k, db, in, k, n * k,
                                  &beta, strided, out, m, m * n, count, compute,
                                  CUBLAS_GEMM_DEFAULT_TENSOR_OP));
  compare(strided, count * m * n, __LINE__);
  DeviceArray<const void *> as(std::vector<const void *>{da, da + m * k}),
      bs(std::vector<const void *>{db, db + n * k});
  DeviceArray<void *> cs(std::vector<void *>{batched, batched + m * n});
  BLAS(cublasGemmBatchedEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &alpha,
                           as, in, k, bs, in, k, &beta, cs, out, m, count,
                           compute, CUBLAS_GEMM_DEFAULT));
  compare(batched, count * m * n, __LINE__);
}

static void halfFunctions(cublasHandle_t handle) {
  std::vector<__half> a(4 * count, __half(1.0f)), c(4 * count, __half(3.0f));
  DeviceArray<__half> da(a), dc(c);
  __half alpha(2.0f), beta(1.0f);
  BLAS(cublasHgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &alpha, da, 2, da,
                   2, &beta, dc, 2));
  BLAS(cublasHgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2,
                                 &alpha, da, 2, 4, da, 2, 4, &beta, dc, 2, 4,
                                 count));
  DeviceArray<const __half *> in(std::vector<const __half *>{da, da});
  DeviceArray<__half *> out(std::vector<__half *>{dc, dc + 4});
  BLAS(cublasHgemmBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &alpha, in,
                          2, in, 2, &beta, out, 2, count));
  auto got = dc.read();
  CHECK(float(got[0]) == 3 + 3 * 4 && float(got[7]) == 3 + 2 * 4);
}

template <typename T> void vectors(cublasHandle_t handle, cudaDataType type) {
  DeviceArray<T> x(std::vector<T>{T(3.0f), T(-4.0f)}),
      y(std::vector<T>{T(1.0f), T(2.0f)});
  T result;
  BLAS(cublasDotEx(handle, 2, x, type, 1, y, type, 1, &result, type,
                   CUDA_R_32F));
  CHECK(float(result) == -5);
  BLAS(cublasNrm2Ex(handle, 2, x, type, 1, &result, type, CUDA_R_32F));
  CHECK(float(result) == 5);
  float alpha = 2;
  BLAS(cublasAxpyEx(handle, 2, &alpha, CUDA_R_32F, x, type, 1, y, type, 1,
                    CUDA_R_32F));
  CHECK(float(y.read()[0]) == 7 && float(y.read()[1]) == -6);
  BLAS(cublasScalEx(handle, 2, &alpha, CUDA_R_32F, x, type, 1, CUDA_R_32F));
  CHECK(float(x.read()[1]) == -8);
}

int main() {
  cublasHandle_t handle;
  BLAS(cublasCreate(&handle));
  products<__half, __half, __half>(handle, CUDA_R_16F, CUDA_R_16F,
                                   CUBLAS_COMPUTE_16F);
  products<__half, __half, float>(handle, CUDA_R_16F, CUDA_R_16F,
                                  CUBLAS_COMPUTE_32F);
  products<__half, float, float>(handle, CUDA_R_16F, CUDA_R_32F,
                                 CUBLAS_COMPUTE_32F);
  products<__nv_bfloat16, float, float>(handle, CUDA_R_16BF, CUDA_R_32F,
                                        CUBLAS_COMPUTE_32F);
  products<signed char, int, int>(handle, CUDA_R_8I, CUDA_R_32I,
                                  CUBLAS_COMPUTE_32I);
  products<signed char, float, float>(handle, CUDA_R_8I, CUDA_R_32F,
                                      CUBLAS_COMPUTE_32F);
  products<float, float, float>(handle, CUDA_R_32F, CUDA_R_32F,
                                CUBLAS_COMPUTE_32F_FAST_TF32);
  products<double, double, double>(handle, CUDA_R_64F, CUDA_R_64F,
                                   CUBLAS_COMPUTE_64F);
  halfFunctions(handle);
  vectors<__half>(handle, CUDA_R_16F);
  vectors<__nv_bfloat16>(handle, CUDA_R_16BF);

  // Sums of int8 products that float cannot represent are exact: 1500 times
  // 127 * 127, and 1 more.
  std::vector<signed char> a(k, 127), b(k, 127);
  a[0] = b[0] = 1;
  DeviceArray<signed char> da(a), db(b);
  DeviceArray<int> dc(1);
  int one = 1, zero = 0;
  BLAS(cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, 1, 1, k, &one, da,
                    CUDA_R_8I, k, db, CUDA_R_8I, k, &zero, dc, CUDA_R_32I, 1,
                    CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
  CHECK(dc.read()[0] == (k - 1) * 127 * 127 + 1);

  // bfloat16 results are rounded to nearest: 257 becomes 256.
  DeviceArray<__nv_bfloat16> x(std::vector<__nv_bfloat16>{16.0f, 1.0f}), y(1);
  float alpha = 1, beta = 0;
  BLAS(cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, 1, 1, 2, &alpha, x,
                    CUDA_R_16BF, 2, x, CUDA_R_16BF, 2, &beta, y, CUDA_R_16BF, 1,
                    CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
  CHECK(float(y.read()[0]) == 256);

  // Combinations that cuBLAS does not have.
  STATUS(CUBLAS_STATUS_NOT_SUPPORTED,
         cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, 1, 1, 2, &alpha, x,
                      CUDA_R_16BF, 2, x, CUDA_R_16F, 2, &beta, y, CUDA_R_16BF,
                      1, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
  STATUS(CUBLAS_STATUS_NOT_SUPPORTED,
         cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, 1, 1, 2, &alpha, x,
                      CUDA_R_16F, 2, x, CUDA_R_16F, 2, &beta, y, CUDA_R_16F, 1,
                      CUBLAS_COMPUTE_64F, CUBLAS_GEMM_DEFAULT));
  BLAS(cublasDestroy(handle));
  printf("right\n");
}
