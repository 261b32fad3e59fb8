//===- MissingHeaders.cpp - What CUDA's missing headers are ---------------===//
//
// Part of Heddle, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MissingHeaders.h"

#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Lex/LexDiagnostic.h"
#include "llvm/Support/WithColor.h"

using namespace heddle;

namespace {

/// Headers whose names begin with `prefix`. The first match counts.
struct Library {
  llvm::StringLiteral prefix;
  llvm::StringLiteral description;
  /// Where the headers come from, if not from the CUDA toolkit.
  llvm::StringLiteral source = "";
};

constexpr llvm::StringLiteral giveFolder = "give its folder with -I";
constexpr llvm::StringLiteral installCccl =
    "a part of CCCL, which scripts/setup installs";

constexpr Library libraries[] = {
    {"cublasXt", "cuBLASXt (linear algebra on several GPUs)"},
    {"cufftXt", "cuFFT (Fourier transforms)"},
    {"cufftw", "cuFFT with FFTW's interface (Fourier transforms)"},
    {"cufft", "cuFFT (Fourier transforms)"},
    {"cusparse", "cuSPARSE (sparse matrices)"},
    {"cusolver", "cuSOLVER (solvers of linear systems)"},
    {"cutensor", "cuTENSOR (products of tensors)"},
    {"cudss", "cuDSS (sparse solvers)"},
    {"cudnn", "cuDNN (neural networks)"},
    {"NvInfer", "TensorRT (neural networks)"},
    {"npp", "NPP (image processing)"},
    {"nvjpeg", "nvJPEG (JPEG images)"},
    {"nvcomp", "nvCOMP (compression)"},
    {"nvcuvid", "the Video Codec SDK"},
    {"cuviddec", "the Video Codec SDK"},
    {"nvEncodeAPI", "the Video Codec SDK"},
    {"nccl", "NCCL (communication of several GPUs)"},
    {"nvshmem", "NVSHMEM (communication of several GPUs)"},
    {"cufile", "cuFile (GPUDirect Storage)"},
    {"optix", "OptiX (ray tracing)"},
    {"nvPTXCompiler", "the PTX compiler's library"},
    {"nvJitLink", "nvJitLink (linking at run time)"},
    {"nvFatbin", "nvFatbin (GPU code in files)"},
    {"nvvm", "libNVVM (compilation of NVVM IR)"},
    {"cupti", "CUPTI (profiling)"},
    {"nvtx3/nvtx3.hpp", "NVTX's interface for C++ (ranges for profilers)"},
    {"cudaGL", "the driver API for OpenGL"},
    {"cudaEGL", "the driver API for EGL"},
    {"cuda_egl_interop", "the interface to EGL"},
    {"cudaVDPAU", "the driver API for VDPAU"},
    {"cuda_vdpau_interop", "the interface to VDPAU"},
    {"cuda_d3d", "the interface to Direct3D"},
    {"cudaD3D", "the driver API for Direct3D"},
    {"nvsci", "NvSci"},
    {"cudaProfiler", "the driver API's profiler"},
    {"thrust/", "Thrust", installCccl},
    {"cub/", "CUB", installCccl},
    {"cuda/", "libcu++", installCccl},
    {"nv/target", "libcu++", installCccl},
    {"cutlass/", "CUTLASS, a project of its own", giveFolder},
    {"cute/", "CuTe, a part of the project CUTLASS", giveFolder},
    {"helper_", "NVIDIA's CUDA samples (folder Common)", giveFolder},
    {"nvrtc_helper", "NVIDIA's CUDA samples (folder Common)", giveFolder},
};

const Library *findLibrary(llvm::StringRef header) {
  for (const Library &library : libraries)
    if (header.starts_with(library.prefix))
      return &library;
  return nullptr;
}

class Printer : public clang::TextDiagnosticPrinter {
public:
  Printer(llvm::raw_ostream &out, clang::DiagnosticOptions &options)
      : TextDiagnosticPrinter(out, options), out(out),
        colors(options.ShowColors) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level,
                        const clang::Diagnostic &info) override {
    TextDiagnosticPrinter::HandleDiagnostic(level, info);
    if (info.getID() != clang::diag::err_pp_file_not_found ||
        info.getArgKind(0) != clang::DiagnosticsEngine::ak_std_string)
      return;
    llvm::StringRef header = info.getArgStdStr(0);
    const Library *library = findLibrary(header);
    if (!library)
      return;
    llvm::WithColor::note(out, "heddle", /*DisableColors=*/!colors)
        << "'" << header << "' is a header of " << library->description;
    if (library->source.empty())
      out << ", which Heddle does not have: see \"Missing\" in "
             "docs/cuda-support.md\n";
    else
      out << ": " << library->source << "\n";
  }

private:
  llvm::raw_ostream &out;
  const bool colors;
};

} // namespace

std::unique_ptr<clang::DiagnosticConsumer>
heddle::explainMissingHeaders(llvm::raw_ostream &out,
                              clang::DiagnosticOptions &options) {
  return std::make_unique<Printer>(out, options);
}
