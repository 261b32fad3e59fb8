"""Writes a folder of headers like those of another CUDA toolkit, and programs.

    make-toolkit.py FOLDER

Headers that Heddle has are errors there.
"""

import pathlib
import sys

folder = pathlib.Path(sys.argv[1])
for name in ("cuda_runtime_api.h", "cuda_runtime.h", "cuda_fp16.h", "cuda.h", "vector_types.h",
             "cooperative_groups.h", "crt/host_defines.h", "thrust/version.h", "cufft.h", "cudaGL.h",
             "nccl.h"):
    (folder / name).write_text(f'#error "{name} of another toolkit"\n')
(folder / "other.h").write_text(
    '#include "cuda_runtime.h"\n#include "vector_types.h"\n#include "crt/host_defines.h"\n'
    "inline int other() { return 42; }\n")
(folder.parent / "program.cu").write_text("""
#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include "cooperative_groups.h"
#include "cuda.h"
#ifdef WITH_OTHER
#include <other.h>
int value = other();
#endif
#ifdef WITH_LIBRARY
#include <cufft.h>
#endif
#ifdef WITH_NCCL
#include <nccl.h>
#endif
#ifdef WITH_GRAPHICS
#include <cudaGL.h>
#endif
__global__ void kernel(__half *x) { *x = __float2half(1.0f); }
""")
(folder.parent / "host.cpp").write_text("#include <cuda_runtime.h>\nint main() { return cudaDeviceSynchronize(); }\n")
