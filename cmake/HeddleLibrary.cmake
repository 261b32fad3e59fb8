# Every part of the compiler is a static library, compiled with LLVM's settings:
# its headers, RTTI as in LLVM's build, no exceptions.

add_library(heddle_compile_flags INTERFACE)
target_include_directories(heddle_compile_flags INTERFACE
  ${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include)
target_include_directories(heddle_compile_flags SYSTEM INTERFACE
  ${LLVM_INCLUDE_DIRS} ${MLIR_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
target_compile_options(heddle_compile_flags INTERFACE
  -Wall -Wextra -Wno-unused-parameter -fno-exceptions)
separate_arguments(llvm_definitions NATIVE_COMMAND "${LLVM_DEFINITIONS}")
target_compile_definitions(heddle_compile_flags INTERFACE ${llvm_definitions})

# MLIR's headers dominate compile time, so the parts that work on MLIR share a
# precompiled header of those that nearly all files include.
add_library(heddle_mlir_pch OBJECT ${PROJECT_SOURCE_DIR}/cmake/MLIRHeaders.cpp)
target_link_libraries(heddle_mlir_pch PUBLIC heddle_compile_flags)
target_precompile_headers(heddle_mlir_pch PRIVATE
  ${PROJECT_SOURCE_DIR}/cmake/MLIRHeaders.h)
# ccache can only use a precompiled header without a time stamp.
target_compile_options(heddle_compile_flags INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>)

# heddle_library(Name SOURCES... [PCH] [LINK libs...] [DEPENDS targets...])
function(heddle_library name)
  cmake_parse_arguments(ARG "PCH" "" "LINK;DEPENDS" ${ARGN})
  add_library(${name} STATIC ${ARG_UNPARSED_ARGUMENTS})
  target_link_libraries(${name} PUBLIC heddle_compile_flags ${ARG_LINK})
  if(ARG_PCH)
    target_precompile_headers(${name} REUSE_FROM heddle_mlir_pch)
  endif()
  if(ARG_DEPENDS)
    add_dependencies(${name} ${ARG_DEPENDS})
  endif()
endfunction()
