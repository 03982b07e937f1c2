// Several doubles per register, and the two things a 3-vector can be.
//
// Kernels are written once, for a Space. In Single, a vector is one register with x, y, z of one
// configuration (three numbers where registers are too short for that); in Lanes it is three
// registers, with x, y, z of several configurations. No kernel knows the difference.
//
// Only kernels.cpp includes this file, once per instruction set. Everything is in the namespace
// FOURBAR_LEVEL and nothing from the standard library is instantiated here, so that the linker
// cannot hand one level's code to another.
#pragma once

#include <cmath>
#include <cstdint>
#include <cstring>

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

FOURBAR_INLINE Lane load_strided(const double* from, long stride) {
    Lane lane;
    for (int l = 0; l < lane_count; ++l) lane[l] = from[l * stride];
    return lane;
}

// ---- From rows to lanes ------------------------------------------------------------------------

// Reads n entries of each row into lanes: to[e][l] = from[l * stride + e].
FOURBAR_INLINE void load_rows(const double* from, int n, long stride, Lane* to) {
    int e = 0;
#if FOURBAR_LANES == 8
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

// ---- Sine and cosine ---------------------------------------------------------------------------

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
    const Register swapped_sin = bit_0 < 0 ? c : s;
    const Register swapped_cos = bit_0 < 0 ? s : c;
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
__attribute__((noinline)) void sincos_far(const Lane& x, Lane& sin, Lane& cos) {
    for (int l = 0; l < lane_count; ++l) {
        sin[l] = std::sin(x[l]);
        cos[l] = std::cos(x[l]);
    }
}

// Whether no lane's bits are all zero.
FOURBAR_INLINE bool all_set(LaneBits bits) {
    long long all = -1;
    for (int l = 0; l < lane_count; ++l) all &= bits[l];
    return all != 0;
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
    if (__builtin_expect(rest_near && all_set(near), 1)) return Range::near;
    for (i = 0; i < n; ++i) {
        if (!(std::fabs(x[i]) <= 1.7976931348623157e308)) return Range::not_finite;
    }
    return Range::far;
}

// ---- Vectors -----------------------------------------------------------------------------------

// Copied member by member: a compiler may move a plain struct in pieces smaller than a register, and
// then a load of the register has to wait until all of them have reached the cache.
template <class S>
struct Triple {
    S x, y, z;
    Triple() = default;
    FOURBAR_INLINE Triple(S x, S y, S z) : x(x), y(y), z(z) {}
    FOURBAR_INLINE Triple(const Triple& other) : x(other.x), y(other.y), z(other.z) {}
    FOURBAR_INLINE Triple& operator=(const Triple& other) {
        x = other.x;
        y = other.y;
        z = other.z;
        return *this;
    }
};

template <class S>
FOURBAR_INLINE Triple<S> operator+(const Triple<S>& a, const Triple<S>& b) {
    return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class S>
FOURBAR_INLINE Triple<S> operator-(const Triple<S>& a, const Triple<S>& b) {
    return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class S, class T>
FOURBAR_INLINE Triple<S> operator*(const Triple<S>& a, const T& s) {
    return {a.x * s, a.y * s, a.z * s};
}
template <class S>
FOURBAR_INLINE Triple<S> cross(const Triple<S>& a, const Triple<S>& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

FOURBAR_INLINE void spread_into(double x, double& to) { to = x; }
FOURBAR_INLINE void spread_into(double x, Lane& to) { to = spread(x); }

// Vectors as three numbers, or three registers of lanes.
template <class S>
struct Componentwise {
    using Scalar = S;
    using Vector = Triple<S>;
    static FOURBAR_INLINE S scalar(double x) {
        S result;
        spread_into(x, result);
        return result;
    }
    static FOURBAR_INLINE Vector direction(S x, S y, S z) { return {x, y, z}; }
    static FOURBAR_INLINE Vector origin() { return {scalar(0.0), scalar(0.0), scalar(0.0)}; }
    static FOURBAR_INLINE S x(const Vector& v) { return v.x; }
    static FOURBAR_INLINE S y(const Vector& v) { return v.y; }
    static FOURBAR_INLINE S z(const Vector& v) { return v.z; }
};

using Lanes = Componentwise<Lane>;

#if FOURBAR_LANES >= 4

// Vectors as one register that ends in 0 for a direction and in 1 for a point (homogeneous
// coordinates).
FOURBAR_INLINE Quad cross(Quad a, Quad b) {
    const Quad a_yzx = __builtin_shufflevector(a, a, 1, 2, 0, 3);
    const Quad b_yzx = __builtin_shufflevector(b, b, 1, 2, 0, 3);
    const Quad zxy = a * b_yzx - a_yzx * b;
    return __builtin_shufflevector(zxy, zxy, 1, 2, 0, 3);
}

struct Single {
    using Scalar = double;
    using Vector = Quad;
    static FOURBAR_INLINE double scalar(double x) { return x; }
    static FOURBAR_INLINE Quad direction(double x, double y, double z) { return Quad{x, y, z, 0.0}; }
    static FOURBAR_INLINE Quad origin() { return Quad{0.0, 0.0, 0.0, 1.0}; }
    static FOURBAR_INLINE double x(Quad v) { return v[0]; }
    static FOURBAR_INLINE double y(Quad v) { return v[1]; }
    static FOURBAR_INLINE double z(Quad v) { return v[2]; }
};

#else

using Single = Componentwise<double>;

#endif

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
    const auto put = [&](int r, Lane value) __attribute__((always_inline)) {
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

// Asks for the cache line at `to`, which is about to be written: a store that misses holds up all
// those after it.
FOURBAR_INLINE void expect_store(const double* to) { __builtin_prefetch(to, 1); }

// Copies n numbers to memory that is not read again soon: past the caches, without first fetching
// the lines that are overwritten, which is half of the traffic.
FOURBAR_INLINE void stream(const double* from, long n, double* to) {
#ifdef __SSE2__
#if FOURBAR_LANES == 8
    constexpr long width = 8;
    const auto put = [](double* to, const double* from) { _mm512_stream_pd(to, _mm512_loadu_pd(from)); };
#elif FOURBAR_LANES == 4
    constexpr long width = 4;
    const auto put = [](double* to, const double* from) { _mm256_stream_pd(to, _mm256_loadu_pd(from)); };
#else
    constexpr long width = 2;
    const auto put = [](double* to, const double* from) { _mm_stream_pd(to, _mm_loadu_pd(from)); };
#endif
    // Whole cache lines only: a line that is written in part this way is slower than any other.
    const long misplaced = static_cast<long>(reinterpret_cast<std::uintptr_t>(to) % 64 / 8);
    long head = misplaced == 0 ? 0 : 8 - misplaced;
    head = head < n ? head : n;
    const long lines = (n - head) / 8 * 8;
    long i = 0;
    for (; i < head; ++i) to[i] = from[i];
    for (; i < head + lines; i += width) put(to + i, from + i);
    for (; i < n; ++i) to[i] = from[i];
#else
    std::memcpy(to, from, sizeof(double) * static_cast<std::size_t>(n));
#endif
}

// Streamed stores pass others; whoever reads next must find them done.
FOURBAR_INLINE void finish_streaming() {
#ifdef __SSE2__
    _mm_sfence();
#endif
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
