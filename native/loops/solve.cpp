#include "solve.hpp"

#include <cmath>
#include <cstring>
#include <limits>

namespace fourbar::loops {

using mechanics::Motion;

namespace {

// Columns below this share of the largest do not count: a loop's redundant rows leave about 1e-16,
// a mechanism one degree from a dead centre about 1e-2.
constexpr double rank_tolerance = 1e-8;
// A step turns no joint by more than this [rad], so that the nearest solution is found first.
constexpr double longest_step = 0.7;


}  // namespace

void move(const System& system, const double* q, const double* step, double* moved) {
    std::memcpy(moved, q, sizeof(double) * static_cast<std::size_t>(system.tree.nq));
    for (int n = 0; n < system.mover_count; ++n) {
        const Mover& mover = system.movers[n];
        const double* s = step + mover.v;
        double* to = moved + mover.q;
        if (mover.motion < Motion::spherical) {
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

Solver::Solver(const System& system, const Kernels& kernels, double* workspace)
    : system_(system), kernels_(kernels), workspace_(workspace) {
    const auto rows = static_cast<std::size_t>(system.rows);
    const auto nv = static_cast<std::size_t>(system.tree.nv);
    phi_.resize(rows);
    K_.resize(rows * nv);
    A_.resize((rows + nv) * nv);
    rhs_.resize(rows + nv);
    step_.resize(nv);
    velocity_.resize(nv);
    trial_.resize(static_cast<std::size_t>(system.tree.nq));
}

double Solver::evaluate(const Block& block, const double* q, bool with_jacobian, double& cost) {
    cost = std::numeric_limits<double>::infinity();
    if (!kernels_.evaluate(system_, q, nullptr, workspace_, phi_.data(),
                           with_jacobian ? K_.data() : nullptr, nullptr)) {
        return cost;
    }
    double largest = 0.0;
    double sum = 0.0;
    for (int i = 0; i < block.row_count; ++i) {
        const double value = phi_[static_cast<std::size_t>(block.rows[i])];
        largest = std::fmax(largest, std::fabs(value));
        sum += value * value;
    }
    cost = 0.5 * sum;
    return largest;
}

bool Solver::try_step(const Block& block, const std::vector<int>& free, const Limits& limits,
                      const double* step, double share, const double* q, double cost) {
    std::fill(velocity_.begin(), velocity_.end(), 0.0);
    for (std::size_t j = 0; j < free.size(); ++j) {
        velocity_[static_cast<std::size_t>(free[j])] = step[j] * share;
    }
    move(system_, q, velocity_.data(), trial_.data());
    if (limits.lower != nullptr) {
        for (int n = 0; n < system_.mover_count; ++n) {
            const Mover& mover = system_.movers[n];
            if (mover.motion >= Motion::spherical) continue;
            double& x = trial_[static_cast<std::size_t>(mover.q)];
            // Only what this step moved: a held joint stays where it was put.
            if (velocity_[static_cast<std::size_t>(mover.v)] == 0.0) continue;
            x = std::fmin(std::fmax(x, limits.lower[mover.q]), limits.upper[mover.q]);
        }
    }
    double moved = 0.0;
    evaluate(block, trial_.data(), false, moved);
    return moved < cost;
}

void Solver::close_block(const Block& block, const std::vector<int>& free, const Limits& limits,
                         double tolerance, int steps, double* q, Outcome& outcome) {
    double damping = 0.0;
    double cost = 0.0;
    double residual = evaluate(block, q, true, cost);
    ++outcome.iterations;
    bool polished = false;
    const int nv = system_.tree.nv;
    for (int n = 0; n < steps && residual < std::numeric_limits<double>::infinity(); ++n) {
        if (residual <= tolerance && polished) break;
        polished = residual <= tolerance;
        active_.clear();
        for (const int column : free) {
            bool stuck = false;
            if (limits.lower != nullptr) {
                for (int m = 0; m < system_.mover_count; ++m) {
                    const Mover& mover = system_.movers[m];
                    if (mover.v != column || mover.motion >= Motion::spherical) continue;
                    double slope = 0.0;
                    for (int i = 0; i < block.row_count; ++i) {
                        slope += K_[static_cast<std::size_t>(block.rows[i] * nv + column)] *
                                 phi_[static_cast<std::size_t>(block.rows[i])];
                    }
                    stuck = (q[mover.q] <= limits.lower[mover.q] && slope >= 0.0) ||
                            (q[mover.q] >= limits.upper[mover.q] && slope <= 0.0);
                }
            }
            if (!stuck) active_.push_back(column);
        }
        const auto count = static_cast<int>(active_.size());
        if (count == 0) break;
        for (int i = 0; i < block.row_count; ++i) {
            for (int j = 0; j < count; ++j) {
                A_[static_cast<std::size_t>(i * count + j)] =
                    K_[static_cast<std::size_t>(block.rows[i] * nv + active_[static_cast<std::size_t>(j)])];
            }
            rhs_[static_cast<std::size_t>(i)] = -phi_[static_cast<std::size_t>(block.rows[i])];
        }
        bool moved = false;
        for (int attempt = 0; attempt < 12 && !moved; ++attempt) {
            int rows = block.row_count;
            if (damping > 0.0) {
                // Levenberg: sqrt(damping) I below A.
                for (int k = 0; k < count; ++k, ++rows) {
                    for (int j = 0; j < count; ++j) {
                        A_[static_cast<std::size_t>(rows * count + j)] =
                            j == k ? std::sqrt(damping) : 0.0;
                    }
                    rhs_[static_cast<std::size_t>(rows)] = 0.0;
                }
            }
            qr_.factor(A_.data(), rows, count, rank_tolerance);
            qr_.solve(rhs_.data(), step_.data());
            double longest = 0.0;
            for (int j = 0; j < count; ++j) {
                longest = std::fmax(longest, std::fabs(step_[static_cast<std::size_t>(j)]));
            }
            if (!(longest < std::numeric_limits<double>::infinity())) break;
            double share = longest > longest_step ? longest_step / longest : 1.0;
            const int halvings = damping > 0.0 ? 1 : 6;
            for (int h = 0; h < halvings && !moved; ++h, share *= 0.5) {
                moved = try_step(block, active_, limits, step_.data(), share, q, cost);
            }
            if (!moved) {
                if (polished) break;  // as close as rounding allows
                damping = damping > 0.0 ? damping * 10.0 : 1e-6;
            }
        }
        if (!moved) break;
        std::memcpy(q, trial_.data(), sizeof(double) * trial_.size());
        damping = damping > 1e-9 ? damping * 0.1 : 0.0;
        residual = evaluate(block, q, true, cost);
        ++outcome.iterations;
    }
    outcome.residual = std::fmax(outcome.residual, residual);
}

Outcome Solver::close(double* q, const std::vector<std::vector<int>>& free, const Limits& limits,
                      double tolerance, int steps) {
    Outcome outcome;
    for (int k = 0; k < system_.block_count; ++k) {
        close_block(system_.blocks[k], free[static_cast<std::size_t>(k)], limits, tolerance, steps, q,
                    outcome);
    }
    return outcome;
}

}  // namespace fourbar::loops
