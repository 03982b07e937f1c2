# Kernel sources, compiled once per instruction set; the dispatch.cpp beside them chooses at run time.

target_sources(_native PRIVATE kernels/tree/dispatch.cpp kernels/loops/dispatch.cpp
  kernels/dynamics/dispatch.cpp)

# Kernels fuse multiplication and addition where the machine can, so levels differ in the last
# digits; FOURBAR_SIMD=generic gives the same bits on every x86-64. No LTO: it could carry code of
# one level into another. psabi: wide vectors are passed to inlined functions only.
function(add_kernels folder level lanes)
  set(target ${folder}_kernels_${level})
  add_library(${target} OBJECT kernels/${folder}/kernels.cpp)
  target_include_directories(${target} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_compile_definitions(${target} PRIVATE
    FOURBAR_LEVEL=${folder}_${level} FOURBAR_LEVEL_NAME="${level}" FOURBAR_LANES=${lanes}
    $<$<BOOL:${FOURBAR_PORTABLE_LANES}>:FOURBAR_PORTABLE_LANES>)
  compile_with(${target}
    -Wall -Wextra -Wno-psabi ${kernel_optimisation} -fno-math-errno -fno-trapping-math
    -ffp-contract=fast ${ARGN})
  set_target_properties(${target} PROPERTIES
    POSITION_INDEPENDENT_CODE ON
    INTERPROCEDURAL_OPTIMIZATION OFF
    CXX_VISIBILITY_PRESET hidden)
  target_sources(_native PRIVATE $<TARGET_OBJECTS:${target}>)
endfunction()

# Compiling kernels takes most of a build's time: FOURBAR_LEVELS=generic leaves out all but one.
set(FOURBAR_LEVELS "all" CACHE STRING "Instruction sets to compile kernels for: all or generic")

# The level is also a namespace; the folder in its name keeps the linker from mixing the inline
# functions of the folders' objects.
foreach(folder IN ITEMS tree loops dynamics)
  add_kernels(${folder} generic 2)
  if(FOURBAR_LEVELS STREQUAL "all" AND NOT FOURBAR_PORTABLE_LANES
     AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
    set(tuning -mprefer-vector-width=512)
    if(folder STREQUAL "tree")
      list(APPEND tuning -mtune=icelake-server)
    endif()
    add_kernels(${folder} v2 2 -march=x86-64-v2)
    add_kernels(${folder} v3 4 -march=x86-64-v3)
    add_kernels(${folder} v4 8 -march=x86-64-v4 ${tuning})
    set_source_files_properties(kernels/${folder}/dispatch.cpp PROPERTIES
      COMPILE_DEFINITIONS FOURBAR_X86)
  endif()
endforeach()
