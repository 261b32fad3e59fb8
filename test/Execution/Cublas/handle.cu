// RUN: %check-execution %s -lcublas
// The handle's settings, copies, statuses of wrong arguments, and calls that
// are captured into a graph.
#include "blas.h"
#include <cstring>

static void settings(cublasHandle_t handle) {
  cudaStream_t stream, got;
  CUDA(cudaStreamCreate(&stream));
  BLAS(cublasSetStream(handle, stream));
  BLAS(cublasGetStream(handle, &got));
  CHECK(got == stream);
  BLAS(cublasSetStream(handle, nullptr));
  CUDA(cudaStreamDestroy(stream));
  cublasMath_t math;
  BLAS(cublasSetMathMode(handle, CUBLAS_TF32_TENSOR_OP_MATH));
  BLAS(cublasGetMathMode(handle, &math));
  CHECK(math == CUBLAS_TF32_TENSOR_OP_MATH);
  cublasAtomicsMode_t atomics;
  BLAS(cublasSetAtomicsMode(handle, CUBLAS_ATOMICS_ALLOWED));
  BLAS(cublasGetAtomicsMode(handle, &atomics));
  CHECK(atomics == CUBLAS_ATOMICS_ALLOWED);
  cublasPointerMode_t pointers;
  BLAS(cublasGetPointerMode(handle, &pointers));
  CHECK(pointers == CUBLAS_POINTER_MODE_HOST);
  int version, major;
  BLAS(cublasGetVersion(handle, &version));
  BLAS(cublasGetProperty(MAJOR_VERSION, &major));
  CHECK(version == CUBLAS_VERSION && major == CUBLAS_VER_MAJOR);
  CHECK(!strcmp(cublasGetStatusName(CUBLAS_STATUS_NOT_SUPPORTED),
                "CUBLAS_STATUS_NOT_SUPPORTED"));
  CHECK(strlen(cublasGetStatusString(CUBLAS_STATUS_ALLOC_FAILED)) > 0);
}

static void copies() {
  // Every second element to every third one, and back.
  std::vector<double> x = {1, 0, 2, 0, 3, 0}, back(6);
  DeviceArray<double> y(9);
  BLAS(cublasSetVector(3, sizeof(double), x.data(), 2, y, 3));
  CHECK((y.read() == std::vector<double>{1, 0, 0, 2, 0, 0, 3, 0, 0}));
  BLAS(cublasGetVector(3, sizeof(double), y, 3, back.data(), 2));
  CHECK(back == x);
  std::vector<float> a = {1, 2, 9, 3, 4, 9}, b(4);
  DeviceArray<float> d(4);
  BLAS(cublasSetMatrix(2, 2, sizeof(float), a.data(), 3, d, 2));
  CHECK((d.read() == std::vector<float>{1, 2, 3, 4}));
  BLAS(cublasGetMatrixAsync(2, 2, sizeof(float), d, 2, b.data(), 2, nullptr));
  CHECK((b == std::vector<float>{1, 2, 3, 4}));
  STATUS(CUBLAS_STATUS_INVALID_VALUE,
         cublasSetVector(3, sizeof(double), x.data(), 0, y, 1));
  STATUS(CUBLAS_STATUS_INVALID_VALUE,
         cublasSetMatrix(2, 2, sizeof(float), a.data(), 1, d, 2));
}

