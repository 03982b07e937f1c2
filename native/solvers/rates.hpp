// How configurations move with velocities.
#pragma once

#include <cmath>

#include "kernels/tree/tree.hpp"

namespace fourbar::dynamics {

// dq/dt. Lengths and angles move with v; a quaternion r turns by r (w/2, 0), w in its own axes, and a
// floating joint's place by its own axes times the linear part of v.
inline void find_rates(const mechanics::Tree& tree, const double* q, const double* v, double* dq) {
    using mechanics::Motion;
    for (int i = 1; i < tree.body_count; ++i) {
        const mechanics::Body& body = tree.bodies[i];
        const double* s = v + body.v;
        if (is_scalar(body.motion)) {
            dq[body.q] = s[0];
            continue;
        }
        const double* r = q + body.q;
        double* d = dq + body.q;
        if (body.motion == Motion::floating) {
            r += 3;
            const double share = 2.0 / (r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3]);
            const double cross[3] = {r[1] * s[2] - r[2] * s[1], r[2] * s[0] - r[0] * s[2],
                                     r[0] * s[1] - r[1] * s[0]};
            d[0] = s[0] + share * (r[3] * cross[0] + r[1] * cross[2] - r[2] * cross[1]);
            d[1] = s[1] + share * (r[3] * cross[1] + r[2] * cross[0] - r[0] * cross[2]);
            d[2] = s[2] + share * (r[3] * cross[2] + r[0] * cross[1] - r[1] * cross[0]);
            d += 3;
            s += 3;
        }
        d[0] = 0.5 * (r[3] * s[0] + r[1] * s[2] - r[2] * s[1]);
        d[1] = 0.5 * (r[3] * s[1] + r[2] * s[0] - r[0] * s[2]);
        d[2] = 0.5 * (r[3] * s[2] + r[0] * s[1] - r[1] * s[0]);
        d[3] = -0.5 * (r[0] * s[0] + r[1] * s[1] + r[2] * s[2]);
    }
}

// Quaternions of length one.
inline void normalise(const mechanics::Tree& tree, double* q) {
    for (int i = 1; i < tree.body_count; ++i) {
        const mechanics::Body& body = tree.bodies[i];
        if (is_scalar(body.motion)) continue;
        double* r = q + body.q + added_count(body.motion);
        const double length = std::sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3]);
        for (int k = 0; k < 4 && length > 0.0; ++k) r[k] /= length;
    }
}

}  // namespace fourbar::dynamics
