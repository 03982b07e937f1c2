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
        const auto row = [&](int l) FOURBAR_INLINE_LAMBDA { return load_first(from + l * stride + e, n - e); };
        const auto even = [](Lane a, Lane b) FOURBAR_INLINE_LAMBDA {
            return shuffle<0, 8, 2, 10, 4, 12, 6, 14>(a, b);
        };
        const auto odd = [](Lane a, Lane b) FOURBAR_INLINE_LAMBDA {
            return shuffle<1, 9, 3, 11, 5, 13, 7, 15>(a, b);
        };
        const Lane r0 = row(0), r1 = row(1), r2 = row(2), r3 = row(3);
        const Lane r4 = row(4), r5 = row(5), r6 = row(6), r7 = row(7);
        const auto put = [&](int k, Lane r01, Lane r23, Lane r45, Lane r67) FOURBAR_INLINE_LAMBDA {
            const Lane near_low = shuffle<0, 1, 4, 5, 8, 9, 12, 13>(r01, r23);
            const Lane near_high = shuffle<0, 1, 4, 5, 8, 9, 12, 13>(r45, r67);
            const Lane far_low = shuffle<2, 3, 6, 7, 10, 11, 14, 15>(r01, r23);
            const Lane far_high = shuffle<2, 3, 6, 7, 10, 11, 14, 15>(r45, r67);
            to[e + k] = shuffle<0, 1, 4, 5, 8, 9, 12, 13>(near_low, near_high);
            to[e + k + 4] = shuffle<2, 3, 6, 7, 10, 11, 14, 15>(near_low, near_high);
            to[e + k + 2] = shuffle<0, 1, 4, 5, 8, 9, 12, 13>(far_low, far_high);
            to[e + k + 6] = shuffle<2, 3, 6, 7, 10, 11, 14, 15>(far_low, far_high);
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
        const Lane even_low = shuffle<0, 4, 2, 6>(r0, r1);
        const Lane odd_low = shuffle<1, 5, 3, 7>(r0, r1);
        const Lane even_high = shuffle<0, 4, 2, 6>(r2, r3);
        const Lane odd_high = shuffle<1, 5, 3, 7>(r2, r3);
        to[at] = shuffle<0, 1, 4, 5>(even_low, even_high);
        to[at + 1] = shuffle<0, 1, 4, 5>(odd_low, odd_high);
        to[at + 2] = shuffle<2, 3, 6, 7>(even_low, even_high);
        to[at + 3] = shuffle<2, 3, 6, 7>(odd_low, odd_high);
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
        return load<Pair>(reinterpret_cast<const double*>(entry + e) + l);
    };
    const Pair e0 = half(0), e1 = half(1), e2 = half(2), e3 = half(3);
    const Quad even = shuffle<0, 1, 2, 3>(e0, e2);
    const Quad odd = shuffle<0, 1, 2, 3>(e1, e3);
    store(row, shuffle<0, 4, 2, 6>(even, odd));
    store(row + stride, shuffle<1, 5, 3, 7>(even, odd));
}

#if FOURBAR_LANES == 8

// Eight entries of four configurations: lanes l..l + 3 of entry[0..7] as four rows.
FOURBAR_INLINE void store_four_rows(const Lane* entry, int l, double* row, long stride) {
    const auto joined = [&](int e) FOURBAR_INLINE_LAMBDA {
        const auto half = [&](int k) FOURBAR_INLINE_LAMBDA { return reinterpret_cast<const double*>(entry + k) + l; };
        return load_halves(half(e), half(e + 4));
    };
    const Lane a = joined(0), b = joined(1), c = joined(2), d = joined(3);
    const Lane ab_even = shuffle<0, 8, 2, 10, 4, 12, 6, 14>(a, b);
    const Lane ab_odd = shuffle<1, 9, 3, 11, 5, 13, 7, 15>(a, b);
    const Lane cd_even = shuffle<0, 8, 2, 10, 4, 12, 6, 14>(c, d);
    const Lane cd_odd = shuffle<1, 9, 3, 11, 5, 13, 7, 15>(c, d);
    const auto put = [&](int r, Lane value) FOURBAR_INLINE_LAMBDA {
        store(row + r * stride, value);
    };
    put(0, shuffle<0, 1, 8, 9, 4, 5, 12, 13>(ab_even, cd_even));
    put(1, shuffle<0, 1, 8, 9, 4, 5, 12, 13>(ab_odd, cd_odd));
    put(2, shuffle<2, 3, 10, 11, 6, 7, 14, 15>(ab_even, cd_even));
    put(3, shuffle<2, 3, 10, 11, 6, 7, 14, 15>(ab_odd, cd_odd));
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
                return load<Pair>(reinterpret_cast<const double*>(entry + k) + l);
            };
            const Pair a = half(e), b = half(e + 1);
            store(to + l * stride + e, shuffle<0, 2>(a, b));
            store(to + (l + 1) * stride + e, shuffle<1, 3>(a, b));
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
        store(to + e, shuffle<0, 2>(a, b));
        store(to + stride + e, shuffle<1, 3>(a, b));
    }
    for (; e < n; ++e) {
        for (int l = 0; l < lane_count; ++l) to[l * stride + e] = entry[e][l];
    }
}

#endif

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