static void wrongArguments(cublasHandle_t handle) {
  DeviceArray<float> x(16);
  float one = 1, result;
  auto gemm = [&](cublasHandle_t h, cublasOperation_t op, int m, int lda,
                  const float *alpha) {
    return cublasSgemm(h, op, CUBLAS_OP_N, m, 2, 2, alpha, x, lda, x, 2, &one,
                       x, 2);
  };
  STATUS(CUBLAS_STATUS_NOT_INITIALIZED, gemm(nullptr, CUBLAS_OP_N, 2, 2, &one));
  STATUS(CUBLAS_STATUS_INVALID_VALUE, gemm(handle, CUBLAS_OP_N, -1, 2, &one));
  STATUS(CUBLAS_STATUS_INVALID_VALUE, gemm(handle, CUBLAS_OP_N, 2, 1, &one));
  STATUS(CUBLAS_STATUS_INVALID_VALUE, gemm(handle, CUBLAS_OP_N, 2, 2, nullptr));
  STATUS(CUBLAS_STATUS_INVALID_VALUE,
         gemm(handle, cublasOperation_t(7), 2, 2, &one));
  BLAS(gemm(handle, CUBLAS_OP_N, 0, 1, &one));
  STATUS(CUBLAS_STATUS_NOT_INITIALIZED,
         cublasSdot(nullptr, 1, x, 1, x, 1, &result));
  STATUS(CUBLAS_STATUS_INVALID_VALUE,
         cublasSgemv(handle, CUBLAS_OP_N, 2, 2, &one, x, 2, x, 0, &one, x, 1));
  STATUS(CUBLAS_STATUS_INVALID_VALUE,
         cublasStrsv(handle, cublasFillMode_t(5), CUBLAS_OP_N, CUBLAS_DIAG_UNIT,
                     2, x, 2, x, 1));
  STATUS(CUBLAS_STATUS_INVALID_VALUE,
         cublasSsyrk(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, 2, -1, &one,
                     x, 2, &one, x, 2));
  STATUS(CUBLAS_STATUS_INVALID_VALUE,
         cublasStrsm(handle, cublasSideMode_t(2), CUBLAS_FILL_MODE_LOWER,
                     CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 2, 2, &one, x, 2, x, 2));
  STATUS(CUBLAS_STATUS_INVALID_VALUE,
         cublasSgeam(handle, CUBLAS_OP_T, CUBLAS_OP_N, 2, 2, &one, x, 2, &one,
                     x, 2, x, 2));
  // A complex matrix is not transposed without conjugation for a Hermitian
  // result, nor conjugated for a symmetric one.
  auto *z = reinterpret_cast<cuComplex *>(x.data());
  cuComplex unit = {1, 0};
  STATUS(CUBLAS_STATUS_INVALID_VALUE,
         cublasCherk(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_T, 2, 2, &one, z,
                     2, &one, z, 2));
  STATUS(CUBLAS_STATUS_INVALID_VALUE,
         cublasCsyrk(handle, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_C, 2, 2, &unit,
                     z, 2, &unit, z, 2));
  STATUS(CUBLAS_STATUS_INVALID_VALUE,
         cublasSetPointerMode(handle, cublasPointerMode_t(2)));
  STATUS(CUBLAS_STATUS_NOT_INITIALIZED, cublasDestroy(nullptr));
  STATUS(CUBLAS_STATUS_INVALID_VALUE, cublasCreate(nullptr));
}

static void captured(cublasHandle_t handle) {
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  CUDA(cudaStreamCreate(&stream));
  BLAS(cublasSetStream(handle, stream));
  DeviceArray<float> x(std::vector<float>{1, 2}), y(std::vector<float>{10, 20});
  CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  {
    float alpha = 3; // gone when the graph runs
    BLAS(cublasSaxpy(handle, 2, &alpha, x, 1, y, 1));
    float result;
    STATUS(CUBLAS_STATUS_NOT_SUPPORTED, cublasSasum(handle, 2, x, 1, &result));
  }
  CUDA(cudaStreamEndCapture(stream, &graph));
  CHECK((y.read() == std::vector<float>{10, 20}));
  CUDA(cudaGraphInstantiate(&executable, graph, 0));
  CUDA(cudaGraphDestroy(graph));
  CUDA(cudaGraphLaunch(executable, stream));
  CUDA(cudaGraphLaunch(executable, stream));
  CUDA(cudaStreamSynchronize(stream));
  CHECK((y.read() == std::vector<float>{16, 32}));
  CUDA(cudaGraphExecDestroy(executable));
  BLAS(cublasSetStream(handle, nullptr));
  CUDA(cudaStreamDestroy(stream));
}

int main() {
  cublasHandle_t handle;
  BLAS(cublasCreate(&handle));
  settings(handle);
  copies();
  wrongArguments(handle);
  captured(handle);
  BLAS(cublasDestroy(handle));
  printf("right\n");
}
