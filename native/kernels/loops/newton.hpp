// Newton's method on the dependent columns, all lanes at once.
#pragma once

#include "batch.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

using fourbar::loops::Block;
using fourbar::loops::Closing;
using fourbar::loops::Mover;
using fourbar::loops::Partition;

// The dependent columns of a block, in scratch memory from `first` (of at.matrix) and `first_column`
// (of at.factors) on: blocks have no row and no column in common, so those of all of them fit.
FOURBAR_INLINE Factors<Lane> gather(const System& system, const Block& block, const int* columns,
                                    int count, Scratch& at, long first = 0, int first_column = 0) {
    Factors<Lane> f{at.matrix + first, at.factors + first_column,
                    at.factors + system.tree.nv + first_column, block.row_count, count};
    for (int j = 0; j < count; ++j) {
        for (int i = 0; i < block.row_count; ++i) {
            f.A[j * block.row_count + i] = at.K[system.sources[block.rows[i] * system.tree.nv + columns[j]]];
        }
    }
    return f;
}

FOURBAR_INLINE Lane largest_of(const Lane* x, int n) {
    Lane largest{};
    for (int i = 0; i < n; ++i) {
        const Lane size = magnitude_of(x[i]);
        largest = choose((size > largest) | (size != size), size, largest);
    }
    return largest;
}

// The longest of the steps that a loop depends on.
FOURBAR_INLINE Lane longest_of(const System& system, const Lane* steps, const int* columns, int n) {
    Lane longest{};
    for (int i = 0; i < n; ++i) {
        if (system.in_loop[columns[i]] == 0) continue;
        const Lane size = magnitude_of(steps[i]);
        longest = choose((size > longest) | (size != size), size, longest);
    }
    return longest;
}

// Moves the configuration by a step in the columns of v: angles and lengths add, quaternions turn
// by the quaternion (w/2, 1), which agrees with the exponential to first order.
FOURBAR_INLINE void move_lanes(const System& system, const Lane* step, Lane* q) {
    for (int n = 0; n < system.mover_count; ++n) {
        const Mover& body = system.movers[n];
        const Lane* s = step + body.v;
        if (is_scalar(body.motion)) {
            q[body.q] += s[0];
            continue;
        }
        int i = body.q;
        if (body.motion == Motion::floating) {
            const Lane u[3] = {s[0], s[1], s[2]};
            s += 3;
            i += 3;
            Lane* r = q + i;
            const Lane share = 2.0 / (r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3]);
            // R u = u + share * (w (r x u) + r x (r x u))
            const Triple<Lane> axis{r[0], r[1], r[2]}, by{u[0], u[1], u[2]};
            const Triple<Lane> first = cross(axis, by);
            const Triple<Lane> moved = by + (first * r[3] + cross(axis, first)) * share;
            q[body.q] += moved.x;
            q[body.q + 1] += moved.y;
            q[body.q + 2] += moved.z;
        }
        Lane* r = q + i;
        const Lane x = s[0] * 0.5, y = s[1] * 0.5, z = s[2] * 0.5;
        const Lane a = r[0], b = r[1], c = r[2], d = r[3];
        const Lane e0 = a + d * x + b * z - c * y, e1 = b + d * y + c * x - a * z,
                   e2 = c + d * z + a * y - b * x, e3 = d - a * x - b * y - c * z;
        const Lane share = 1.0 / root(e0 * e0 + e1 * e1 + e2 * e2 + e3 * e3);
        r[0] = e0 * share;
        r[1] = e1 * share;
        r[2] = e2 * share;
        r[3] = e3 * share;
    }
}

FOURBAR_INLINE void normalise(const System& system, Lane* q) {
    for (int n = 0; n < system.quaternion_count; ++n) {
        Lane* r = q + system.quaternions[n];
        const Lane square = r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3];
        const Lane share = choose(square > 0.0, 1.0 / root(choose(square > 0.0, square, spread(1.0))), spread(1.0));
        for (int k = 0; k < 4; ++k) r[k] *= share;
    }
}

