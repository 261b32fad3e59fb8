"""Compiles a kernel with the NVRTC that the argument names."""

import ctypes
import sys

nvrtc = ctypes.CDLL(sys.argv[1])
major, minor = ctypes.c_int(), ctypes.c_int()
nvrtc.nvrtcVersion(ctypes.byref(major), ctypes.byref(minor))
program = ctypes.c_void_p()
source = b'extern "C" __global__ void kernel(int *x) { *x = 1; }'
nvrtc.nvrtcCreateProgram(ctypes.byref(program), source, None, 0, None, None)
assert nvrtc.nvrtcCompileProgram(program, 0, None) == 0
size = ctypes.c_size_t()
nvrtc.nvrtcGetCUBINSize(program, ctypes.byref(size))
assert size.value > 0
print(f"compiled {major.value}.{minor.value}")
