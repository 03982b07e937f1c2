# Loop closure: the kernels once per instruction set, as in mechanics.cmake.

target_sources(_native PRIVATE
  loops/bind.cpp
  loops/calls.cpp
  loops/dense.cpp
  loops/dispatch.cpp
  loops/follow.cpp
  loops/motion.cpp
  loops/objects.cpp
  loops/search.cpp
  loops/solve.cpp
  loops/trace.cpp
)

function(add_loop_kernels level lanes)
  add_library(loop_kernels_${level} OBJECT loops/kernels.cpp)
  # The level is also a namespace: a name of its own keeps the linker from mixing these objects'
  # inline functions with those of the mechanics kernels.
  target_compile_definitions(loop_kernels_${level} PRIVATE
    FOURBAR_LEVEL=loops_${level} FOURBAR_LEVEL_NAME="${level}" FOURBAR_LANES=${lanes})
  target_compile_options(loop_kernels_${level} PRIVATE
    -Wall -Wextra -Wno-psabi ${kernel_optimisation} -fno-math-errno -fno-trapping-math
    -ffp-contract=fast ${ARGN})
  set_target_properties(loop_kernels_${level} PROPERTIES
    POSITION_INDEPENDENT_CODE ON
    INTERPROCEDURAL_OPTIMIZATION OFF
    CXX_VISIBILITY_PRESET hidden)
  target_sources(_native PRIVATE $<TARGET_OBJECTS:loop_kernels_${level}>)
endfunction()

add_loop_kernels(generic 2)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  add_loop_kernels(v2 2 -march=x86-64-v2)
  add_loop_kernels(v3 4 -march=x86-64-v3)
  add_loop_kernels(v4 8 -march=x86-64-v4 -mprefer-vector-width=512)
  set_source_files_properties(loops/dispatch.cpp PROPERTIES COMPILE_DEFINITIONS FOURBAR_X86)
endif()
