# `make package`: a Debian package, by CPack. Like LLVM, Heddle has a tree of its
# own, /usr/lib/heddle: its libraries have no soname, and its libcuda.so.1 must not
# be that of all programs. PackageFiles.cmake adds what is outside of the tree.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME heddle)
set(CPACK_PACKAGE_VENDOR "The Heddle developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "compiler of CUDA C++ for CPUs")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Heddle compiles unmodified CUDA C++ to native programs for the CPU. It needs
neither a GPU nor NVIDIA's toolkit, and takes the command line of nvcc.

The package has the compiler, the headers and the libraries (the runtime,
cuBLAS, cuRAND, NVML), and Thrust, CUB and libcu++. The folder
/usr/lib/heddle/cuda has the layout of a CUDA toolkit.")
set(CPACK_PACKAGE_CHECKSUM SHA256)
set(CPACK_STRIP_FILES ON)

# Files record where they will be, so they are installed with DESTDIR.
set(CPACK_SET_DESTDIR ON)
set(CPACK_INSTALL_PREFIX /usr/lib/heddle)
set(CPACK_INSTALL_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/PackageFiles.cmake)
set(CPACK_HEDDLE_SOURCE_DIR ${PROJECT_SOURCE_DIR})
set(CPACK_HEDDLE_OPENBLAS ${HEDDLE_OPENBLAS})
set(CPACK_HEDDLE_MTGP32_PARAMETERS ${HEDDLE_MTGP32_PARAMETERS})

set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "The Heddle developers <heddle@example.org>"
  CACHE STRING "the maintainer of the Debian package")
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
# The shared libraries that the files need, among them LLVM's, MLIR's and Clang's:
# dpkg-shlibdeps finds their packages.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${PROJECT_BINARY_DIR}/lib)
# It may miss libLLVM, of which it finds a link that llvm-22-dev owns.
# And what compiling a program needs: the headers of Clang and the host's C++
# library (dependencies of clang-22), the linker, and OpenMP.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-22, libllvm22, lld-22, libomp-22-dev")
# For -fsanitize= and its reports.
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libclang-rt-22-dev, llvm-22")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "cmake, g++, gdb")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

include(CPack)
