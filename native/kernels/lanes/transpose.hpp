// From rows, a configuration each, to lanes and back.
#pragma once

#include "registers.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

// ---- From rows to lanes ------------------------------------------------------------------------

FOURBAR_INLINE Lane load_strided(const double* from, long stride) {
    Lane lane;
    for (int l = 0; l < lane_count; ++l) lane[l] = from[l * stride];
    return lane;
}

// Reads n entries of each row into lanes: to[e][l] = from[l * stride + e].
FOURBAR_INLINE void load_rows(const double* from, int n, long stride, Lane* to) {
    int e = 0;
#if FOURBAR_LANES == 8
    // Reads no further than a row's end, but may write up to seven entries beyond n.
    for (; e < n; e += 8) {
        const auto wanted = static_cast<__mmask8>(n - e >= 8 ? 0xff : (1 << (n - e)) - 1);
        const auto row = [&](int l) FOURBAR_INLINE_LAMBDA {
            return Lane(_mm512_maskz_loadu_pd(wanted, from + l * stride + e));
        };
        const auto even = [](Lane a, Lane b) FOURBAR_INLINE_LAMBDA {
            return __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14);
        };
        const auto odd = [](Lane a, Lane b) FOURBAR_INLINE_LAMBDA {
            return __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
        };
        const Lane r0 = row(0), r1 = row(1), r2 = row(2), r3 = row(3);
        const Lane r4 = row(4), r5 = row(5), r6 = row(6), r7 = row(7);
        const auto put = [&](int k, Lane r01, Lane r23, Lane r45, Lane r67) FOURBAR_INLINE_LAMBDA {
            const Lane near_low = __builtin_shufflevector(r01, r23, 0, 1, 4, 5, 8, 9, 12, 13);
            const Lane near_high = __builtin_shufflevector(r45, r67, 0, 1, 4, 5, 8, 9, 12, 13);
            const Lane far_low = __builtin_shufflevector(r01, r23, 2, 3, 6, 7, 10, 11, 14, 15);
            const Lane far_high = __builtin_shufflevector(r45, r67, 2, 3, 6, 7, 10, 11, 14, 15);
            to[e + k] = __builtin_shufflevector(near_low, near_high, 0, 1, 4, 5, 8, 9, 12, 13);
            to[e + k + 4] = __builtin_shufflevector(near_low, near_high, 2, 3, 6, 7, 10, 11, 14, 15);
            to[e + k + 2] = __builtin_shufflevector(far_low, far_high, 0, 1, 4, 5, 8, 9, 12, 13);
            to[e + k + 6] = __builtin_shufflevector(far_low, far_high, 2, 3, 6, 7, 10, 11, 14, 15);
        };
        put(0, even(r0, r1), even(r2, r3), even(r4, r5), even(r6, r7));
        put(1, odd(r0, r1), odd(r2, r3), odd(r4, r5), odd(r6, r7));
    }
#elif FOURBAR_LANES == 4
    // The last four entries may overlap those before.
    for (; e < n && n >= 4; e += 4) {
        const int at = e + 4 <= n ? e : n - 4;
        const auto row = [&](int l) FOURBAR_INLINE_LAMBDA { return load(from + l * stride + at); };
        const Lane r0 = row(0), r1 = row(1), r2 = row(2), r3 = row(3);
        const Lane even_low = __builtin_shufflevector(r0, r1, 0, 4, 2, 6);
        const Lane odd_low = __builtin_shufflevector(r0, r1, 1, 5, 3, 7);
        const Lane even_high = __builtin_shufflevector(r2, r3, 0, 4, 2, 6);
        const Lane odd_high = __builtin_shufflevector(r2, r3, 1, 5, 3, 7);
        to[at] = __builtin_shufflevector(even_low, even_high, 0, 1, 4, 5);
        to[at + 1] = __builtin_shufflevector(odd_low, odd_high, 0, 1, 4, 5);
        to[at + 2] = __builtin_shufflevector(even_low, even_high, 2, 3, 6, 7);
        to[at + 3] = __builtin_shufflevector(odd_low, odd_high, 2, 3, 6, 7);
    }
#endif
    for (; e < n; ++e) to[e] = load_strided(from + e, stride);
}

// ---- From lanes to rows ------------------------------------------------------------------------

#if FOURBAR_LANES >= 4

