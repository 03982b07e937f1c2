// Levenberg-Marquardt on one block, a configuration per lane.
//
// The step is (A^T A + m I)^-1 A^T phi, or A^T (A A^T + m I)^-1 phi, whichever matrix is smaller;
// with m in proportion to |phi|^2 it converges quadratically, redundant rows or not (Yamashita and
// Fukushima). Every lane has its own damping and keeps its best configuration.
#pragma once

#include "newton.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

using fourbar::loops::Descent;

// Cholesky: M = L L^T in place, row by row, with 1 / L_jj on the diagonal; then M x = b.
FOURBAR_INLINE void factor_square(Lane* M, int n) {
    for (int j = 0; j < n; ++j) {
        Lane* row = M + j * n;
        for (int k = 0; k < j; ++k) {
            const Lane* other = M + k * n;
            Lane sum = row[k];
            for (int i = 0; i < k; ++i) sum -= row[i] * other[i];
            row[k] = sum * other[k];
        }
        Lane pivot = row[j];
        for (int i = 0; i < j; ++i) pivot -= row[i] * row[i];
        row[j] = choose(pivot > 0.0, 1.0 / root(choose(pivot > 0.0, pivot, spread(1.0))), Lane{});
    }
}

FOURBAR_INLINE void solve_square(const Lane* M, int n, Lane* x) {
    for (int i = 0; i < n; ++i) {
        for (int k = 0; k < i; ++k) x[i] -= M[i * n + k] * x[k];
        x[i] = x[i] * M[i * n + i];
    }
    for (int i = n - 1; i >= 0; --i) {
        for (int k = i + 1; k < n; ++k) x[i] -= M[k * n + i] * x[k];
        x[i] = x[i] * M[i * n + i];
    }
}

// Where a lane stands: its configuration, phi and the columns A of the block (column by column).
struct Standing {
    Lane* q;
    Lane* phi;
    Lane* A;
    Lane cost;
    Lane damping;
};

// Takes over the lanes in which what was just evaluated is better. Columns that stand at a limit
// which the descent pushes against are zero.
FOURBAR_INLINE void take_better(const System& system, const Descent& data, const Scratch& at,
                                Standing& best) {
    const Block& block = system.blocks[data.block];
    const int m = block.row_count;
    Lane cost{};
    for (int i = 0; i < m; ++i) {
        const Lane x = at.residual[block.rows[i]];
        cost += x * x;
    }
    const auto better = cost < best.cost;
    best.cost = choose(better, cost, best.cost);
    best.damping = choose(better, best.damping * numerics::lanes::damping_cut,
                          best.damping * numerics::lanes::damping_growth);
    constexpr double least = numerics::lanes::least_damping;
    best.damping = choose(best.damping > least, best.damping, spread(least));
    for (int i = 0; i < system.tree.nq; ++i) best.q[i] = choose(better, at.q[i], best.q[i]);
    for (int i = 0; i < m; ++i) {
        best.phi[i] = choose(better, at.residual[block.rows[i]], best.phi[i]);
    }
    for (int j = 0; j < data.column_count; ++j) {
        const int column = data.columns[j];
        Lane* to = best.A + j * m;
        Lane open = spread(1.0);
        const int entry = data.lower == nullptr ? -1 : system.scalars[column];
        if (entry >= 0) {
            Lane slope{};
            for (int i = 0; i < m; ++i) {
                slope += at.K[system.sources[block.rows[i] * system.tree.nv + column]] *
                         at.residual[block.rows[i]];
            }
            const Lane x = at.q[entry];
            const auto stuck = ((x <= data.lower[entry]) & (slope >= 0.0)) |
                               ((x >= data.upper[entry]) & (slope <= 0.0));
            open = choose(stuck, Lane{}, open);
        }
        for (int i = 0; i < m; ++i) {
            const Lane x = at.K[system.sources[block.rows[i] * system.tree.nv + column]] * open;
            to[i] = choose(better, x, to[i]);
        }
    }
}

