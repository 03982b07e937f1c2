// Registers as arrays, in C++17 alone: for compilers without vector extensions, which may find the
// registers themselves. The same operations in the same order, so the same bits as vector_extensions.hpp
// where neither fuses multiplication and addition.
#pragma once

#include "compiler.hpp"

#if FOURBAR_LANES != 2
#error "portable lanes are two doubles: no more were tried"
#endif

namespace fourbar::mechanics::FOURBAR_LEVEL {

constexpr int lane_count = FOURBAR_LANES;

// All ones where a comparison holds, all zeros where it does not; or the bits of numbers.
template <int count>
struct Bits {
    long long values[count];
    FOURBAR_INLINE long long& operator[](long i) { return values[i]; }
    FOURBAR_INLINE long long operator[](long i) const { return values[i]; }
};

template <int count>
struct Doubles {
    double values[count];
    FOURBAR_INLINE double& operator[](long i) { return values[i]; }
    FOURBAR_INLINE double operator[](long i) const { return values[i]; }
};

using Lane = Doubles<lane_count>;
using LaneBits = Bits<lane_count>;
using Pair = Doubles<2>;
using Quad = Doubles<4>;
using QuadBits = Bits<4>;

template <int count>
FOURBAR_INLINE Doubles<count> filled_with(double x) {
    Doubles<count> result;
    for (int i = 0; i < count; ++i) result.values[i] = x;
    return result;
}

FOURBAR_INLINE Lane spread(double x) { return filled_with<lane_count>(x); }

template <class Register = Lane>
FOURBAR_INLINE Register load(const double* from) {
    Register result;
    for (int i = 0; i < static_cast<int>(sizeof(Register) / sizeof(double)); ++i) result.values[i] = from[i];
    return result;
}
template <int count>
FOURBAR_INLINE void store(double* to, const Doubles<count>& value) {
    for (int i = 0; i < count; ++i) to[i] = value.values[i];
}

// ---- Arithmetic, where one side may be a number for all entries -----------------------------------

#define FOURBAR_ARITHMETIC(op)                                                                     \
    template <int count>                                                                           \
    FOURBAR_INLINE Doubles<count> operator op(const Doubles<count>& a, const Doubles<count>& b) {  \
        Doubles<count> result;                                                                     \
        for (int i = 0; i < count; ++i) result.values[i] = a.values[i] op b.values[i];             \
        return result;                                                                             \
    }                                                                                              \
    template <int count>                                                                           \
    FOURBAR_INLINE Doubles<count> operator op(const Doubles<count>& a, double b) {                 \
        return a op filled_with<count>(b);                                                         \
    }                                                                                              \
    template <int count>                                                                           \
    FOURBAR_INLINE Doubles<count> operator op(double a, const Doubles<count>& b) {                 \
        return filled_with<count>(a) op b;                                                         \
    }                                                                                              \
    template <int count>                                                                           \
    FOURBAR_INLINE Doubles<count>& operator op##=(Doubles<count>& a, const Doubles<count>& b) {    \
        return a = a op b;                                                                         \
    }                                                                                              \
    template <int count>                                                                           \
    FOURBAR_INLINE Doubles<count>& operator op##=(Doubles<count>& a, double b) {                   \
        return a = a op b;                                                                         \
    }
FOURBAR_ARITHMETIC(+)
FOURBAR_ARITHMETIC(-)
FOURBAR_ARITHMETIC(*)
FOURBAR_ARITHMETIC(/)
#undef FOURBAR_ARITHMETIC

template <int count>
FOURBAR_INLINE Doubles<count> operator-(const Doubles<count>& a) {
    Doubles<count> result;
    for (int i = 0; i < count; ++i) result.values[i] = -a.values[i];
    return result;
}

// ---- Comparisons ----------------------------------------------------------------------------------

