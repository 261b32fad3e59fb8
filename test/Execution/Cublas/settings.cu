// RUN: %heddle -O1 %s -o %t -lcublas && %t
// Settings are kept and read back; copies that do not wait, and functions with
// types as arguments, give what the others give; wrong arguments their status.
#include "blas.h"
#include <algorithm>
#include <cublasLt.h>
#include <functional>

constexpr int n = 6;

static void settings(cublasHandle_t handle) {
  int count = 0;
  BLAS(cublasSetSmCountTarget(handle, 3));
  BLAS(cublasGetSmCountTarget(handle, &count));
  CHECK(count == 3);
  STATUS(CUBLAS_STATUS_INVALID_VALUE, cublasSetSmCountTarget(handle, -1));
  STATUS(CUBLAS_STATUS_NOT_INITIALIZED, cublasSetSmCountTarget(nullptr, 1));
  STATUS(CUBLAS_STATUS_INVALID_VALUE, cublasGetSmCountTarget(handle, nullptr));

  DeviceArray<char> workspace(1024);
  BLAS(cublasSetWorkspace(handle, workspace.data(), 1024));
  STATUS(CUBLAS_STATUS_INVALID_VALUE,
         cublasSetWorkspace(handle, workspace.data() + 1, 512));
  STATUS(CUBLAS_STATUS_NOT_INITIALIZED,
         cublasSetWorkspace(nullptr, workspace.data(), 1024));

  cublasLogCallback none = nullptr, callback = [](const char *) {};
  BLAS(cublasLoggerConfigure(1, 0, 0, nullptr));
  BLAS(cublasSetLoggerCallback(callback));
  BLAS(cublasGetLoggerCallback(&none));
  CHECK(none == callback);
  STATUS(CUBLAS_STATUS_INVALID_VALUE, cublasGetLoggerCallback(nullptr));

  cublasComputeType_t type;
  BLAS(cublasMigrateComputeType(handle, CUDA_R_64F, &type));
  CHECK(type == CUBLAS_COMPUTE_64F);
}

static void copies() {
  auto values = someNumbers<float>(n * n);
  std::vector<float> back(n * n);
  DeviceArray<float> array(n * n);
  cudaStream_t stream;
  CUDA(cudaStreamCreate(&stream));
  BLAS(cublasSetVectorAsync(n, 4, values.data(), 1, array.data(), 2, stream));
  BLAS(cublasGetVectorAsync(n, 4, array.data(), 2, back.data(), 3, stream));
  CUDA(cudaStreamSynchronize(stream));
  for (int i = 0; i < n; ++i)
    CHECK(back[3 * i] == values[i]);
  BLAS(
      cublasSetMatrixAsync(n, n, 4, values.data(), n, array.data(), n, stream));
  CUDA(cudaStreamSynchronize(stream));
  SAME(array, values);
  BLAS(cublasGetMatrix(n - 1, 2, 4, array.data(), n, back.data(), n - 1));
  for (int j = 0; j < 2; ++j)
    for (int i = 0; i < n - 1; ++i)
      CHECK(back[i + j * (n - 1)] == values[i + j * n]);
  STATUS(CUBLAS_STATUS_INVALID_VALUE,
         cublasSetVectorAsync(n, 0, values.data(), 1, array.data(), 1, stream));
  STATUS(CUBLAS_STATUS_INVALID_VALUE,
         cublasGetVectorAsync(n, 4, array.data(), 0, back.data(), 1, stream));
  STATUS(CUBLAS_STATUS_INVALID_VALUE,
         cublasSetMatrixAsync(n, n, 4, values.data(), n - 1, array.data(), n,
                              stream));
  STATUS(CUBLAS_STATUS_INVALID_VALUE,
         cublasGetMatrix(n, n, 0, array.data(), n, back.data(), n));
  CUDA(cudaStreamDestroy(stream));
}