// The damped step of every lane, in the columns of at.v.
FOURBAR_INLINE void find_lane_step(const System& system, const Descent& data, const Standing& best,
                                   Scratch& at) {
    const int m = system.blocks[data.block].row_count, n = data.column_count;
    const bool wide = m <= n;
    const int size = wide ? m : n;
    Lane* M = at.G;
    Lane* x = at.rhs;
    Lane largest{};
    for (int i = 0; i < size; ++i) {
        for (int j = 0; j <= i; ++j) {
            Lane sum{};
            if (wide) {
                for (int c = 0; c < n; ++c) sum += best.A[c * m + i] * best.A[c * m + j];
            } else {
                for (int r = 0; r < m; ++r) sum += best.A[i * m + r] * best.A[j * m + r];
            }
            M[i * size + j] = sum;
        }
        largest = choose(M[i * size + i] > largest, M[i * size + i], largest);
    }
    const Lane added = best.damping * best.cost + largest * numerics::lanes::diagonal_floor + 1e-300;
    for (int i = 0; i < size; ++i) M[i * size + i] += added;
    factor_square(M, size);
    for (int i = 0; i < size; ++i) {
        Lane sum = best.phi[i];
        if (!wide) {
            sum = Lane{};
            for (int r = 0; r < m; ++r) sum += best.A[i * m + r] * best.phi[r];
        }
        x[i] = -sum;
    }
    solve_square(M, size, x);
    for (int i = 0; i < system.tree.nv; ++i) at.v[i] = Lane{};
    Lane longest{};
    for (int c = 0; c < n; ++c) {
        Lane sum = x[wide ? 0 : c];
        if (wide) {
            sum = Lane{};
            for (int i = 0; i < m; ++i) sum += best.A[c * m + i] * x[i];
        }
        at.v[data.columns[c]] = sum;
        if (system.in_loop[data.columns[c]] == 0) continue;
        const Lane size_of = magnitude_of(sum);
        longest = choose(size_of > longest, size_of, longest);
    }
    constexpr double most = numerics::lanes::longest_step;
    const Lane share = choose(longest > most, most / longest, spread(1.0));
    for (int c = 0; c < n; ++c) at.v[data.columns[c]] *= share;
}

FOURBAR_INLINE void keep_within(const System& system, const Descent& data, Lane* q) {
    for (int c = 0; c < data.column_count && data.lower != nullptr; ++c) {
        const int i = system.scalars[data.columns[c]];
        if (i < 0) continue;
        const Lane low = spread(data.lower[i]), high = spread(data.upper[i]);
        q[i] = choose(q[i] < low, low, choose(q[i] > high, high, q[i]));
    }
}

FOURBAR_INLINE void load_targets(const double* rows, long filled, Pose<Lanes>& target) {
    const auto entry = [&](int k) FOURBAR_INLINE_LAMBDA {
        Lane x;
        for (long l = 0; l < lane_count; ++l) x[l] = rows[(l < filled ? l : filled - 1) * 16 + k];
        return x;
    };
    for (int k = 0; k < 3; ++k) target.axes[k] = {entry(k), entry(4 + k), entry(8 + k)};
    target.position = {entry(3), entry(7), entry(11)};
}

inline long descend(const System& system, const Descent& data, long begin, long end,
                    double* scratch) {
    Carver carver(scratch);
    Scratch at = carve_scratch(system, carver);
    set_constants(system, at);
    const int nq = system.tree.nq;
    const int m = system.blocks[data.block].row_count;
    for (long row = begin; row < end; row += lane_count) {
        const long filled = end - row < lane_count ? end - row : lane_count;
        bool far = false;
        const long bad = load_lanes(data.q + row * nq, filled, nq, at.q, far);
        if (bad >= 0) return row + bad;
        if (data.targets != nullptr) load_targets(data.targets + row * 16, filled, at.target);
        keep_within(system, data, at.q);
        Standing best{at.best, at.phi, at.matrix, spread(1e300), 
                      spread(numerics::lanes::first_damping / numerics::lanes::damping_cut)};
        for (int i = 0; i < nq; ++i) best.q[i] = at.q[i];
        for (int i = 0; i < m; ++i) best.phi[i] = spread(1e300);
        for (int i = 0; i < m * data.column_count; ++i) best.A[i] = Lane{};
        Lane residual{}, iterations{}, before = spread(1e300);
        bool polished = false, stalled = false;
        for (int n = 0;; ++n) {
            evaluate_lanes(system, at, far, at.residual, at.K, nullptr);
            take_better(system, data, at, best);
            residual = largest_of(best.phi, m);
            bool closed = true, over = true;
            for (int l = 0; l < lane_count; ++l) {
                const bool is_closed = residual[l] <= data.tolerance;
                closed = closed && is_closed;
                over = over && (is_closed || best.damping[l] > numerics::lanes::most_damping);
                iterations[l] += is_closed ? 0.0 : 1.0;
            }
            if (n > 0 && n % numerics::lanes::patience == 0) {
                // Lanes that make no progress worth the name have ended somewhere else.
                bool slow = true;
                for (int l = 0; l < lane_count; ++l) {
                    slow = slow && (residual[l] <= data.tolerance ||
                                    best.cost[l] > (1.0 - numerics::lanes::least_progress) * before[l]);
                }
                stalled = stalled || slow;
                before = best.cost;
            }
            over = over || stalled;
            if (n >= data.steps || (over && polished)) break;
            polished = over;
            find_lane_step(system, data, best, at);
            for (int i = 0; i < nq; ++i) at.q[i] = best.q[i];
            move_lanes(system, at.v, at.q);
            keep_within(system, data, at.q);
        }
        for (long l = 0; l < filled; ++l) {
            for (int i = 0; i < nq; ++i) data.q[(row + l) * nq + i] = best.q[i][l];
            data.residual[row + l] = residual[l];
            data.iterations[row + l] += static_cast<int>(iterations[l]) + 1;
        }
    }
    return -1;
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
