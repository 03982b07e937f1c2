// Several doubles per register: a Lane holds one number of each of several configurations.
//
// What kernels may do with registers is what both headers below have: arithmetic, comparisons, which give
// bits for choose(), [], shuffle<...>(), load(), store() and spread().
#pragma once

#include "compiler.hpp"

#if FOURBAR_VECTOR_EXTENSIONS
#include "vector_extensions.hpp"
#else
#include "portable.hpp"
#endif
