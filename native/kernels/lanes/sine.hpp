// Sine and cosine of several numbers at once, and which numbers they are good for.
#pragma once

#include <cmath>
#include <cstring>

#include "registers.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

// Beyond this the reduction below loses digits, and libm takes over.
constexpr double sincos_limit = 1e5;

// Both at once, to 2.4 ulp for |x| <= 1e5: x - k pi/2 with pi/2 in three parts (Cody and Waite),
// then the polynomials of fdlibm on [-pi/4, pi/4], then quadrant k picks and signs them.
template <class Register, class Bits>
FOURBAR_INLINE void sincos(Register x, Register& sin, Register& cos) {
    // Adding 1.5 * 2^52 rounds to an integer and leaves it in the low bits.
    const double round = 6755399441055744.0;
    const Register shifted = x * 0.63661977236758134308 + round;
    Bits k;
    std::memcpy(&k, &shifted, sizeof k);
    const Register turns = shifted - round;
    Register r = x - turns * 1.57079632673412561417e+00;
    r = r - turns * 6.07710050630396597660e-11;
    r = r - turns * 2.02226624879595063154e-21;
    const Register z = r * r;
    const Register s =
        r + r * z *
                (-1.66666666666666324348e-01 +
                 z * (8.33333333332248946124e-03 +
                      z * (-1.98412698298579493134e-04 +
                           z * (2.75573137070700676789e-06 +
                                z * (-2.50507602534068634195e-08 + z * 1.58969099521155010221e-10)))));
    const Register c =
        (1.0 - 0.5 * z) +
        z * z *
            (4.16666666666666019037e-02 +
             z * (-1.38888888888741095749e-03 +
                  z * (2.48015872894767294178e-05 +
                       z * (-2.75573143513906633035e-07 +
                            z * (2.08757232129817482790e-09 + z * -1.13596475577881948265e-11)))));
    // Odd quadrants swap the two; bit 1 of k is the sign of the sine, bits 1 and 0 that of the cosine.
    const Bits sign = Bits{} + static_cast<long long>(0x8000000000000000);
    const Bits bit_0 = k << 63, bit_1 = k << 62;
    const Register swapped_sin = choose_each(bit_0 < 0, c, s);
    const Register swapped_cos = choose_each(bit_0 < 0, s, c);
    Bits sin_bits;
    Bits cos_bits;
    std::memcpy(&sin_bits, &swapped_sin, sizeof sin_bits);
    std::memcpy(&cos_bits, &swapped_cos, sizeof cos_bits);
    sin_bits ^= bit_1 & sign;
    cos_bits ^= (bit_1 ^ bit_0) & sign;
    std::memcpy(&sin, &sin_bits, sizeof sin);
    std::memcpy(&cos, &cos_bits, sizeof cos);
}

FOURBAR_INLINE void sincos(Lane x, Lane& sin, Lane& cos) { sincos<Lane, LaneBits>(x, sin, cos); }

// Not inlined: rare, and it would crowd the loops.
inline FOURBAR_OUTLINE void sincos_far(const Lane& x, Lane& sin, Lane& cos) {
    for (int l = 0; l < lane_count; ++l) {
        sin[l] = std::sin(x[l]);
        cos[l] = std::cos(x[l]);
    }
}

FOURBAR_INLINE Lane magnitude(Lane x) {
    LaneBits bits;
    std::memcpy(&bits, &x, sizeof bits);
    bits &= 0x7fffffffffffffff;
    std::memcpy(&x, &bits, sizeof x);
    return x;
}

// How n numbers stand: near enough for sincos(), farther but finite, or not finite.
enum class Range { near, far, not_finite };

FOURBAR_INLINE Range range_of(const double* x, long n) {
    LaneBits near = ~LaneBits{};
    bool rest_near = true;
    long i = 0;
    for (; i + lane_count <= n; i += lane_count) {
        const Lane value = load(x + i);
        near &= magnitude(value) <= spread(sincos_limit);
    }
    for (; i < n; ++i) rest_near &= std::fabs(x[i]) <= sincos_limit;
    if (FOURBAR_LIKELY(rest_near && all_set(near))) return Range::near;
    for (i = 0; i < n; ++i) {
        if (!(std::fabs(x[i]) <= 1.7976931348623157e308)) return Range::not_finite;
    }
    return Range::far;
}

// sin and cos of n numbers, by libm where one of them is far from zero. The last register overlaps
// the one before: filling it up from single numbers would wait for them to pass through memory.
FOURBAR_INLINE void sincos_all(const double* x, int n, bool far, double* sin, double* cos) {
#if FOURBAR_LANES >= 4
    typedef Quad Register;
    typedef QuadBits Bits;
    constexpr int width = 4;
#else
    typedef Lane Register;
    typedef LaneBits Bits;
    constexpr int width = lane_count;
#endif
    if (FOURBAR_UNLIKELY(far || n < width)) {
        for (int i = 0; i < n; ++i) {
            sin[i] = std::sin(x[i]);
            cos[i] = std::cos(x[i]);
        }
        return;
    }
    for (int i = 0; i < n; i += width) {
        const int at = i + width <= n ? i : n - width;
        Register s, c;
        sincos<Register, Bits>(load<Register>(x + at), s, c);
        store(sin + at, s);
        store(cos + at, c);
    }
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
