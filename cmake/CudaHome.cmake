# Writes what makes lib/heddle a CUDA toolkit in the eyes of build systems: the
# directory that CUDA_HOME or CUDA_PATH names, with bin/nvcc, include and lib64.
# The headers are put there by others.
#
# HEDDLE_TREE is the tree with bin/heddle as it will be known; DESTDIR goes in
# front of it while the files are written.

set(home ${HEDDLE_TREE}/lib/heddle)
set(cuda_version 12.8.0)

function(heddle_write path content)
  file(WRITE ${DESTDIR}${home}/${path} "${content}")
endfunction()
function(heddle_link target path)
  get_filename_component(directory ${DESTDIR}${home}/${path} DIRECTORY)
  file(MAKE_DIRECTORY ${directory})
  file(CREATE_LINK ${target} ${DESTDIR}${home}/${path} SYMBOLIC)
endfunction()

heddle_link(../../../bin/heddle bin/nvcc)

# There is one runtime in a process, whoever linked what: the static library
# leads to the shared one too. It has no soname, so a program that is linked by
# its path has its path, and finds it without an rpath. libomp is for objects
# whose host code uses OpenMP.
set(runtime "/* GNU ld script: Heddle's runtime stands for CUDA's. */
INPUT(${HEDDLE_TREE}/lib/libheddle_rt.so AS_NEEDED(${HEDDLE_LLVM_DIR}/lib/libomp.so))
")
heddle_write(lib64/libcudart.so "${runtime}")
heddle_write(lib64/libcudart_static.a "${runtime}")
heddle_link(../../libheddle_rt.so lib64/libcudart.so.12)
# Many a Makefile links the driver's library without a need. A program that does
# need it is told the names that are missing.
heddle_write(lib64/libcuda.so "${runtime}")
heddle_write(lib64/stubs/libcuda.so "${runtime}")
# The device runtime is part of it. This is an archive without members.
heddle_write(lib64/libcudadevrt.a "!<arch>\n")

heddle_write(version.txt "CUDA Version ${cuda_version}\n")
heddle_write(version.json "{
   \"cuda\" : { \"name\" : \"CUDA SDK\", \"version\" : \"${cuda_version}\" },
   \"cuda_cudart\" : { \"name\" : \"CUDA Runtime (Heddle)\", \"version\" : \"${cuda_version}\" },
   \"cuda_nvcc\" : { \"name\" : \"CUDA NVCC (Heddle)\", \"version\" : \"${cuda_version}\" }
}
")
