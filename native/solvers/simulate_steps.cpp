// Steps of a fixed length, and how they are divided where a joint reaches a stop on the way.
#include <algorithm>
#include <cmath>
#include <vector>

#include "numerics.hpp"
#include "rates.hpp"
#include "simulate.hpp"

namespace fourbar::dynamics {

bool Simulation::close(Worker& worker, long row, double t, double* q, double* v) {
    normalise(mechanism_.tree(), q);
    if (worker.projector == nullptr) return true;
    const double open = worker.projector->close(q, v);
    if (open <= closed_.tolerance) return true;
    worker.failure = {Failure::Reason::open, row, t, Verdict::open, -1, open};
    return false;
}

void Simulation::accept(long row) {
    std::copy_n(next_q_.begin() + row * nq_, nq_, q_.begin() + row * nq_);
    std::copy_n(next_v_.begin() + row * nv_, nv_, v_.begin() + row * nv_);
    release(row);
}

// The classical method (Kutta 1901) on numbers of q: quaternions leave length one within a step only.
bool Simulation::try_rk4(Worker& worker, long begin, long end, double t, double h) {
    constexpr double share[4] = {0.0, 0.5, 0.5, 1.0};
    for (int s = 0; s < 4; ++s) {
        const auto& v = s == 0 ? v_ : stage_v_;
        const auto& q = s == 0 ? q_ : stage_q_;
        if (s > 0) {
            for (long i = begin * nq_; i < end * nq_; ++i) {
                const auto k = static_cast<std::size_t>(i);
                stage_q_[k] = q_[k] + share[s] * h * rate_q_[s - 1][k];
            }
            for (long i = begin * nv_; i < end * nv_; ++i) {
                const auto k = static_cast<std::size_t>(i);
                stage_v_[k] = v_[k] + share[s] * h * rate_v_[s - 1][k];
            }
            if (!accelerate(worker, begin, end, t + share[s] * h, stage_q_, stage_v_, rate_v_[s], next_tau_)) {
                return false;
            }
        } else {
            std::copy(a_.begin() + begin * nv_, a_.begin() + end * nv_, rate_v_[0].begin() + begin * nv_);
        }
        for (long row = begin; row < end; ++row) {
            find_rates(mechanism_.tree(), q.data() + row * nq_, v.data() + row * nv_,
                       rate_q_[s].data() + row * nq_);
        }
    }
    for (long i = begin * nq_; i < end * nq_; ++i) {
        const auto k = static_cast<std::size_t>(i);
        next_q_[k] = q_[k] + h / 6.0 * (rate_q_[0][k] + 2.0 * (rate_q_[1][k] + rate_q_[2][k]) + rate_q_[3][k]);
    }
    for (long i = begin * nv_; i < end * nv_; ++i) {
        const auto k = static_cast<std::size_t>(i);
        next_v_[k] = v_[k] + h / 6.0 * (rate_v_[0][k] + 2.0 * (rate_v_[1][k] + rate_v_[2][k]) + rate_v_[3][k]);
    }
    return true;
}

// Friction and springs act as they will at the end of the step: friction by its present share of the
// velocity, which cannot turn a motion round. Both are diagonal, so the step solves with h d + h^2 k
// added to the armature.
bool Simulation::try_implicit(Worker& worker, long row, double t, double h) {
    const double* q = q_.data() + row * nq_;
    const double* v = v_.data() + row * nv_;
    find_efforts(t, row, row + 1, q_, v_, next_tau_);
    double* total = total_.data() + row * nv_;
    if (settings_.springs.empty()) std::copy_n(next_tau_.begin() + row * nv_, nv_, total);
    std::copy_n(mechanism_.armature, nv_, worker.armature.begin());
    const bool rubs = settings_.request.friction != Friction::none;
    for (int c = 0; c < nv_ && rubs; ++c) {
        const double slip = numerics::dynamics::slip;
        const double dry = std::fabs(v[c]) > numerics::simulate::crawl * slip ? std::tanh(v[c] / slip) / v[c] : 1.0 / slip;
        const double share = mechanism_.damping[c] + mechanism_.friction[c] * dry;
        total[c] -= share * v[c];
        worker.armature[static_cast<std::size_t>(c)] += h * share;
    }
    for (const Spring& spring : settings_.springs) {
        total[spring.column] -= h * spring.stiffness * v[spring.column];
        worker.armature[static_cast<std::size_t>(spring.column)] += h * h * spring.stiffness;
    }
    Mechanism mechanism = mechanism_;
    mechanism.armature = worker.armature.data();
    Request request = settings_.request;
    request.friction = Friction::none;
    double* a = rate_v_[0].data() + row * nv_;
    const Batch batch{q, v, nv_, total, nv_, nullptr, a, nullptr};
    Outcome outcome = kernels_.single(mechanism, request, batch, worker.single.data());
    outcome.row = row;
    if (!judge(worker, outcome, row, row + 1, t)) return false;
    hold(worker, row, mechanism, q, a);
    return true;
}

bool Simulation::try_step(Worker& worker, long begin, long end, double t, double h) {
    if (settings_.integrator == Integrator::rk4) {
        if (!try_rk4(worker, begin, end, t, h)) return false;
    } else {
        for (long row = begin; row < end; ++row) {
            const bool implicit = settings_.integrator == Integrator::implicit;
            if (implicit && !try_implicit(worker, row, t, h)) return false;
            const double* a = (implicit ? rate_v_[0] : a_).data() + row * nv_;
            const double* q = q_.data() + row * nq_;
            const double* v = v_.data() + row * nv_;
            double* next_v = next_v_.data() + row * nv_;
            double* next_q = next_q_.data() + row * nq_;
            for (int i = 0; i < nv_; ++i) next_v[i] = v[i] + h * a[i];
            double* rate = rate_q_[0].data() + row * nq_;
            find_rates(mechanism_.tree(), q, next_v, rate);
            for (int i = 0; i < nq_; ++i) next_q[i] = q[i] + h * rate[i];
        }
    }
    for (long row = begin; row < end; ++row) {
        if (!close(worker, row, t + h, next_q_.data() + row * nq_, next_v_.data() + row * nv_)) return false;
    }
    return true;
}

bool Simulation::advance(Worker& worker, long begin, long end, double t, double h) {
    if (!try_step(worker, begin, end, t, h)) return false;
    std::vector<long> stopped;
    for (long row = begin; row < end; ++row) {
        if (clearance(row, next_q_.data() + row * nq_) < -numerics::simulate::met) {
            stopped.push_back(row);
        } else {
            accept(row);
        }
    }
    for (const long row : stopped) {
        if (!advance_past_stops(worker, row, t, h)) return false;
    }
    return accelerate(worker, begin, end, t + h, q_, v_, a_, tau_);
}

bool Simulation::advance_past_stops(Worker& worker, long row, double t, double h) {
    const double* next = next_q_.data() + row * nq_;
    double now = t, left = h;
    for (int met = 0; met < numerics::simulate::most_stops; ++met) {
        if (!try_step(worker, row, row + 1, now, left)) return false;
        double low = 0.0, high = 1.0, share = 1.0;
        double below = clearance(row, q_.data() + row * nq_), above = clearance(row, next);
        if (above >= -numerics::simulate::met) {
            accept(row);
            return true;
        }
        // The moment of contact: false position, with bisection in turn so that both ends move.
        for (int k = 0; k < 100 && std::fabs(above) > numerics::simulate::met; ++k) {
            const double guess = low + (high - low) * below / (below - above);
            share = k % 2 == 0 && guess > low && guess < high ? guess : 0.5 * (low + high);
            if (!(share > low && share < high)) break;
            if (!try_step(worker, row, row + 1, now, share * left)) return false;
            const double at = clearance(row, next);
            if (std::fabs(at) <= numerics::simulate::met) break;
            if (at < 0.0) {
                high = share;
                above = at;
            } else {
                low = share;
                below = at;
            }
        }
        accept(row);
        now += share * left;
        left *= 1.0 - share;
        strike(worker, row, now);
        if (!accelerate(worker, row, row + 1, now, q_, v_, a_, tau_)) return false;
        if (!(left > 0.0)) return true;
    }
    worker.failure = {Failure::Reason::stuck, row, now, Verdict::fine, -1, 0.0};
    return false;
}

}  // namespace fourbar::dynamics
