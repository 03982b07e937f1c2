#include "follow.hpp"

#include <cmath>
#include <cstring>

#include "numerics.hpp"

namespace fourbar::loops {

namespace {

void set_goal(const Closing& closing, const System& system, const std::vector<double>& first,
              const double* goal, double share, double* q) {
    for (int i = 0; i < closing.entry_count; ++i) {
        const double from = first[static_cast<std::size_t>(i)];
        q[closing.entries[i]] = share == 1.0 ? goal[i] : from + (goal[i] - from) * share;
    }
    // Half-way between two orientations the numbers are shorter than a quaternion is.
    for (int n = 0; n < system.quaternion_count; ++n) {
        double* r = q + system.quaternions[n];
        const double length = std::sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3]);
        for (int k = 0; k < 4 && length > 0.0; ++k) r[k] /= length;
    }
}

}  // namespace

double follow(Solver& solver, const Closing& closing, const Free& dependent, int steps,
              const double* goal, double* q) {
    const System& system = solver.system();
    const auto nq = static_cast<std::size_t>(system.tree.nq);
    const Limits none{nullptr, nullptr};
    std::vector<double> first, moved(nq), start(nq);
    double farthest = 0.0;
    for (int i = 0; i < closing.entry_count; ++i) {
        first.push_back(q[closing.entries[i]]);
        farthest = std::fmax(farthest, std::fabs(goal[i] - first.back()));
    }
    if (closing.most <= 1) {
        set_goal(closing, system, first, goal, 1.0, q);
        return solver.close(q, dependent, none, closing.tolerance, steps).residual;
    }
    const double longest =
        1.0 / std::fmin(std::floor(farthest / closing.stride) + 1.0, closing.most);
    double stride = longest;
    constexpr double rounding = numerics::follow::rounding;
    for (double at = 0.0; at < 1.0;) {
        const double next = at + stride > 1.0 - rounding ? 1.0 : at + stride;
        std::memcpy(start.data(), q, sizeof(double) * nq);
        set_goal(closing, system, first, goal, next, start.data());
        moved = start;
        const double residual =
            solver.close(moved.data(), dependent, none, closing.tolerance, steps).residual;
        if (residual <= closing.tolerance &&
            distance(system, start.data(), moved.data()) <= numerics::follow::farthest) {
            std::memcpy(q, moved.data(), sizeof(double) * nq);
            at = next;
            stride = std::fmin(2.0 * stride, longest);
            continue;
        }
        stride *= 0.5;
        if (stride * (1 << numerics::follow::most_halvings) > longest) continue;
        // The end of what can be followed. The pose nearest to closed at the goal says how far off
        // it is, unless the mechanism closes there in another way.
        set_goal(closing, system, first, goal, 1.0, q);
        moved.assign(q, q + nq);
        const double open = solver.residual(q);
        const double best =
            solver.close(moved.data(), dependent, none, closing.tolerance, steps).residual;
        if (best <= closing.tolerance) return std::fmax(open, 2.0 * closing.tolerance);
        std::memcpy(q, moved.data(), sizeof(double) * nq);
        return best;
    }
    return solver.residual(q);
}

}  // namespace fourbar::loops