#define FOURBAR_COMPARISON(op)                                                                     \
    template <int count>                                                                           \
    FOURBAR_INLINE Bits<count> operator op(const Doubles<count>& a, const Doubles<count>& b) {     \
        Bits<count> result;                                                                        \
        for (int i = 0; i < count; ++i) result.values[i] = a.values[i] op b.values[i] ? -1 : 0;    \
        return result;                                                                             \
    }                                                                                              \
    template <int count>                                                                           \
    FOURBAR_INLINE Bits<count> operator op(const Doubles<count>& a, double b) {                    \
        return a op filled_with<count>(b);                                                         \
    }
FOURBAR_COMPARISON(<)
FOURBAR_COMPARISON(>)
FOURBAR_COMPARISON(<=)
FOURBAR_COMPARISON(>=)
FOURBAR_COMPARISON(!=)
#undef FOURBAR_COMPARISON

template <int count>
FOURBAR_INLINE Bits<count> operator<(const Bits<count>& a, long long b) {
    Bits<count> result;
    for (int i = 0; i < count; ++i) result.values[i] = a.values[i] < b ? -1 : 0;
    return result;
}

// ---- Bits -----------------------------------------------------------------------------------------

#define FOURBAR_BITWISE(op)                                                                        \
    template <int count>                                                                           \
    FOURBAR_INLINE Bits<count> operator op(const Bits<count>& a, const Bits<count>& b) {           \
        Bits<count> result;                                                                        \
        for (int i = 0; i < count; ++i) result.values[i] = a.values[i] op b.values[i];             \
        return result;                                                                             \
    }                                                                                              \
    template <int count>                                                                           \
    FOURBAR_INLINE Bits<count>& operator op##=(Bits<count>& a, const Bits<count>& b) {             \
        return a = a op b;                                                                         \
    }
FOURBAR_BITWISE(&)
FOURBAR_BITWISE(|)
FOURBAR_BITWISE(^)
#undef FOURBAR_BITWISE

template <int count>
FOURBAR_INLINE Bits<count> operator+(const Bits<count>& a, long long b) {
    Bits<count> result;
    for (int i = 0; i < count; ++i) result.values[i] = a.values[i] + b;
    return result;
}
template <int count>
FOURBAR_INLINE Bits<count>& operator&=(Bits<count>& a, long long b) {
    for (int i = 0; i < count; ++i) a.values[i] &= b;
    return a;
}
template <int count>
FOURBAR_INLINE Bits<count> operator~(const Bits<count>& a) {
    Bits<count> result;
    for (int i = 0; i < count; ++i) result.values[i] = ~a.values[i];
    return result;
}
// Before C++20, only numbers without a sign may lose bits on the left.
template <int count>
FOURBAR_INLINE Bits<count> operator<<(const Bits<count>& a, int by) {
    Bits<count> result;
    for (int i = 0; i < count; ++i) {
        result.values[i] = static_cast<long long>(static_cast<unsigned long long>(a.values[i]) << by);
    }
    return result;
}

// ---- What has no operator -------------------------------------------------------------------------

// a where all bits are set, b where none is.
template <int count>
FOURBAR_INLINE Doubles<count> choose_each(const Bits<count>& which, const Doubles<count>& a,
                                          const Doubles<count>& b) {
    Doubles<count> result;
    for (int i = 0; i < count; ++i) result.values[i] = which.values[i] != 0 ? a.values[i] : b.values[i];
    return result;
}

// Entries of a, then of b, by their numbers.
template <int... entries, int count>
FOURBAR_INLINE Doubles<static_cast<int>(sizeof...(entries))> shuffle(const Doubles<count>& a,
                                                                     const Doubles<count>& b) {
    return {{(entries < count ? a.values[entries % count] : b.values[entries % count])...}};
}

// Whether no lane's bits are all zero.
FOURBAR_INLINE bool all_set(const LaneBits& bits) {
    bool all = true;
    for (int l = 0; l < lane_count; ++l) all = all && bits.values[l] != 0;
    return all;
}

// Nothing to ask caches for, and no way past them.
FOURBAR_INLINE void expect_store(const double*) {}
constexpr bool has_streams = false;
FOURBAR_INLINE void stream_register(double* to, const double* from) { store(to, load(from)); }
FOURBAR_INLINE void wait_for_streams() {}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
