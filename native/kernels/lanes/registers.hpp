// Several doubles per register: a Lane holds one number of each of several configurations.
#pragma once

#ifdef __SSE2__
#include <immintrin.h>
#endif

#define FOURBAR_INLINE inline __attribute__((always_inline))
#define FOURBAR_INLINE_LAMBDA __attribute__((always_inline))

namespace fourbar::mechanics::FOURBAR_LEVEL {

constexpr int lane_count = FOURBAR_LANES;

typedef double Lane __attribute__((vector_size(8 * FOURBAR_LANES)));
typedef long long LaneBits __attribute__((vector_size(8 * FOURBAR_LANES)));
typedef double Pair __attribute__((vector_size(16)));
typedef double Quad __attribute__((vector_size(32)));
typedef long long QuadBits __attribute__((vector_size(32)));
typedef double LooseLane __attribute__((vector_size(8 * FOURBAR_LANES), aligned(8), may_alias));
typedef double LoosePair __attribute__((vector_size(16), aligned(8), may_alias));
typedef double LooseQuad __attribute__((vector_size(32), aligned(8), may_alias));

FOURBAR_INLINE Lane spread(double x) { return x - Lane{}; }

FOURBAR_INLINE Lane load(const double* from) { return *reinterpret_cast<const LooseLane*>(from); }

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
