# Gives lib/heddle the layout of a CUDA toolkit, which build systems expect in
# CUDA_HOME or CUDA_PATH: bin/nvcc, include and lib64. Other rules install the
# headers.
#
# HEDDLE_TREE is the final path of the tree with bin/heddle; DESTDIR is put in
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
# Makefiles ask this program for the architecture of the machine's GPU.
heddle_write(bin/__nvcc_device_query "#!/bin/sh\necho 80\n")
file(CHMOD ${DESTDIR}${home}/bin/__nvcc_device_query PERMISSIONS
  OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ
  WORLD_EXECUTE)

# A process has one runtime: the static library refers to the shared one too. A
# linker finds the files that a script names in the script's directory, so the tree
# can be moved. The library has no soname, so a program that is linked with its path
# records the path and finds it without an rpath. libomp is for objects whose host
# code uses OpenMP.
set(comment "/* GNU ld script: Heddle's library stands for CUDA's. */")
set(libomp "AS_NEEDED(${HEDDLE_LLVM_DIR}/lib/libomp.so)")
set(runtime "${comment}\nINPUT(libheddle_rt.so ${libomp})\n")
heddle_link(../../libheddle_rt.so lib64/libheddle_rt.so)
heddle_write(lib64/libcudart.so "${runtime}")
heddle_write(lib64/libcudart_static.a "${runtime}")
heddle_link(../../libheddle_rt.so lib64/libcudart.so.12)
# The driver API is in the same library. Programs also load it by its soname.
heddle_link(../../libheddle_rt.so lib64/libcuda.so.1)
heddle_link(libheddle_rt.so ../libcuda.so.1)
heddle_write(lib64/libcuda.so "${runtime}")
heddle_write(lib64/stubs/libcuda.so
  "${comment}\nINPUT(../libheddle_rt.so ${libomp})\n")
# The device runtime is part of libheddle_rt. This is an archive without members.
heddle_write(lib64/libcudadevrt.a "!<arch>\n")

# The other libraries refer to Heddle's by the same means.
foreach(names cublas=cublas cublasLt=cublas curand=curand nvidia-ml=nvml
    nvrtc=nvrtc nvrtc-builtins=nvrtc)
  string(REPLACE "=" ";" names ${names})
  list(GET names 0 name)
  list(GET names 1 ours)
  set(script "${comment}\nINPUT(libheddle_${ours}.so)\n")
  heddle_link(../../libheddle_${ours}.so lib64/libheddle_${ours}.so)
  heddle_write(lib64/lib${name}.so "${script}")
  heddle_write(lib64/lib${name}_static.a "${script}")
  heddle_write(lib64/stubs/lib${name}.so
    "${comment}\nINPUT(../libheddle_${ours}.so)\n")
endforeach()
# Programs load these by their names.
heddle_link(../../libheddle_nvml.so lib64/libnvidia-ml.so.1)
heddle_link(../../libheddle_nvrtc.so lib64/libnvrtc.so.12)
heddle_write(lib64/libculibos.a "!<arch>\n")
# NVTX is in its headers.
heddle_write(lib64/libnvToolsExt.so
  "${comment}\nINPUT(AS_NEEDED(libheddle_rt.so))\n")

heddle_write(version.txt "CUDA Version ${cuda_version}\n")
heddle_write(version.json "{
   \"cuda\" : { \"name\" : \"CUDA SDK\", \"version\" : \"${cuda_version}\" },
   \"cuda_cudart\" : { \"name\" : \"CUDA Runtime (Heddle)\", \"version\" : \"${cuda_version}\" },
   \"cuda_nvcc\" : { \"name\" : \"CUDA NVCC (Heddle)\", \"version\" : \"${cuda_version}\" },
   \"cuda_nvrtc\" : { \"name\" : \"CUDA NVRTC (Heddle)\", \"version\" : \"${cuda_version}\" }
}
")
