#include "solve.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "numerics.hpp"

namespace fourbar::loops {

using namespace numerics::careful;

namespace {

// The larger size; one that is not a number is larger than any, where fmax() would drop it.
double worse(double largest, double value) {
    const double size = std::fabs(value);
    return size <= largest ? largest : size != size ? std::numeric_limits<double>::infinity() : size;
}

System keeping_zeros(System system) {
    system.keeps_zeros = true;
    return system;
}

}  // namespace

Solver::Solver(const System& system, const Kernels& kernels)
    : system_(keeping_zeros(system)), kernels_(kernels), workspace_(kernels.workspace_size(system)) {
    kernels.prepare(system, workspace_.data());
    const auto rows = static_cast<std::size_t>(system.rows);
    const auto nv = static_cast<std::size_t>(system.tree.nv);
    phi_.resize(rows);
    K_.resize(rows * nv);
    // One block at a time is solved, with damping below its rows. A tree of many joints has none.
    std::size_t most = 0;
    for (int k = 0; k < system.block_count; ++k) {
        const auto columns = static_cast<std::size_t>(system.blocks[k].column_count);
        const std::size_t height = static_cast<std::size_t>(system.blocks[k].row_count) + columns;
        most = std::max(most, height * columns);
    }
    A_.resize(most);
    rhs_.resize(rows + nv);
    step_.resize(nv);
    velocity_.resize(nv);
    trial_.resize(static_cast<std::size_t>(system.tree.nq));
}

Solver::Standing Solver::evaluate(const Block& block, const double* q, bool with_jacobian) {
    if (!kernels_.evaluate(system_, q, nullptr, workspace_.data(), phi_.data(),
                           with_jacobian ? K_.data() : nullptr, nullptr)) {
        return {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
    }
    double largest = 0.0;
    double sum = 0.0;
    for (int i = 0; i < block.row_count; ++i) {
        const double value = phi_[static_cast<std::size_t>(block.rows[i])];
        largest = worse(largest, value);
        sum += value * value;
    }
    return {largest, sum};
}

bool Solver::try_step(const Block& block, const Limits& limits, double share, const double* q,
                      Standing& at) {
    std::fill(velocity_.begin(), velocity_.end(), 0.0);
    for (std::size_t j = 0; j < active_.size(); ++j) {
        velocity_[static_cast<std::size_t>(active_[j])] = step_[j] * share;
    }
    move(system_, q, velocity_.data(), trial_.data());
    if (limits.lower != nullptr) {
        for (int n = 0; n < system_.mover_count; ++n) {
            const Mover& mover = system_.movers[n];
            if (!is_scalar(mover.motion)) continue;
            double& x = trial_[static_cast<std::size_t>(mover.q)];
            // Only what this step moved: a held joint stays where it was put.
            if (velocity_[static_cast<std::size_t>(mover.v)] == 0.0) continue;
            x = std::fmin(std::fmax(x, limits.lower[mover.q]), limits.upper[mover.q]);
        }
    }
    // Most steps are taken: K is needed next.
    const Standing there = evaluate(block, trial_.data(), true);
    if (!(there.cost < at.cost)) return false;
    at = there;
    return true;
}

void Solver::settle(int number, const Free& columns, double* q) {
    const Block& block = system_.blocks[number];
    const std::vector<int>& free = columns.of(number);
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
    qr_.factor(A_.data(), rows, count, numerics::rank);
    qr_.solve(rhs_.data(), step_.data());
    for (int j = 0; j < count; ++j) {
        const int entry = system_.scalars[free[static_cast<std::size_t>(j)]];
        if (entry >= 0) q[entry] += step_[static_cast<std::size_t>(j)];
    }
}

double Solver::gap(const Block& block, const double* q) {
    return std::sqrt(evaluate(block, q, false).cost);
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

// The shortest step of the active columns that makes |phi| smallest to first order; with damping,
// Levenberg's. Returns the share of it to try first, or zero where there is no step.
double Solver::find_step(const Block& block, double damping) {
    const std::size_t count = active_.size();
    int rows = block.row_count;
    if (damping > 0.0) {
        // sqrt(damping) I below A.
        double* below = A_.data() + static_cast<std::size_t>(rows) * count;
        std::fill_n(below, count * count, 0.0);
        for (std::size_t k = 0; k < count; ++k, ++rows) {
            below[k * count + k] = std::sqrt(damping);
            rhs_[static_cast<std::size_t>(rows)] = 0.0;
        }
    }
    qr_.factor(A_.data(), rows, static_cast<int>(count), numerics::rank);
    qr_.solve(rhs_.data(), step_.data());
    double longest = 0.0;
    for (std::size_t j = 0; j < count; ++j) {
        if (!std::isfinite(step_[j])) return 0.0;
        if (system_.in_loop[active_[j]] != 0) longest = std::fmax(longest, std::fabs(step_[j]));
    }
    return longest > longest_step ? longest_step / longest : 1.0;
}

// Moves trial_ from q to a pose of lower cost: the whole step, shorter ones, then ever more damped
// ones. False if none is lower.
bool Solver::descend(const Block& block, const Limits& limits, const double* q, bool is_closed,
                     double& damping, Standing& at) {
    double* to = A_.data();
    for (int i = 0; i < block.row_count; ++i) {
        const double* row = K_.data() + static_cast<std::size_t>(block.rows[i] * system_.tree.nv);
        for (const int column : active_) *to++ = row[column];
        rhs_[static_cast<std::size_t>(i)] = -phi_[static_cast<std::size_t>(block.rows[i])];
    }
    for (int attempt = 0; attempt < most_dampings; ++attempt) {
        double share = find_step(block, damping);
        if (share == 0.0) return false;
        const int tries = damping > 0.0 ? 1 : most_halvings;
        for (int n = 0; n < tries; ++n, share *= 0.5) {
            if (try_step(block, limits, share, q, at)) return true;
        }
        if (is_closed) return false;  // as close as rounding allows
        damping = damping > 0.0 ? damping * damping_growth : first_damping;
    }
    return false;
}

Outcome Solver::close_block(int number, const Free& columns, const Limits& limits, double tolerance,
                            int steps, double* q) {
    const Block& block = system_.blocks[number];
    const std::vector<int>& free = columns.of(number);
    // A joint that starts beyond its limits would be stuck there.
    for (std::size_t j = 0; j < free.size() && limits.lower != nullptr; ++j) {
        const int i = system_.scalars[free[j]];
        if (i >= 0) q[i] = std::fmin(std::fmax(q[i], limits.lower[i]), limits.upper[i]);
    }
    Standing at = evaluate(block, q, true);
    int iterations = 1;
    double damping = 0.0, before = at.cost;
    bool polished = false;
    for (int n = 0; n < steps && at.residual < std::numeric_limits<double>::infinity(); ++n) {
        const bool is_closed = at.residual <= tolerance;
        // One step more than the tolerance asks for is nearly free of rounding.
        if (is_closed && polished) break;
        polished = is_closed;
        if (n > 0 && n % patience == 0) {
            if (!is_closed && at.cost > (1.0 - least_progress) * before) break;
            before = at.cost;
        }
        find_active(block, free, limits, q);
        if (active_.empty() || !descend(block, limits, q, is_closed, damping, at)) break;
        std::memcpy(q, trial_.data(), sizeof(double) * trial_.size());
        damping = damping > least_damping ? damping / damping_growth : 0.0;
        ++iterations;
    }
    return {at.residual, iterations};
}

Outcome Solver::close(double* q, const Free& free, const Limits& limits, double tolerance,
                      int steps) {
    Outcome outcome;
    for (int k = 0; k < system_.block_count; ++k) {
        const Outcome own = close_block(k, free, limits, tolerance, steps, q);
        outcome.residual = std::fmax(outcome.residual, own.residual);
        outcome.iterations += own.iterations;
    }
    return outcome;
}

}  // namespace fourbar::loops
