// Steps of a fixed length, and how they are divided where a joint reaches a stop on the way.
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "numerics.hpp"
#include "rates.hpp"
#include "simulate.hpp"

namespace fourbar::dynamics {

bool Simulation::close(Worker& worker, long row, double t, double* q, double* v, bool moving) {
    normalise(mechanism_.tree(), q);
    if (worker.projector == nullptr) {
        lock(worker, q, v, moving);
        return true;
    }
    if (!worker.locks.empty()) {
        std::copy_n(q, nq_, worker.kept_q.begin());
        std::copy_n(v, nv_, worker.kept_v.begin());
        lock(worker, q, v, moving);
        if (worker.projector->close(q, v, worker.locked.data()) <= closed_.tolerance) return true;
        // More is held than loops have freedoms: all of it can only be held as well as it was before.
        std::copy_n(worker.kept_q.begin(), nq_, q);
        std::copy_n(worker.kept_v.begin(), nv_, v);
    }
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

// Damping and springs act as they will at the end of the step. Both are diagonal, so the step solves with
// h d + h^2 k added to the armature.
bool Simulation::accelerate_slowly(Worker& worker, long row, double t, double h, Mechanism& mechanism) {
    const double* q = q_.data() + row * nq_;
    const double* v = v_.data() + row * nv_;
    double* total = total_.data() + row * nv_;
    std::copy_n(mechanism_.armature, nv_, worker.armature.begin());
    const bool rubs = settings_.request.friction != Friction::none;
    for (int c = 0; c < nv_ && rubs; ++c) {
        total[c] -= mechanism_.damping[c] * v[c];
        worker.armature[static_cast<std::size_t>(c)] += h * mechanism_.damping[c];
    }
    for (const Spring& spring : settings_.springs) {
        total[spring.column] -= h * spring.stiffness * v[spring.column];
        worker.armature[static_cast<std::size_t>(spring.column)] += h * h * spring.stiffness;
    }
    mechanism = mechanism_;
    mechanism.armature = worker.armature.data();
    Request request = settings_.request;
    request.friction = Friction::none;
    double* a = rate_v_[0].data() + row * nv_;
    const Batch batch{q, v, nv_, total, nv_, nullptr, a, nullptr, nullptr};
    Outcome outcome = kernels_.single(mechanism, request, batch, worker.single.data());
    outcome.row = row;
    return judge(worker, outcome, row, row + 1, t);
}

bool Simulation::try_implicit(Worker& worker, long row, double t, double h) {
    find_efforts(t, row, row + 1, q_, v_, next_tau_);
    Mechanism mechanism;
    if (!accelerate_slowly(worker, row, t, h, mechanism)) return false;
    return hold(worker, row, t, mechanism, q_.data() + row * nq_, rate_v_[0].data() + row * nv_);
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
        find_locks(worker, row);
        if (!close(worker, row, t + h, next_q_.data() + row * nq_, next_v_.data() + row * nv_)) return false;
    }
    return true;
}

void Simulation::advance(Worker& worker, long begin, long end, double t, double h) {
    std::vector<long> careful;
    for_living(begin, end, [&](long first, long last) {
        const bool whole = try_step(worker, first, last, t, h);
        for (long row = first; row < last; ++row) {
            if (whole &&
                clearance(row, next_q_.data() + row * nq_, next_v_.data() + row * nv_) >=
                    -numerics::simulate::met &&
                is_balanced(worker, row, h)) {
                accept(row);
            } else {
                careful.push_back(row);
            }
        }
    });
    for (const long row : careful) {
        if (!advance_carefully(worker, row, t, h)) fail(worker, row);
    }
    arrive_or_fail(worker, begin, end, t + h);
}

// Whether what a step of the fourth order gains in energy is the work that was done in it, about. Next to
// singular poses of loops, joints are so fast for a moment that it is not, while loops close well. The work
// of loads on links is not known here.
bool Simulation::is_balanced(Worker& worker, long row, double h) const {
    if (closed_.system == nullptr || settings_.integrator != Integrator::rk4 || settings_.request.load_count > 0) {
        return true;
    }
    const double* q[2] = {q_.data() + row * nq_, next_q_.data() + row * nq_};
    const double* v[2] = {v_.data() + row * nv_, next_v_.data() + row * nv_};
    double energies[2][2];
    Request request;
    request.quantity = Quantity::energy;
    for (int k = 0; k < 2; ++k) {
        const Batch batch{q[k], v[k], nv_, nullptr, 0, nullptr, energies[k], nullptr, nullptr};
        if (kernels_.single(mechanism_, request, batch, worker.energy.data()).is_refused()) return true;
    }
    double gain = energies[1][0] - energies[0][0] + energies[1][1] - energies[0][1], work = 0.0;
    for (const Spring& spring : settings_.springs) {
        const double from = q[0][spring.entry] - spring.rest, to = q[1][spring.entry] - spring.rest;
        gain += 0.5 * spring.stiffness * (to * to - from * from);
    }
    const double rubs = settings_.request.friction != Friction::none ? 1.0 : 0.0;
    for (int c = 0; c < nv_; ++c) {
        const double damping = rubs * mechanism_.damping[c];
        const auto k = static_cast<std::size_t>(row * nv_ + c);
        // next_tau_ are the efforts of the last stage, which is at the end of the step.
        work += tau_[k] * v[0][c] + next_tau_[k] * v[1][c] - damping * (v[0][c] * v[0][c] + v[1][c] * v[1][c]);
    }
    for (std::size_t k = 0; k < drags_.size(); ++k) {
        const int c = drags_[k].column;
        work -= drags_[k].most * slides_[static_cast<std::size_t>(row) * drags_.size() + k] * (v[0][c] + v[1][c]);
    }
    const double size = std::fmax(energies[0][0], energies[1][0]);
    const double rounding = numerics::simulate::balanced * std::fabs(energies[0][1]);
    return std::fabs(gain - 0.5 * h * work) <= numerics::simulate::imbalance * size + rounding;
}

// The share of a step at which something happens; next_q_, next_v_ are then the state there.
bool Simulation::find_contact(Worker& worker, long row, double t, double h, double& share) {
    const double* q = next_q_.data() + row * nq_;
    const double* v = next_v_.data() + row * nv_;
    double low = 0.0, high = 1.0;
    double below = clearance(row, q_.data() + row * nq_, v_.data() + row * nv_);
    double above = clearance(row, q, v);
    // False position, with bisection in turn so that both ends move.
    for (int k = 0; k < 100 && std::fabs(above) > numerics::simulate::met; ++k) {
        const double guess = low + (high - low) * below / (below - above);
        const double next = k % 2 == 0 && guess > low && guess < high ? guess : 0.5 * (low + high);
        if (!(next > low && next < high)) break;
        if (!try_step(worker, row, row + 1, t, next * h)) return false;
        share = next;
        const double at = clearance(row, q, v);
        const bool is_met = std::fabs(at) <= numerics::simulate::met;
        // A stop that the step began at and leaves is as near, and not what is looked for.
        const bool leaves = is_met && leaves_stop(row, q, v);
        if (is_met && !leaves) break;
        if (at < 0.0 && !leaves) {
            high = next;
            above = at;
        } else {
            low = next;
            below = std::fmax(0.0, at);
        }
    }
    return true;
}

// A step of one row that ends early wherever something happens, or is divided where loops do not close.
bool Simulation::advance_carefully(Worker& worker, long row, double t, double h) {
    const double end = t + h, rounding = numerics::simulate::shortest * std::fmax(1.0, end);
    double now = t, part = h;
    int met = 0, halved = 0;
    while (end - now > rounding) {
        const double size = std::fmin(part, end - now);
        if (!try_step(worker, row, row + 1, now, size)) {
            if (++halved > numerics::simulate::halvings) return false;
            part = 0.5 * size;
            continue;
        }
        double share = 1.0;
        const bool happens = clearance(row, next_q_.data() + row * nq_, next_v_.data() + row * nv_) <
                             -numerics::simulate::met;
        if (happens && (++met > numerics::simulate::most_stops ||
                        !find_contact(worker, row, now, size, share))) {
            return settle(worker, row, now, end - now);
        }
        if (!happens && halved < numerics::simulate::halvings && !is_balanced(worker, row, size)) {
            ++halved;
            part = 0.5 * size;
            continue;
        }
        accept(row);
        now = share * size < end - now ? now + share * size : end;
        if (happens) {
            if (!strike(worker, row, now)) return false;
            find_slides(row);
        }
        if (end - now > rounding && !arrive(worker, row, row + 1, now)) return false;
    }
    return true;
}

bool Simulation::settle(Worker& worker, long row, double t, double h) {
    const double count = std::ceil(h / numerics::simulate::settling);
    for (double k = 0.0; k < count; ++k) {
        if (!settle_once(worker, row, t + k / count * h, h / count)) return false;
    }
    return true;
}

// One step over whatever happens in it: impulses of stops and friction that leave no stop passed at its end
// (Moreau 1988, Stewart and Trinkle 1996, in coordinates that honour loops). Never adds energy.
bool Simulation::settle_once(Worker& worker, long row, double t, double h) {
    const std::size_t stops = settings_.stops.size();
    const double* q = q_.data() + row * nq_;
    double* next_q = next_q_.data() + row * nq_;
    double* next_v = next_v_.data() + row * nv_;
    std::fill_n(slides_.begin() + row * static_cast<long>(drags_.size()), drags_.size(),
                static_cast<signed char>(0));
    find_efforts(t, row, row + 1, q_, v_, next_tau_);
    Mechanism mechanism;
    if (!accelerate_slowly(worker, row, t, h, mechanism)) return false;
    std::vector<double> freely(v_.begin() + row * nv_, v_.begin() + (row + 1) * nv_);
    for (int i = 0; i < nv_; ++i) {
        freely[static_cast<std::size_t>(i)] += h * rate_v_[0][static_cast<std::size_t>(row * nv_ + i)];
    }
    std::vector<char> counts(stops, 0);
    std::copy(freely.begin(), freely.end(), next_v);
    // Stops that joints would pass, and those that they would pass because of the first.
    for (std::size_t round = 0; round <= stops; ++round) {
        bool more = round == 0 && !drags_.empty();
        for (std::size_t k = 0; k < stops; ++k) {
            const Stop& stop = settings_.stops[k];
            if (counts[k] != 0 || stop.distance(q) + h * stop.speed(next_v) > numerics::simulate::touched) continue;
            counts[k] = 1;
            more = true;
        }
        if (!more) break;
        worker.grips.clear();
        for (std::size_t k = 0; k < stops; ++k) {
            const Stop& stop = settings_.stops[k];
            if (counts[k] != 0) worker.grips.push_back({stop.column, stop.inward, static_cast<int>(k)});
        }
        for (std::size_t k = 0; k < drags_.size(); ++k) {
            worker.grips.push_back({drags_[k].column, 1.0, static_cast<int>(stops + k)});
        }
        if (!respond(worker, row, t, mechanism, q)) return false;
        const auto count = worker.grips.size();
        for (std::size_t i = 0; i < count; ++i) {
            const auto number = static_cast<std::size_t>(worker.grips[i].number);
            worker.b[i] = worker.grips[i].along(freely.data());
            worker.lower[i] = 0.0;
            worker.upper[i] = std::numeric_limits<double>::infinity();
            if (number < stops) {
                worker.b[i] += std::fmax(0.0, settings_.stops[number].distance(q)) / h;
            } else {
                worker.upper[i] = h * drags_[number - stops].most;
                worker.lower[i] = -worker.upper[i];
            }
        }
        if (!push(worker, row, t, worker.b.data())) return false;
        std::copy(freely.begin(), freely.end(), next_v);
        add_pushes(worker, next_v);
    }
    worker.locks.clear();
    const bool any = !drags_.empty() || std::find(counts.begin(), counts.end(), char{1}) != counts.end();
    for (std::size_t i = 0; any && i < worker.grips.size(); ++i) {
        const auto number = static_cast<std::size_t>(worker.grips[i].number);
        const bool is_stop = number < stops;
        const double x = worker.x[i];
        // A joint that reaches its stop here has hit it as much as one that a step ends for.
        if (is_stop && x > 0.0 && touching_[static_cast<std::size_t>(row) * stops + number] == 0) {
            note_limit(worker, row, t + h, i);
        }
        if (is_stop && x > 0.0) note_crowd(row, t, settings_.stops[number]);
        if (is_stop ? x > 0.0 : x > worker.lower[i] && x < worker.upper[i]) {
            worker.locks.push_back(worker.grips[i].number);
        }
    }
    double* rate = rate_q_[0].data() + row * nq_;
    find_rates(mechanism_.tree(), q, next_v, rate);
    for (int i = 0; i < nq_; ++i) next_q[i] = q[i] + h * rate[i];
    if (!close(worker, row, t + h, next_q, next_v, true)) return false;
    accept(row);
    if (!strike(worker, row, t + h)) return false;
    find_slides(row);
    return true;
}

}  // namespace fourbar::dynamics
