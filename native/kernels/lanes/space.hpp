// The two things a 3-vector can be.
//
// Kernels are written once, for a Space. In Single, a vector is one register with x, y, z of one
// configuration (three numbers where registers are too short for that); in Lanes it is three
// registers, with x, y, z of several configurations. No kernel knows the difference.
#pragma once

#include "registers.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

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
    const Quad a_yzx = shuffle<1, 2, 0, 3>(a, a);
    const Quad b_yzx = shuffle<1, 2, 0, 3>(b, b);
    const Quad zxy = a * b_yzx - a_yzx * b;
    return shuffle<1, 2, 0, 3>(zxy, zxy);
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

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