template <typename T, typename Find>
static void extreme(cublasHandle_t handle, Find largest, Find smallest) {
  auto x = someNumbers<T>(50, 4);
  x[30] = makeNumber<T>(-9, 1);
  x[40] = makeNumber<T>(9, 1);
  for (T &value : x)
    if (value == T())
      value = makeNumber<T>(1, 1);
  x[20] = T();
  DeviceArray<T> array(x);
  int index = 0;
  BLAS(largest(handle, 50, cuda(array.data()), 1, &index));
  CHECK(index == 31);
  BLAS(smallest(handle, 25, cuda(array.data()), 2, &index));
  CHECK(index == 11);
  BLAS(largest(handle, 0, cuda(array.data()), 1, &index));
  CHECK(index == 0);
  STATUS(CUBLAS_STATUS_NOT_INITIALIZED,
         largest(nullptr, 1, cuda(array.data()), 1, &index));
  STATUS(CUBLAS_STATUS_INVALID_VALUE,
         smallest(handle, 1, cuda(array.data()), 1, nullptr));
}

template <typename T, typename Gemm>
static void gemmEx(cublasHandle_t handle, Gemm gemm, cudaDataType type) {
  auto a = someNumbers<T>(n * n), b = someNumbers<T>(n * n, 2);
  T one = makeNumber<T>(1, 0), zero{};
  DeviceArray<T> da(a), db(b), dc(n * n);
  BLAS(gemm(handle, CUBLAS_OP_N, CUBLAS_OP_C, n, n, n, cuda(&one), da.data(),
            type, n, db.data(), type, n, cuda(&zero), dc.data(), type, n));
  std::vector<T> want(n * n);
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k)
        want[i + j * n] += a[i + k * n] * conj(b[j + k * n]);
  SAME(dc, want);
  STATUS(CUBLAS_STATUS_INVALID_VALUE,
         gemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, cuda(&one), da.data(),
              type, n - 1, db.data(), type, n, cuda(&zero), dc.data(), type,
              n));
}

static void dotEx(cublasHandle_t handle) {
  using C = std::complex<float>;
  auto x = someNumbers<C>(n), y = someNumbers<C>(n, 2);
  DeviceArray<C> dx(x), dy(y);
  C want, got;
  for (int i = 0; i < n; ++i)
    want += std::conj(x[i]) * y[i];
  BLAS(cublasDotcEx(handle, n, dx.data(), CUDA_C_32F, 1, dy.data(), CUDA_C_32F,
                    1, &got, CUDA_C_32F, CUDA_C_32F));
  CHECK(got == want);
  STATUS(CUBLAS_STATUS_NOT_SUPPORTED,
         cublasDotcEx(handle, n, dx.data(), CUDA_C_32F, 1, dy.data(),
                      CUDA_C_64F, 1, &got, CUDA_C_32F, CUDA_C_32F));
}

/// A vector of a type: the functions of cublas_v2.h that take types give what
/// plain loops give.
template <typename T>
static void vectors(cublasHandle_t handle, cudaDataType type, cudaDataType real,
                    cudaDataType execution) {
  auto x = someNumbers<T>(n), y = someNumbers<T>(n, 2);
  x[3] = makeNumber<T>(-9, 2);
  x[4] = T();
  for (T &value : {std::ref(x[0]), std::ref(x[1]), std::ref(x[2])})
    if (value == T())
      value = makeNumber<T>(1, 0);
  DeviceArray<T> dx(x), dy(y);
  int index = 0;
  BLAS(cublasIamaxEx(handle, n, dx.data(), type, 1, &index));
  CHECK(index == 4);
  BLAS(cublasIaminEx(handle, 5, dx.data(), type, 1, &index));
  CHECK(index == 5);
  Real<T> sum{}, want{};
  for (T value : x)
    want += std::abs(std::real(value)) + std::abs(std::imag(value));
  BLAS(cublasAsumEx(handle, n, dx.data(), type, 1, &sum, real, execution));
  CHECK(sum == want);
  BLAS(cublasSwapEx(handle, n, dx.data(), type, 1, dy.data(), type, 1));
  SAME(dx, y);
  SAME(dy, x);
  Real<T> c = 2, s = 3;
  BLAS(cublasRotEx(handle, n, dx.data(), type, 1, dy.data(), type, 1, &c, &s,
                   real, execution));
  auto wantX = x, wantY = y;
  for (int i = 0; i < n; ++i) {
    wantX[i] = c * y[i] + s * x[i];
    wantY[i] = c * x[i] - s * y[i];
  }
  SAME(dx, wantX);
  SAME(dy, wantY);
  BLAS(cublasCopyEx(handle, n, dx.data(), type, -1, dy.data(), type, 1));
  std::reverse(wantX.begin(), wantX.end());
  SAME(dy, wantX);

  cudaDataType other = CUDA_R_8I;
  STATUS(CUBLAS_STATUS_NOT_SUPPORTED,
         cublasCopyEx(handle, n, dx.data(), other, 1, dy.data(), type, 1));
  STATUS(CUBLAS_STATUS_NOT_SUPPORTED,
         cublasSwapEx(handle, n, dx.data(), type, 1, dy.data(), other, 1));
  STATUS(CUBLAS_STATUS_NOT_SUPPORTED,
         cublasAsumEx(handle, n, dx.data(), type, 1, &sum, other, execution));
  STATUS(CUBLAS_STATUS_NOT_SUPPORTED,
         cublasRotEx(handle, n, dx.data(), type, 1, dy.data(), type, 1, &c, &s,
                     other, execution));
  STATUS(CUBLAS_STATUS_NOT_INITIALIZED,
         cublasIamaxEx(nullptr, n, dx.data(), type, 1, &index));
  STATUS(CUBLAS_STATUS_INVALID_VALUE,
         cublasIaminEx(handle, n, dx.data(), type, 1, nullptr));
}

