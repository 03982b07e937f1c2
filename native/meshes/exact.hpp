// Signs of determinants without rounding errors, after Shewchuk, "Adaptive Precision Floating-Point
// Arithmetic and Fast Robust Geometric Predicates" (1997).
//
// Numbers must be 0 or between 2^-300 and 1 in size: then no product of three of them, down to its
// last bit, leaves the range of doubles.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "vector.hpp"

namespace fourbar::meshes::exact {

// The sum of doubles whose bits do not overlap, smallest first and none of them zero: exact, and of
// the sign of its last term.
template <std::size_t Most>
struct Expansion {
    std::array<double, Most> terms;
    std::size_t count = 0;

    void append(double term) {
        if (term != 0) terms[count++] = term;
    }
    int sign() const { return count == 0 ? 0 : terms[count - 1] > 0 ? 1 : -1; }
};

struct Pair {
    double high, low;  // the rounded result and what rounding took
};

inline Pair two_sum(double a, double b) {
    const double sum = a + b;
    const double b_part = sum - a;
    return {sum, (a - (sum - b_part)) + (b - b_part)};
}

// The upper and the lower half of the bits (Veltkamp).
inline Pair split(double a) {
    const double c = 134217729.0 * a;  // 2^27 + 1
    const double high = c - (c - a);
    return {high, a - high};
}

inline Pair two_product(double a, double b) {
    const double product = a * b;
    const Pair x = split(a), y = split(b);
    const double rest = ((x.high * y.high - product) + x.high * y.low) + x.low * y.high;
    return {product, rest + x.low * y.low};
}

inline Expansion<2> difference(double a, double b) {
    const Pair d = two_sum(a, -b);
    Expansion<2> result;
    result.append(d.low);
    result.append(d.high);
    return result;
}

// The terms of both in the order of their sizes, added up (Shewchuk's fast expansion sum).
template <std::size_t N, std::size_t M>
Expansion<N + M> sum(const Expansion<N>& a, const Expansion<M>& b) {
    Expansion<N + M> result;
    std::size_t i = 0, k = 0;
    double carried = 0;
    while (i < a.count || k < b.count) {
        const bool first =
            k == b.count || (i < a.count && std::fabs(a.terms[i]) < std::fabs(b.terms[k]));
        const Pair added = two_sum(carried, first ? a.terms[i++] : b.terms[k++]);
        result.append(added.low);
        carried = added.high;
    }
    result.append(carried);
    return result;
}

template <std::size_t N>
Expansion<2 * N> scaled(const Expansion<N>& a, double factor) {
    Expansion<2 * N> result;
    double carried = 0;
    for (std::size_t i = 0; i < a.count; ++i) {
        const Pair product = two_product(a.terms[i], factor);
        const Pair sum = two_sum(carried, product.low);
        result.append(sum.low);
        const Pair next = two_sum(product.high, sum.high);
        result.append(next.low);
        carried = next.high;
    }
    result.append(carried);
    return result;
}

template <std::size_t N>
Expansion<4 * N> product(const Expansion<N>& a, const Expansion<2>& b) {
    const double low = b.count > 0 ? b.terms[0] : 0, high = b.count > 1 ? b.terms[1] : 0;
    return sum(scaled(a, low), scaled(a, high));
}

template <std::size_t N>
Expansion<N> negated(Expansion<N> a) {
    for (std::size_t i = 0; i < a.count; ++i) a.terms[i] = -a.terms[i];
    return a;
}

// a d - b c
inline Expansion<16> minor(const Expansion<2>& a, const Expansion<2>& b, const Expansion<2>& c,
                           const Expansion<2>& d) {
    return sum(product(a, d), product(negated(b), c));
}

// 1 if (ax, ay), (bx, by), (cx, cy) turn left, -1 if they turn right, 0 if they are on one line.
inline int turn(double ax, double ay, double bx, double by, double cx, double cy) {
    const double left = (bx - ax) * (cy - ay), right = (by - ay) * (cx - ax);
    const double rough = left - right;
    // Four roundings each, and the subtraction; tiny products lose bits to underflow as well.
    const double slack = 0x1p-50 * (std::fabs(left) + std::fabs(right)) + 0x1p-950;
    if (rough > slack) return 1;
    if (rough < -slack) return -1;
    return minor(difference(bx, ax), difference(by, ay), difference(cx, ax), difference(cy, ay))
        .sign();
}

inline bool same(const Vector& a, const Vector& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

// Whether three points are on one line.
inline bool collinear(const Vector& a, const Vector& b, const Vector& c) {
    return turn(a.x, a.y, b.x, b.y, c.x, c.y) == 0 && turn(a.y, a.z, b.y, b.z, c.y, c.z) == 0 &&
           turn(a.z, a.x, b.z, b.x, c.z, c.x) == 0;
}

// About 106 bits: most signs that plain doubles leave open are clear then, at a tenth of the price
// of exactness.
inline Pair apart(double a, double b) { return two_sum(a, -b); }
inline Pair operator*(const Pair& a, const Pair& b) {
    const Pair product = two_product(a.high, b.high);
    const double low = product.low + (a.high * b.low + a.low * b.high);
    const double high = product.high + low;
    return {high, low - (high - product.high)};
}
inline Pair operator+(const Pair& a, const Pair& b) {
    const Pair sum = two_sum(a.high, b.high);
    const double low = sum.low + (a.low + b.low);
    const double high = sum.high + low;
    return {high, low - (high - sum.high)};
}
inline Pair operator-(const Pair& a, const Pair& b) { return a + Pair{-b.high, -b.low}; }

// What deciding sides of a plane starts with: (b - a) x (c - a) to 106 bits, and the sizes of the
// products in it.
struct Normal {
    Pair x, y, z;
    double x_size, y_size, z_size;
};

inline Normal normal_of(const Vector& a, const Vector& b, const Vector& c) {
    const Pair ux = apart(b.x, a.x), uy = apart(b.y, a.y), uz = apart(b.z, a.z);
    const Pair vx = apart(c.x, a.x), vy = apart(c.y, a.y), vz = apart(c.z, a.z);
    const auto size = [](const Pair& d, const Pair& e, const Pair& f, const Pair& g) {
        return std::fabs(d.high * e.high) + std::fabs(f.high * g.high);
    };
    return {uy * vz - uz * vy,    uz * vx - ux * vz,    ux * vy - uy * vx,
            size(uy, vz, uz, vy), size(uz, vx, ux, vz), size(ux, vy, uy, vx)};
}

// The sign of (b - a) x (c - a) . (p - a): 1 on the side from which a, b, c run counter-clockwise.
// For who has found plain doubles too coarse already.
inline int side(const Normal& n, const Vector& a, const Vector& b, const Vector& c, const Vector& p) {
    // Faces along the axes, of which parts are full, and corners, which are met again and again.
    if ((a.x == b.x && a.x == c.x && a.x == p.x) || (a.y == b.y && a.y == c.y && a.y == p.y) ||
        (a.z == b.z && a.z == c.z && a.z == p.z) || same(p, a) || same(p, b) || same(p, c)) {
        return 0;
    }
    const Pair px = apart(p.x, a.x), py = apart(p.y, a.y), pz = apart(p.z, a.z);
    const Pair rough = n.x * px + n.y * py + n.z * pz;
    // In units of 2^-106 of the sizes: a product is wrong by less than 8, a sum by 3. That makes 11
    // for a part of the normal, 19 times a coordinate, and 25 in the end, for which 64 stands.
    const double slack = 0x1p-100 * (n.x_size * std::fabs(px.high) + n.y_size * std::fabs(py.high) +
                                     n.z_size * std::fabs(pz.high)) +
                         0x1p-900;
    if (rough.high > slack) return 1;
    if (rough.high < -slack) return -1;
    const Expansion<2> ux = difference(b.x, a.x), uy = difference(b.y, a.y), uz = difference(b.z, a.z);
    const Expansion<2> vx = difference(c.x, a.x), vy = difference(c.y, a.y), vz = difference(c.z, a.z);
    const auto x = product(minor(uy, uz, vy, vz), difference(p.x, a.x));
    const auto y = product(minor(uz, ux, vz, vx), difference(p.y, a.y));
    const auto z = product(minor(ux, uy, vx, vy), difference(p.z, a.z));
    return sum(sum(x, y), z).sign();
}

inline int side(const Vector& a, const Vector& b, const Vector& c, const Vector& p) {
    return side(normal_of(a, b, c), a, b, c, p);
}

}  // namespace fourbar::meshes::exact