// Newton steps on the dependent columns until all lanes are closed, or so many. `travelled` is how
// far the longest of each step went, added up.
FOURBAR_INLINE Lane close_lanes(const System& system, const Partition& partition, double tolerance,
                                int steps, bool polish, bool far, Scratch& at, Lane& travelled) {
    Lane* step = at.v;
    Lane residual{};
    bool polished = !polish;
    for (int n = 0;; ++n) {
        evaluate_lanes(system, at, far, at.residual, at.K, nullptr);
        residual = largest_of(at.residual, system.rows);
        bool closed = true;
        for (int l = 0; l < lane_count; ++l) closed = closed && residual[l] <= tolerance;
        // One step more than the tolerance asks for is nearly free of rounding (Newton squares
        // the error).
        if (n == steps || (closed && polished)) return residual;
        polished = polished || closed;
        for (int i = 0; i < system.tree.nv; ++i) step[i] = Lane{};
        Lane farthest{};
        for (int k = 0; k < system.block_count; ++k) {
            const Block& block = system.blocks[k];
            const int count = partition.dependent_count[k];
            if (count == 0) continue;
            Factors<Lane> f = gather(system, block, partition.dependent[k], count, at);
            factor(f);
            for (int i = 0; i < block.row_count; ++i) at.rhs[i] = -at.residual[block.rows[i]];
            solve(f, at.rhs);
            const Lane longest = longest_of(system, at.rhs, partition.dependent[k], count);
            constexpr double most = numerics::newton::longest_step;
            const Lane share = choose(longest > most, most / longest, spread(1.0));
            farthest = choose(longest * share > farthest, longest * share, farthest);
            for (int j = 0; j < count; ++j) step[partition.dependent[k][j]] = at.rhs[j] * share;
        }
        travelled += farthest;
        move_lanes(system, step, at.q);
    }
}

inline long close(const System& system, const Partition& partition, const Closing& data, long begin,
                  long end, double* scratch) {
    Carver carver(scratch);
    Scratch at = carve_scratch(system, carver);
    set_constants(system, at);
    const int nq = system.tree.nq, ny = data.entry_count;
    Lane* first = at.best;
    Lane* goal = at.G;
    for (long row = begin; row < end; row += lane_count) {
        const long filled = end - row < lane_count ? end - row : lane_count;
        bool far = false, far_goal = false;
        double* rows = data.q + row * nq;
        long bad = load_lanes(rows, filled, nq, at.q, far);
        if (bad < 0) bad = load_lanes(data.goals + row * ny, filled, ny, goal, far_goal);
        if (bad >= 0) return row + bad;
        far = far || far_goal;
        double farthest = 0.0;
        for (int i = 0; i < ny; ++i) {
            first[i] = at.q[data.entries[i]];
            const Lane away = magnitude_of(goal[i] - first[i]);
            for (int l = 0; l < lane_count; ++l) farthest = away[l] > farthest ? away[l] : farthest;
        }
        const double wanted = farthest / data.stride;
        int strides = wanted < data.most ? static_cast<int>(wanted) + 1 : data.most;
        Lane residual{}, doubt{};
        for (int s = 1; s <= strides; ++s) {
            const double share = static_cast<double>(s) / strides;
            const bool last = s == strides;
            for (int i = 0; i < ny; ++i) {
                at.q[data.entries[i]] = last ? goal[i] : first[i] + (goal[i] - first[i]) * share;
            }
            normalise(system, at.q);
            Lane travelled{};
            residual = close_lanes(system, partition, data.tolerance, last ? data.steps : numerics::newton::steps_between, last,
                                   far, at, travelled);
            const Lane here = choose(travelled > numerics::newton::most_travel, spread(1.0), Lane{});
            doubt += here;
            doubt += choose(residual <= data.tolerance, Lane{}, spread(1.0));
        }
        for (int i = 0; i < nq; ++i) {
            for (long l = 0; l < filled; ++l) rows[l * nq + i] = at.q[i][l];
        }
        for (long l = 0; l < filled; ++l) {
            const bool jumped = data.most > 1 && doubt[l] > 0.0;
            data.residual[row + l] = jumped ? HUGE_VAL : residual[l];
        }
    }
    return -1;
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