template <typename Get, typename Object, typename Attribute, typename T>
static void expectAttribute(Get get, Object object, Attribute attribute,
                            T want) {
  T got{};
  size_t written = 0;
  BLAS(get(object, attribute, &got, sizeof(T), &written));
  CHECK(got == want && written == sizeof(T));
  STATUS(CUBLAS_STATUS_INVALID_VALUE,
         get(object, attribute, &got, 1, &written));
  BLAS(get(object, attribute, nullptr, 0, &written));
  CHECK(written == sizeof(T));
}

static void descriptors() {
  cublasLtMatmulDescOpaque_t product;
  cublasLtMatrixLayoutOpaque_t layout;
  cublasLtMatmulPreferenceOpaque_t preference;
  BLAS(cublasLtMatmulDescInit(&product, CUBLAS_COMPUTE_64F, CUDA_R_64F));
  expectAttribute(cublasLtMatmulDescGetAttribute, &product,
                  CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, CUBLAS_COMPUTE_64F);
  BLAS(cublasLtMatrixLayoutInit(&layout, CUDA_R_32F, 7, 5, 9));
  expectAttribute(cublasLtMatrixLayoutGetAttribute, &layout,
                  CUBLASLT_MATRIX_LAYOUT_ROWS, uint64_t(7));
  expectAttribute(cublasLtMatrixLayoutGetAttribute, &layout,
                  CUBLASLT_MATRIX_LAYOUT_LD, int64_t(9));
  BLAS(cublasLtMatmulPreferenceInit(&preference));
  uint64_t bytes = 12345;
  BLAS(cublasLtMatmulPreferenceSetAttribute(
      &preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &bytes,
      sizeof(bytes)));
  expectAttribute(cublasLtMatmulPreferenceGetAttribute, &preference,
                  CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, bytes);
  STATUS(CUBLAS_STATUS_INVALID_VALUE,
         cublasLtMatmulDescInit(nullptr, CUBLAS_COMPUTE_32F, CUDA_R_32F));
  STATUS(CUBLAS_STATUS_INVALID_VALUE,
         cublasLtMatrixLayoutInit(nullptr, CUDA_R_32F, 1, 1, 1));
  STATUS(CUBLAS_STATUS_INVALID_VALUE, cublasLtMatmulPreferenceInit(nullptr));
}

int main() {
  cublasHandle_t handle;
  BLAS(cublasCreate(&handle));
  settings(handle);
  copies();
  extreme<float>(handle, cublasIsamax, cublasIsamin);
  extreme<double>(handle, cublasIdamax, cublasIdamin);
  extreme<std::complex<float>>(handle, cublasIcamax, cublasIcamin);
  extreme<std::complex<double>>(handle, cublasIzamax, cublasIzamin);
  gemmEx<float>(handle, cublasSgemmEx, CUDA_R_32F);
  gemmEx<std::complex<float>>(handle, cublasCgemmEx, CUDA_C_32F);
  dotEx(handle);
  vectors<float>(handle, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F);
  vectors<double>(handle, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F);
  vectors<std::complex<float>>(handle, CUDA_C_32F, CUDA_R_32F, CUDA_C_32F);
  vectors<std::complex<double>>(handle, CUDA_C_64F, CUDA_R_64F, CUDA_C_64F);
  descriptors();
  BLAS(cublasDestroy(handle));
  printf("right\n");
}
