#include "solve.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace fourbar::loops {

using mechanics::Motion;

namespace {

// Columns below this share of the largest do not count: a loop's redundant rows leave about 1e-16,
// a mechanism one degree from a dead centre about 1e-2.
constexpr double rank_tolerance = 1e-8;
// A search whose sum of squares falls by less than this share in so many steps leads nowhere.
constexpr double least_progress = 1e-3;
constexpr int patience = 8;

// The larger size; one that is not a number is larger than any, where fmax() would drop it.
double worse(double largest, double value) {
    const double size = std::fabs(value);
    return size <= largest ? largest : size != size ? std::numeric_limits<double>::infinity() : size;
}

}  // namespace

Solver::Solver(const System& system, const Kernels& kernels)
    : system_(system), kernels_(kernels), workspace_(kernels.workspace_size(system)) {
    kernels.prepare(system, workspace_.data());
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
    if (!kernels_.evaluate(system_, q, nullptr, workspace_.data(), phi_.data(),
                           with_jacobian ? K_.data() : nullptr, nullptr)) {
        return cost;
    }
    double largest = 0.0;
    double sum = 0.0;
    for (int i = 0; i < block.row_count; ++i) {
        const double value = phi_[static_cast<std::size_t>(block.rows[i])];
        largest = worse(largest, value);
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

void Solver::settle(const Block& block, const std::vector<int>& free, double* q) {
    const int first = system_.rows - system_.linear_count;
    const auto count = static_cast<int>(free.size());
    int rows = 0;
    for (int i = 0; i < block.row_count; ++i) {
        if (block.rows[i] < first) continue;
        const LinearRow& row = system_.linear[block.rows[i] - first];
        double* to = A_.data() + static_cast<std::size_t>(rows) * free.size();
        std::fill_n(to, free.size(), 0.0);
        double sum = row.constant;
        for (const Term* term = row.terms; term != row.terms + row.count; ++term) {
            sum += term->factor * q[term->q];
            const auto at = std::find(free.begin(), free.end(), term->v);
            if (at != free.end()) to[at - free.begin()] += term->factor;
        }
        rhs_[static_cast<std::size_t>(rows++)] = -sum;
    }
    if (rows == 0 || count == 0) return;
    qr_.factor(A_.data(), rows, count, rank_tolerance);
    qr_.solve(rhs_.data(), step_.data());
    for (int j = 0; j < count; ++j) {
        const int entry = system_.scalars[free[static_cast<std::size_t>(j)]];
        if (entry >= 0) q[entry] += step_[static_cast<std::size_t>(j)];
    }
}

double Solver::gap(const Block& block, const double* q) {
    double cost = 0.0;
    evaluate(block, q, false, cost);
    return std::sqrt(2.0 * cost);
}

double Solver::residual(const double* q) {
    if (!kernels_.evaluate(system_, q, nullptr, workspace_.data(), phi_.data(), nullptr, nullptr)) {
        return std::numeric_limits<double>::infinity();
    }
    double largest = 0.0;
    for (const double value : phi_) largest = worse(largest, value);
    return largest;
}

const double* Solver::jacobian(const double* q) {
    const bool finite = kernels_.evaluate(system_, q, nullptr, workspace_.data(), phi_.data(),
                                          K_.data(), nullptr);
    return finite ? K_.data() : nullptr;
}

// The free columns that do not stand at a limit which the steepest descent pushes against.
void Solver::find_active(const Block& block, const std::vector<int>& free, const Limits& limits,
                         const double* q) {
    const int nv = system_.tree.nv;
    active_.clear();
    for (const int column : free) {
        const int entry = limits.lower == nullptr ? -1 : system_.scalars[column];
        bool stuck = false;
        if (entry >= 0) {
            double slope = 0.0;
            for (int i = 0; i < block.row_count; ++i) {
                slope += K_[static_cast<std::size_t>(block.rows[i] * nv + column)] *
                         phi_[static_cast<std::size_t>(block.rows[i])];
            }
            stuck = (q[entry] <= limits.lower[entry] && slope >= 0.0) ||
                    (q[entry] >= limits.upper[entry] && slope <= 0.0);
        }
        if (!stuck) active_.push_back(column);
    }
}

Outcome Solver::close_block(const Block& block, const std::vector<int>& free, const Limits& limits,
                            double tolerance, int steps, double* q) {
    Outcome outcome;
    double damping = 0.0;
    double cost = 0.0;
    // A joint that starts beyond its limits would be stuck there.
    for (std::size_t j = 0; j < free.size() && limits.lower != nullptr; ++j) {
        const int i = system_.scalars[free[j]];
        if (i >= 0) q[i] = std::fmin(std::fmax(q[i], limits.lower[i]), limits.upper[i]);
    }
    outcome.residual = evaluate(block, q, true, cost);
    ++outcome.iterations;
    bool polished = false;
    double before = cost;
    const int nv = system_.tree.nv;
    for (int n = 0; n < steps && outcome.residual < std::numeric_limits<double>::infinity(); ++n) {
        if (outcome.residual <= tolerance && polished) break;
        polished = outcome.residual <= tolerance;
        if (n > 0 && n % patience == 0) {
            if (!polished && cost > (1.0 - least_progress) * before) break;
            before = cost;
        }
        find_active(block, free, limits, q);
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
            bool finite = true;
            for (int j = 0; j < count; ++j) {
                const double size = std::fabs(step_[static_cast<std::size_t>(j)]);
                finite = finite && std::isfinite(size);
                if (system_.in_loop[active_[static_cast<std::size_t>(j)]] != 0) {
                    longest = std::fmax(longest, size);
                }
            }
            if (!finite) break;
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
        outcome.residual = evaluate(block, q, true, cost);
        ++outcome.iterations;
    }
    return outcome;
}

Outcome Solver::close(double* q, const std::vector<std::vector<int>>& free, const Limits& limits,
                      double tolerance, int steps) {
    Outcome outcome;
    for (int k = 0; k < system_.block_count; ++k) {
        const Outcome own = close_block(system_.blocks[k], free[static_cast<std::size_t>(k)], limits,
                                        tolerance, steps, q);
        outcome.residual = std::fmax(outcome.residual, own.residual);
        outcome.iterations += own.iterations;
    }
    return outcome;
}

}  // namespace fourbar::loops