// Four entries of a pair of configurations: lanes l and l + 1 of entry[0..3] as two rows.
// Loading halves and joining them leaves only two shuffles for the busy shuffle port.
FOURBAR_INLINE void store_two_rows(const Lane* entry, int l, double* row, long stride) {
    const auto half = [&](int e) {
        return *reinterpret_cast<const LoosePair*>(reinterpret_cast<const double*>(entry + e) + l);
    };
    const Pair e0 = half(0), e1 = half(1), e2 = half(2), e3 = half(3);
    const Quad even = __builtin_shufflevector(e0, e2, 0, 1, 2, 3);
    const Quad odd = __builtin_shufflevector(e1, e3, 0, 1, 2, 3);
    *reinterpret_cast<LooseQuad*>(row) = __builtin_shufflevector(even, odd, 0, 4, 2, 6);
    *reinterpret_cast<LooseQuad*>(row + stride) = __builtin_shufflevector(even, odd, 1, 5, 3, 7);
}

#if FOURBAR_LANES == 8

// Eight entries of four configurations: lanes l..l + 3 of entry[0..7] as four rows.
FOURBAR_INLINE void store_four_rows(const Lane* entry, int l, double* row, long stride) {
    // Joined as it is loaded: a shuffle would be one more for the busy port.
    const auto joined = [&](int e) FOURBAR_INLINE_LAMBDA {
        const auto half = [&](int k) FOURBAR_INLINE_LAMBDA {
            return _mm256_loadu_pd(reinterpret_cast<const double*>(entry + k) + l);
        };
        return Lane(_mm512_maskz_insertf64x4(0xff, _mm512_castpd256_pd512(half(e)), half(e + 4), 1));
    };
    const Lane a = joined(0), b = joined(1), c = joined(2), d = joined(3);
    const Lane ab_even = __builtin_shufflevector(a, b, 0, 8, 2, 10, 4, 12, 6, 14);
    const Lane ab_odd = __builtin_shufflevector(a, b, 1, 9, 3, 11, 5, 13, 7, 15);
    const Lane cd_even = __builtin_shufflevector(c, d, 0, 8, 2, 10, 4, 12, 6, 14);
    const Lane cd_odd = __builtin_shufflevector(c, d, 1, 9, 3, 11, 5, 13, 7, 15);
    const auto put = [&](int r, Lane value) FOURBAR_INLINE_LAMBDA {
        *reinterpret_cast<LooseLane*>(row + r * stride) = value;
    };
    put(0, __builtin_shufflevector(ab_even, cd_even, 0, 1, 8, 9, 4, 5, 12, 13));
    put(1, __builtin_shufflevector(ab_odd, cd_odd, 0, 1, 8, 9, 4, 5, 12, 13));
    put(2, __builtin_shufflevector(ab_even, cd_even, 2, 3, 10, 11, 6, 7, 14, 15));
    put(3, __builtin_shufflevector(ab_odd, cd_odd, 2, 3, 10, 11, 6, 7, 14, 15));
}

#endif

// Writes n entries of each configuration in a row: to[l * stride + e] = entry[e][l].
FOURBAR_INLINE void store_rows(const Lane* entry, int n, double* to, long stride) {
    int e = 0;
#if FOURBAR_LANES == 8
    for (; e + 8 <= n; e += 8) {
        store_four_rows(entry + e, 0, to + e, stride);
        store_four_rows(entry + e, 4, to + 4 * stride + e, stride);
    }
#endif
    for (; e + 4 <= n; e += 4) {
        for (int l = 0; l < lane_count; l += 2) {
            store_two_rows(entry + e, l, to + l * stride + e, stride);
        }
    }
    for (; e + 2 <= n; e += 2) {
        for (int l = 0; l < lane_count; l += 2) {
            const auto half = [&](int k) FOURBAR_INLINE_LAMBDA {
                return Pair(*reinterpret_cast<const LoosePair*>(
                    reinterpret_cast<const double*>(entry + k) + l));
            };
            const Pair a = half(e), b = half(e + 1);
            *reinterpret_cast<LoosePair*>(to + l * stride + e) = __builtin_shufflevector(a, b, 0, 2);
            *reinterpret_cast<LoosePair*>(to + (l + 1) * stride + e) =
                __builtin_shufflevector(a, b, 1, 3);
        }
    }
    for (; e < n; ++e) {
        for (int l = 0; l < lane_count; ++l) to[l * stride + e] = entry[e][l];
    }
}

#else

FOURBAR_INLINE void store_rows(const Lane* entry, int n, double* to, long stride) {
    int e = 0;
    for (; e + 2 <= n; e += 2) {
        const Lane a = entry[e], b = entry[e + 1];
        *reinterpret_cast<LoosePair*>(to + e) = __builtin_shufflevector(a, b, 0, 2);
        *reinterpret_cast<LoosePair*>(to + stride + e) = __builtin_shufflevector(a, b, 1, 3);
    }
    for (; e < n; ++e) {
        for (int l = 0; l < lane_count; ++l) to[l * stride + e] = entry[e][l];
    }
}

#endif

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
