# One kernel source, compiled once per instruction set; dispatch.cpp chooses at run time.

target_sources(_native PRIVATE
  mechanics/arguments.cpp
  mechanics/arrays.cpp
  mechanics/bind.cpp
  mechanics/calls.cpp
  mechanics/dispatch.cpp
  mechanics/forward.cpp
  mechanics/inverse.cpp
  mechanics/kinematics.cpp
  mechanics/objects.cpp
  mechanics/rotations.cpp
  mechanics/threads.cpp
)

# Kernels fuse multiplication and addition where the machine can, so levels differ in the last
# digits; FOURBAR_SIMD=generic gives the same bits on every x86-64. No LTO: it could carry code of
# one level into another. psabi: wide vectors are passed to inlined functions only.
function(add_kernels level lanes)
  add_library(kernels_${level} OBJECT mechanics/kernels.cpp)
  target_compile_definitions(kernels_${level} PRIVATE
    FOURBAR_LEVEL=${level} FOURBAR_LANES=${lanes})
  target_compile_options(kernels_${level} PRIVATE
    -Wall -Wextra -Wno-psabi ${kernel_optimisation} -fno-math-errno -fno-trapping-math -ffp-contract=fast ${ARGN})
  set_target_properties(kernels_${level} PROPERTIES
    POSITION_INDEPENDENT_CODE ON
    INTERPROCEDURAL_OPTIMIZATION OFF
    CXX_VISIBILITY_PRESET hidden)
  target_sources(_native PRIVATE $<TARGET_OBJECTS:kernels_${level}>)
endfunction()

add_kernels(generic 2)
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|amd64)$")
  add_kernels(v2 2 -march=x86-64-v2)
  add_kernels(v3 4 -march=x86-64-v3)
  add_kernels(v4 8 -march=x86-64-v4 -mtune=icelake-server -mprefer-vector-width=512)
  set_source_files_properties(mechanics/dispatch.cpp PROPERTIES COMPILE_DEFINITIONS FOURBAR_X86)
endif()

find_package(Threads REQUIRED)
target_link_libraries(_native PRIVATE Threads::Threads)
