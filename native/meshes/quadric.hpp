// The squared distance to many planes at once (Garland and Heckbert, Surface simplification using
// quadric error metrics, 1997).
#pragma once

#include <cstddef>

#include "vector.hpp"

namespace fourbar::meshes {

struct Quadric {
    double xx = 0, yy = 0, zz = 0, xy = 0, xz = 0, yz = 0;  // the sum of w n n^T
    Vector linear{0, 0, 0};                                 // of w d n
    double constant = 0;                                    // of w d^2

    // The plane through `point` with a unit normal, so many times.
    void add_plane(const Vector& n, const Vector& point, double weight) {
        const double d = -dot(n, point);
        xx += weight * n.x * n.x;
        yy += weight * n.y * n.y;
        zz += weight * n.z * n.z;
        xy += weight * n.x * n.y;
        xz += weight * n.x * n.z;
        yz += weight * n.y * n.z;
        linear = linear + n * (weight * d);
        constant += weight * d * d;
    }

    void add(const Quadric& q) {
        xx += q.xx;
        yy += q.yy;
        zz += q.zz;
        xy += q.xy;
        xz += q.xz;
        yz += q.yz;
        linear = linear + q.linear;
        constant += q.constant;
    }

    // The weighted sum of squared distances of a point; rounding never makes it negative.
    double at(const Vector& p) const {
        const double value = xx * p.x * p.x + yy * p.y * p.y + zz * p.z * p.z +
                             2 * (xy * p.x * p.y + xz * p.x * p.z + yz * p.y * p.z) +
                             2 * dot(linear, p) + constant;
        return value > 0 ? value : 0;
    }
};

}  // namespace fourbar::meshes
