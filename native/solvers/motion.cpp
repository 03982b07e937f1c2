#include "motion.hpp"

#include <cmath>
#include <cstring>

namespace fourbar::loops {

using mechanics::Motion;

void move(const System& system, const double* q, const double* step, double* moved) {
    std::memcpy(moved, q, sizeof(double) * static_cast<std::size_t>(system.tree.nq));
    for (int n = 0; n < system.mover_count; ++n) {
        const Mover& mover = system.movers[n];
        const double* s = step + mover.v;
        double* to = moved + mover.q;
        if (is_scalar(mover.motion)) {
            to[0] += s[0];
            continue;
        }
        double* r = mover.motion == Motion::floating ? to + 3 : to;
        const double a = r[0], b = r[1], c = r[2], d = r[3];
        if (mover.motion == Motion::floating) {
            const double share = 2.0 / (a * a + b * b + c * c + d * d);
            const double f0 = b * s[2] - c * s[1], f1 = c * s[0] - a * s[2], f2 = a * s[1] - b * s[0];
            to[0] += s[0] + share * (d * f0 + b * f2 - c * f1);
            to[1] += s[1] + share * (d * f1 + c * f0 - a * f2);
            to[2] += s[2] + share * (d * f2 + a * f1 - b * f0);
            s += 3;
        }
        const double x = s[0] * 0.5, y = s[1] * 0.5, z = s[2] * 0.5;
        const double e[4] = {a + d * x + b * z - c * y, b + d * y + c * x - a * z,
                             c + d * z + a * y - b * x, d - a * x - b * y - c * z};
        const double length = std::sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2] + e[3] * e[3]);
        for (int k = 0; k < 4; ++k) r[k] = e[k] / length;
    }
}

void between(const System& system, const double* a, const double* b, double share,
             const char* moves, double* to) {
    std::memcpy(to, a, sizeof(double) * static_cast<std::size_t>(system.tree.nq));
    for (int n = 0; n < system.mover_count; ++n) {
        const Mover& mover = system.movers[n];
        if (moves != nullptr && moves[mover.v] == 0) continue;
        int i = mover.q;
        const int added = added_count(mover.motion);
        for (int k = 0; k < added; ++k, ++i) to[i] = a[i] + share * (b[i] - a[i]);
        if (is_scalar(mover.motion)) continue;
        // A quaternion and its negative are the same rotation: the shorter way.
        double cosine = 0.0, square = 0.0;
        for (int k = 0; k < 4; ++k) cosine += a[i + k] * b[i + k];
        const double sign = cosine < 0.0 ? -1.0 : 1.0;
        for (int k = 0; k < 4; ++k) {
            to[i + k] = (1.0 - share) * a[i + k] + share * sign * b[i + k];
            square += to[i + k] * to[i + k];
        }
        for (int k = 0; k < 4; ++k) to[i + k] /= std::sqrt(square);
    }
}

double distance(const System& system, const double* a, const double* b) {
    double farthest = 0.0;
    for (int n = 0; n < system.mover_count; ++n) {
        const Mover& mover = system.movers[n];
        if (!mover.in_loop) continue;
        int i = mover.q;
        const int added = added_count(mover.motion);
        for (int k = 0; k < added; ++k, ++i) farthest = std::fmax(farthest, std::fabs(b[i] - a[i]));
        if (is_scalar(mover.motion)) continue;
        double cosine = 0.0, aa = 0.0, bb = 0.0;
        for (int k = 0; k < 4; ++k) {
            cosine += a[i + k] * b[i + k];
            aa += a[i + k] * a[i + k];
            bb += b[i + k] * b[i + k];
        }
        // 2 sin of half the angle between them, without cancellation for near ones.
        const double sign = cosine < 0.0 ? -1.0 : 1.0;
        double square = 0.0;
        for (int k = 0; k < 4; ++k) {
            const double off = sign * b[i + k] / std::sqrt(bb) - a[i + k] / std::sqrt(aa);
            square += off * off;
        }
        farthest = std::fmax(farthest, 2.0 * std::sqrt(square));
    }
    return farthest;
}

}  // namespace fourbar::loops
