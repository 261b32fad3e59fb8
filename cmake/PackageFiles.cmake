# Adds to the Debian package what is outside of /usr/lib/heddle: the commands in
# /usr/bin, documentation, examples and licences. CPack runs it with DESTDIR, before
# it installs the tree.

set(root $ENV{DESTDIR})
set(source ${CPACK_HEDDLE_SOURCE_DIR})
set(doc ${root}/usr/share/doc/heddle)

# A link finds the tree that it points into.
file(MAKE_DIRECTORY ${root}/usr/bin ${root}/usr/lib/heddle)
foreach(command heddle heddle-opt)
  file(CREATE_LINK ../lib/heddle/bin/${command} ${root}/usr/bin/${command} SYMBOLIC)
endforeach()
# The CUDA_HOME, by a shorter name.
file(CREATE_LINK lib/heddle ${root}/usr/lib/heddle/cuda SYMBOLIC)

file(COPY ${source}/README.md ${source}/docs ${source}/examples
  DESTINATION ${doc} NO_SOURCE_PERMISSIONS)

# The licences of OpenBLAS, which is part of libheddle_cublas, and of MTGP32's
# parameters, in libheddle_rt, want to be with the binaries; that of Boost.Context, in libheddle_rt, does not. CCCL's lies beside its
# headers.
file(READ ${source}/LICENSE licence)
set(mtgp32 "")
if(EXISTS ${CPACK_HEDDLE_MTGP32_PARAMETERS})
  get_filename_component(mtgp32_licence ${CPACK_HEDDLE_MTGP32_PARAMETERS} DIRECTORY)
  string(APPEND mtgp32_licence /copyright)
  if(NOT EXISTS ${mtgp32_licence})
    message(FATAL_ERROR "the licence of ${CPACK_HEDDLE_MTGP32_PARAMETERS} is not in "
      "'${mtgp32_licence}': without it the package may not be passed on")
  endif()
  configure_file(${mtgp32_licence} ${doc}/copyright.mtgp32 COPYONLY)
  set(mtgp32 "libheddle_rt contains parameters of MTGP32; their licence is in copyright.mtgp32.
")
endif()
file(WRITE ${doc}/copyright "Heddle is under the Apache License v2.0 with LLVM Exceptions, which is below.

libheddle_cublas contains OpenBLAS; its licence is in copyright.openblas.
${mtgp32}libheddle_rt contains Boost.Context, under the Boost Software License 1.0.
/usr/lib/heddle/lib/heddle/cccl has the headers of CCCL (Thrust, CUB, libcu++);
their licence is in LICENSE there.

${licence}")
file(REAL_PATH ${CPACK_HEDDLE_OPENBLAS} openblas)
execute_process(COMMAND dpkg-query -S ${openblas}
  OUTPUT_VARIABLE package ERROR_QUIET)
string(REGEX REPLACE "[:,].*" "" package "${package}")
set(openblas_licence /usr/share/doc/${package}/copyright)
if(NOT package OR NOT EXISTS ${openblas_licence})
  message(FATAL_ERROR "the licence of ${openblas} is not in '${openblas_licence}': "
    "without it the package may not be passed on")
endif()
file(READ ${openblas_licence} licence)
file(WRITE ${doc}/copyright.openblas "${licence}")
