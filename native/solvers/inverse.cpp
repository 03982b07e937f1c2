#include "inverse.hpp"

#include <algorithm>
#include <cmath>

#include "numerics.hpp"
#include "rotations.hpp"

namespace fourbar::mechanics {

using namespace numerics::inverse;

InverseSolver::InverseSolver(const Tree& tree, const Kernels& kernels,
                             const InverseSettings& settings)
    : tree_(tree), kernels_(kernels), settings_(settings) {
    const Frame& frame = tree.frames[settings.frame];
    rows_ = 3 * (settings.position ? 1 : 0) + 3 * (settings.rotation ? 1 : 0);
    const auto add = [&](int v, int q) {
        for (std::size_t k = 0; k < free_.size(); ++k) {
            if (free_[k].v == v) return static_cast<int>(k);
        }
        free_.push_back({v, q});
        return static_cast<int>(free_.size() - 1);
    };
    for (int n = 0; n < frame.support_count; ++n) {
        const Body& body = tree.bodies[frame.support[n]];
        const int count = velocity_count(body.motion);
        const Follower* follower = nullptr;
        for (const Follower& candidate : settings.followers) {
            if (candidate.v == body.v) follower = &candidate;
        }
        for (int k = 0; k < count; ++k) {
            if (follower == nullptr) {
                // Of a floating joint's entries only the quaternion's are not one number each,
                // but its translations turn with it: none has a limit of its own.
                column_of_.push_back(add(body.v + k, count == 1 ? body.q : -1));
                factor_of_.push_back(1.0);
            } else if (follower->source_v < 0) {
                column_of_.push_back(-1);
                factor_of_.push_back(0.0);
            } else {
                column_of_.push_back(add(follower->source_v, follower->source_q));
                factor_of_.push_back(follower->multiplier);
            }
        }
    }
    packed_.resize(6 * column_of_.size());
    jacobian_.resize(6 * free_.size());
    step_.resize(free_.size());
    pull_.resize(free_.size());
    frozen_.resize(free_.size());
    velocity_.resize(static_cast<std::size_t>(tree.nv));
    trial_.resize(static_cast<std::size_t>(tree.nq));
    corrected_.resize(static_cast<std::size_t>(tree.nq));
    other_.resize(static_cast<std::size_t>(tree.nq));
}

// Error, pose and Jacobian at q. The error is [position; rotation vector] in world axes.
InverseResult InverseSolver::measure(const double* target, const double* q, double* workspace) {
    Request request{};
    request.quantity = Quantity::jacobian;
    request.frame = settings_.frame;
    request.point = settings_.point;
    request.support_only = true;
    kernels_.chain(tree_, request, q, workspace, pose_, packed_.data());
    // The pose is the link's; what must reach the target is the point on it.
    if (settings_.point != nullptr) {
        for (int r = 0; r < 3; ++r) {
            for (int k = 0; k < 3; ++k) pose_[4 * r + 3] += pose_[4 * r + k] * settings_.point[k];
        }
    }
    double linear[3];
    double angular[3];
    for (int k = 0; k < 3; ++k) linear[k] = target[4 * k + 3] - pose_[4 * k + 3];
    rotation_between(pose_, target, angular);
    std::size_t at = 0;
    if (settings_.position) {
        std::copy(linear, linear + 3, error_);
        at = 3;
    }
    if (settings_.rotation) std::copy(angular, angular + 3, error_ + at);

    std::fill(jacobian_.begin(), jacobian_.end(), 0.0);
    const std::size_t width = column_of_.size();
    const std::size_t first = settings_.position ? 0 : 3;
    for (std::size_t r = 0; r < static_cast<std::size_t>(rows_); ++r) {
        for (std::size_t c = 0; c < width; ++c) {
            if (column_of_[c] < 0) continue;
            jacobian_[r * free_.size() + static_cast<std::size_t>(column_of_[c])] +=
                factor_of_[c] * packed_[(first + r) * width + c];
        }
    }
    const auto norm = [](const double* x) {
        return std::sqrt(x[0] * x[0] + x[1] * x[1] + x[2] * x[2]);
    };
    InverseResult result{};
    result.position_error = settings_.position ? norm(linear) : 0.0;
    result.rotation_error = settings_.rotation ? norm(angular) : 0.0;
    result.converged = result.position_error <= settings_.position_tolerance &&
                       result.rotation_error <= settings_.rotation_tolerance;
    return result;
}

// dual = (J J^T + damping I)^-1 right, by Cholesky; frozen columns do not count.
void InverseSolver::solve_damped(double damping, const double* right, double* dual) {
    const std::size_t n = free_.size();
    const auto rows = static_cast<std::size_t>(rows_);
    double L[6][6];
    for (std::size_t i = 0; i < rows; ++i) {
        for (std::size_t j = 0; j <= i; ++j) {
            double sum = i == j ? damping : 0.0;
            for (std::size_t c = 0; c < n; ++c) {
                if (!frozen_[c]) sum += jacobian_[i * n + c] * jacobian_[j * n + c];
            }
            for (std::size_t k = 0; k < j; ++k) sum -= L[i][k] * L[j][k];
            L[i][j] = i == j ? std::sqrt(std::max(sum, least_damping)) : sum / L[j][j];
        }
    }
    for (std::size_t i = 0; i < rows; ++i) {
        dual[i] = right[i];
        for (std::size_t k = 0; k < i; ++k) dual[i] -= L[i][k] * dual[k];
        dual[i] /= L[i][i];
    }
    for (std::size_t i = rows; i-- > 0;) {
        for (std::size_t k = i + 1; k < rows; ++k) dual[i] -= L[k][i] * dual[k];
        dual[i] /= L[i][i];
    }
}

// du = J^# e + (1 - J^# J) gain (posture - q), J^# = J^T (J J^T + damping)^-1. A coordinate that
// would leave its limits is frozen there and the others solve without it.
void InverseSolver::find_step(const double* q, double damping, double posture_gain) {
    const std::size_t n = free_.size();
    const auto rows = static_cast<std::size_t>(rows_);
    std::fill(frozen_.begin(), frozen_.end(), char{0});
    for (std::size_t pass = 0; pass <= n; ++pass) {
        for (std::size_t c = 0; c < n; ++c) {
            const int i = free_[c].q;
            const bool pulled = settings_.posture != nullptr && i >= 0 && !frozen_[c];
            pull_[c] = pulled ? posture_gain * (settings_.posture[i] - q[i]) : 0.0;
        }
        double right[6];
        double dual[6];
        for (std::size_t r = 0; r < rows; ++r) {
            right[r] = error_[r];
            for (std::size_t c = 0; c < n; ++c) right[r] -= jacobian_[r * n + c] * pull_[c];
        }
        solve_damped(damping, right, dual);
        double longest = 0.0;
        for (std::size_t c = 0; c < n; ++c) {
            step_[c] = pull_[c];
            for (std::size_t r = 0; r < rows && !frozen_[c]; ++r) {
                step_[c] += jacobian_[r * n + c] * dual[r];
            }
            longest = std::max(longest, std::fabs(step_[c]));
        }
        const double scale = longest > longest_step ? longest_step / longest : 1.0;
        bool changed = false;
        for (std::size_t c = 0; c < n; ++c) {
            step_[c] *= scale;
            const int i = free_[c].q;
            if (i < 0 || frozen_[c]) continue;
            const bool stuck = (step_[c] > 0.0 && q[i] >= settings_.upper[i]) ||
                               (step_[c] < 0.0 && q[i] <= settings_.lower[i]);
            if (stuck) frozen_[c] = 1;
            changed = changed || stuck;
        }
        if (!changed) return;
    }
}

// The configuration after the step, within limits, followers where they belong.
void InverseSolver::advance(const double* q, double* result) {
    std::fill(velocity_.begin(), velocity_.end(), 0.0);
    for (std::size_t c = 0; c < free_.size(); ++c) {
        velocity_[static_cast<std::size_t>(free_[c].v)] = step_[c];
    }
    for (int b = 1; b < tree_.body_count; ++b) {
        const Body& body = tree_.bodies[b];
        const double* at = q + body.q;
        const double* step = velocity_.data() + body.v;
        double* to = result + body.q;
        if (body.motion == Motion::spherical) {
            turn_quaternion(at, step, to);
        } else if (body.motion == Motion::floating) {
            double moved[3];
            turn_vector(at + 3, step, moved);  // to first order, which the next step corrects
            for (int k = 0; k < 3; ++k) to[k] = at[k] + moved[k];
            turn_quaternion(at + 3, step + 3, to + 3);
        } else {
            const double lower = settings_.lower[body.q], upper = settings_.upper[body.q];
            to[0] = std::min(std::max(at[0] + step[0], lower), upper);
        }
    }
    for (const Follower& follower : settings_.followers) {
        result[follower.q] = follower.offset;
        if (follower.source_q >= 0) {
            result[follower.q] += follower.multiplier * result[follower.source_q];
        }
    }
}

InverseResult InverseSolver::descend(const double* target, double* q, double* workspace) {
    // A start outside the limits is brought inside first, joints that do not move the link included.
    std::fill(step_.begin(), step_.end(), 0.0);
    advance(q, trial_.data());
    std::copy(trial_.begin(), trial_.end(), q);
    InverseResult best = measure(target, q, workspace);
    double damping = first_damping;
    double gain = settings_.posture_gain;
    int iteration = 0;
    while (!best.converged && iteration < settings_.most_iterations && damping < most_damping) {
        ++iteration;
        // The posture gives way as the target comes near, or the two would never agree.
        const double strength = std::min(1.0, numerics::inverse::fade * std::sqrt(best.cost()));
        find_step(q, damping * (cost_floor + best.cost()), gain * strength);
        advance(q, trial_.data());
        const InverseResult next = measure(target, trial_.data(), workspace);
        // A stationary point that is no solution makes no progress worth the name.
        if (next.cost() < best.cost() * (1.0 - least_gain)) {
            std::copy(trial_.begin(), trial_.end(), q);
            best = next;
            damping = std::max(damping_cut * damping, least_damping);
        } else {
            measure(target, q, workspace);
            damping *= damping_growth;
            gain *= 0.5;
        }
    }
    best.iterations = iteration;
    if (best.converged && settings_.posture != nullptr) settle(target, q, workspace, best);
    return best;
}

double InverseSolver::distance_to_posture(const double* q) const {
    double sum = 0.0;
    for (const Coordinate& coordinate : free_) {
        if (coordinate.q < 0) continue;
        const double off = settings_.posture[coordinate.q] - q[coordinate.q];
        sum += off * off;
    }
    return sum;
}

// From a solution, towards the posture along solutions: a step in the null space, then back onto
// the target. Only what is a solution, and closer to the posture, is kept.
void InverseSolver::settle(const double* target, double* q, double* workspace,
                           InverseResult& best) {
    double gain = std::max(settings_.posture_gain, settle_gain);
    double distance = distance_to_posture(q);
    while (best.iterations < settings_.most_iterations && gain > least_settle_gain) {
        ++best.iterations;
        measure(target, q, workspace);
        find_step(q, settle_damping, gain);
        advance(q, trial_.data());
        InverseResult next = measure(target, trial_.data(), workspace);
        for (int k = 0; k < settle_corrections && !next.converged; ++k) {
            std::copy(trial_.begin(), trial_.end(), corrected_.begin());
            find_step(corrected_.data(), settle_damping, 0.0);
            advance(corrected_.data(), trial_.data());
            next = measure(target, trial_.data(), workspace);
        }
        const double closer = distance_to_posture(trial_.data());
        if (!next.converged || closer >= distance) {
            gain *= 0.25;
            continue;
        }
        std::copy(trial_.begin(), trial_.end(), q);
        next.iterations = best.iterations;
        best = next;
        const bool is_settled = closer > (1.0 - numerics::inverse::settled) * distance;
        distance = closer;
        if (is_settled) return;
        gain = std::min(2.0 * gain, 1.0);
    }
}

InverseResult InverseSolver::solve(const double* target, const double* seeds, int seed_count,
                                   double* q, double* workspace) {
    InverseResult best = descend(target, q, workspace);
    int total = best.iterations;
    for (int s = 0; s < seed_count && !best.converged; ++s) {
        const double* seed = seeds + static_cast<std::ptrdiff_t>(s) * tree_.nq;
        std::copy(seed, seed + tree_.nq, other_.begin());
        const InverseResult result = descend(target, other_.data(), workspace);
        total += result.iterations;
        if (result.converged || result.cost() < best.cost()) {
            best = result;
            std::copy(other_.begin(), other_.end(), q);
        }
    }
    best.iterations = total;
    return best;
}

}  // namespace fourbar::mechanics
