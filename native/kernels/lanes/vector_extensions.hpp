// Registers as GCC and Clang know them.
#pragma once

#ifdef __SSE2__
#include <immintrin.h>
#endif

#include "compiler.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

constexpr int lane_count = FOURBAR_LANES;

typedef double Lane __attribute__((vector_size(8 * FOURBAR_LANES)));
typedef long long LaneBits __attribute__((vector_size(8 * FOURBAR_LANES)));
typedef double Pair __attribute__((vector_size(16)));
typedef double Quad __attribute__((vector_size(32)));
typedef long long QuadBits __attribute__((vector_size(32)));

// The same anywhere in an array of doubles.
template <class Register>
struct Loose;
template <>
struct Loose<Pair> {
    typedef double Type __attribute__((vector_size(16), aligned(8), may_alias));
};
template <>
struct Loose<Quad> {
    typedef double Type __attribute__((vector_size(32), aligned(8), may_alias));
};
#if FOURBAR_LANES == 8
template <>
struct Loose<Lane> {
    typedef double Type __attribute__((vector_size(64), aligned(8), may_alias));
};
#endif

FOURBAR_INLINE Lane spread(double x) { return x - Lane{}; }

template <class Register = Lane>
FOURBAR_INLINE Register load(const double* from) {
    return *reinterpret_cast<const typename Loose<Register>::Type*>(from);
}
template <class Register>
FOURBAR_INLINE void store(double* to, Register value) {
    *reinterpret_cast<typename Loose<Register>::Type*>(to) = value;
}

// a where all bits are set, b where none is.
template <class Bits, class Register>
FOURBAR_INLINE Register choose_each(Bits which, Register a, Register b) {
    return which ? a : b;
}

// Entries of a, then of b, by their numbers.
template <int... entries, class Register>
FOURBAR_INLINE auto shuffle(Register a, Register b) {
    return __builtin_shufflevector(a, b, entries...);
}

// Whether no lane's bits are all zero.
FOURBAR_INLINE bool all_set(LaneBits bits) {
#if FOURBAR_LANES == 8
    return _mm512_test_epi64_mask(__m512i(bits), __m512i(bits)) == 0xff;
#else
    long long all = -1;
    for (int l = 0; l < lane_count; ++l) all &= bits[l];
    return all != 0;
#endif
}

#if FOURBAR_LANES == 8

// The first n numbers, or eight of them, and zeros; reads no further.
FOURBAR_INLINE Lane load_first(const double* from, int n) {
    const auto wanted = static_cast<__mmask8>(n >= 8 ? 0xff : (1 << n) - 1);
    return Lane(_mm512_maskz_loadu_pd(wanted, from));
}

// Joined as it is loaded: a shuffle would be one more for the busy port.
FOURBAR_INLINE Lane load_halves(const double* low, const double* high) {
    return Lane(_mm512_maskz_insertf64x4(0xff, _mm512_castpd256_pd512(_mm256_loadu_pd(low)),
                                         _mm256_loadu_pd(high), 1));
}

#endif

// Asks for the cache line at `to`, which is about to be written: a store that misses holds up all
// those after it.
FOURBAR_INLINE void expect_store(const double* to) { __builtin_prefetch(to, 1); }

// Whether stores can go past the caches, and one register's (`to` where registers begin) that does.
#ifdef __SSE2__
constexpr bool has_streams = true;
FOURBAR_INLINE void stream_register(double* to, const double* from) {
#if FOURBAR_LANES == 8
    _mm512_stream_pd(to, _mm512_loadu_pd(from));
#elif FOURBAR_LANES == 4
    _mm256_stream_pd(to, _mm256_loadu_pd(from));
#else
    _mm_stream_pd(to, _mm_loadu_pd(from));
#endif
}
FOURBAR_INLINE void wait_for_streams() { _mm_sfence(); }
#else
constexpr bool has_streams = false;
FOURBAR_INLINE void stream_register(double* to, const double* from) { store(to, load(from)); }
FOURBAR_INLINE void wait_for_streams() {}
#endif

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
