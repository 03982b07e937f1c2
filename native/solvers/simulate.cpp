#include "simulate.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numerics.hpp"
#include "rates.hpp"

namespace fourbar::dynamics {
namespace {

std::size_t size_of(long rows, int width) {
    return static_cast<std::size_t>(rows) * static_cast<std::size_t>(width) + 8;
}

Mechanism loosened(Mechanism mechanism) {
    mechanism.tolerance = mechanism.consistency = std::numeric_limits<double>::infinity();
    return mechanism;
}

}  // namespace

Worker::Worker(const Mechanism& mechanism, const Kernels& kernels, const Request& request,
               const Closed& closed)
    : single(kernels.workspace_size(mechanism, Quantity::accelerations)),
      batch(kernels.batch_scratch(mechanism, request)),
      armature(size_of(1, mechanism.tree().nv)),
      unit(size_of(1, mechanism.tree().nv)) {
    if (closed.system != nullptr) {
        projector = std::make_unique<Projector>(*closed.system, *closed.kernels, closed.tolerance);
    }
}

Simulation::Simulation(const Mechanism& mechanism, const Kernels& kernels, const Closed& closed,
                       const Settings& settings, long rows, const double* q, const double* v,
                       const double* tau, const Record& record)
    : mechanism_(loosened(mechanism)),
      kernels_(kernels),
      closed_(closed),
      settings_(settings),
      record_(record),
      rows_(rows),
      nq_(mechanism.tree().nq),
      nv_(mechanism.tree().nv) {
    settings_.request.quantity = Quantity::accelerations;
    q_.assign(size_of(rows, nq_), 0.0);
    v_.assign(size_of(rows, nv_), 0.0);
    a_ = tau_ = v_;
    std::copy_n(q, rows * nq_, q_.begin());
    std::copy_n(v, rows * nv_, v_.begin());
    std::copy_n(tau, rows * nv_, tau_.begin());
    given_ = tau_;
    next_q_ = stage_q_ = q_;
    next_v_ = stage_v_ = v_;
    next_a_ = next_tau_ = total_ = a_;
    const int stages = settings.integrator == Integrator::adaptive ? 7
                       : settings.integrator == Integrator::rk4    ? 4
                                                                   : 1;
    for (int k = 0; k < stages; ++k) {
        rate_q_[k] = q_;
        rate_v_[k] = v_;
    }
    touching_.assign(static_cast<std::size_t>(rows) * settings.stops.size(), 0);
    singular_.assign(static_cast<std::size_t>(rows), 0);
    if (settings.integrator == Integrator::adaptive) {
        from_q_ = to_q_ = q_;
        from_v_ = to_v_ = v_;
        from_t_.assign(static_cast<std::size_t>(rows), 0.0);
        length_ = time_ = stride_ = from_t_;
    }
}

std::unique_ptr<Worker> Simulation::make_worker() const {
    return std::make_unique<Worker>(mechanism_, kernels_, settings_.request, closed_);
}

long Simulation::moments() const {
    return settings_.integrator == Integrator::adaptive ? settings_.samples
                                                        : (settings_.samples - 1) * settings_.every + 1;
}

double Simulation::end_time() const {
    return static_cast<double>((settings_.samples - 1) * settings_.every) * settings_.dt;
}

bool Simulation::fail(Worker& worker) {
    const std::lock_guard<std::mutex> guard(guard_);
    const bool first = failure.reason == Failure::Reason::none || worker.failure.row < failure.row;
    if (first) failure = worker.failure;
    failed_ = true;
    return false;
}

void Simulation::note(const Event& event) {
    const std::lock_guard<std::mutex> guard(guard_);
    events.push_back(event);
}

bool Simulation::judge(Worker& worker, const Outcome& outcome, long begin, long end, double t) {
    if (outcome.is_refused()) {
        worker.failure = {Failure::Reason::refused, outcome.row, t, outcome.verdict, outcome.column, 0.0};
        return false;
    }
    if (outcome.verdict == Verdict::singular) {
        char& known = singular_[static_cast<std::size_t>(outcome.row)];
        if (known == 0) note({Happening::singular, outcome.row, t, -1, 0.0});
        known = 1;
    } else {
        std::fill(singular_.begin() + begin, singular_.begin() + end, char{0});
    }
    return true;
}

void Simulation::find_efforts(double t, long begin, long end, const std::vector<double>& q,
                              const std::vector<double>& v, std::vector<double>& tau) {
    if (settings_.effort) {
        settings_.effort(t, q.data(), v.data(), tau.data());
    } else {
        std::copy(given_.begin() + begin * nv_, given_.begin() + end * nv_, tau.begin() + begin * nv_);
    }
    if (settings_.springs.empty()) return;
    std::copy(tau.begin() + begin * nv_, tau.begin() + end * nv_, total_.begin() + begin * nv_);
    for (long row = begin; row < end; ++row) {
        for (const Spring& spring : settings_.springs) {
            total_[static_cast<std::size_t>(row * nv_ + spring.column)] -=
                spring.stiffness *
                (q[static_cast<std::size_t>(row * nq_ + spring.entry)] - spring.rest);
        }
    }
}

bool Simulation::accelerate(Worker& worker, long begin, long end, double t,
                            const std::vector<double>& q, const std::vector<double>& v,
                            std::vector<double>& a, std::vector<double>& tau) {
    find_efforts(t, begin, end, q, v, tau);
    const double* total = settings_.springs.empty() ? tau.data() : total_.data();
    Outcome outcome;
    if (end - begin == 1) {
        const Batch batch{q.data() + begin * nq_, v.data() + begin * nv_, nv_,
                          total + begin * nv_,    nv_,                    nullptr,
                          a.data() + begin * nv_, nullptr};
        outcome = kernels_.single(mechanism_, settings_.request, batch, worker.single.data());
        outcome.row = begin;
    } else {
        const Batch batch{q.data(), v.data(), nv_, total, nv_, nullptr, a.data(), nullptr};
        outcome = kernels_.batch(mechanism_, settings_.request, batch, begin, end, worker.batch.data());
    }
    if (!judge(worker, outcome, begin, end, t)) return false;
    for (long row = begin; row < end && !settings_.stops.empty(); ++row) {
        hold(worker, row, mechanism_, q.data() + row * nq_, a.data() + row * nv_);
    }
    return true;
}

// The accelerations that a unit effort at each of the held stops causes, and how they act on each
// other. False where a stop cannot be moved.
bool Simulation::respond(Worker& worker, const Mechanism& mechanism, const double* q) {
    const auto count = worker.held.size();
    worker.responses.resize(count * static_cast<std::size_t>(nv_));
    worker.W.resize(count * count);
    worker.b.resize(count);
    worker.x.resize(count);
    worker.wanted.resize(count);
    Request request;
    request.quantity = Quantity::accelerations;
    request.weightless = true;
    for (std::size_t j = 0; j < count; ++j) {
        const Stop& stop = settings_.stops[static_cast<std::size_t>(worker.held[j])];
        double* response = worker.responses.data() + j * static_cast<std::size_t>(nv_);
        std::fill(worker.unit.begin(), worker.unit.end(), 0.0);
        worker.unit[static_cast<std::size_t>(stop.column)] = stop.inward;
        const Batch batch{q, nullptr, nv_, worker.unit.data(), nv_, nullptr, response, nullptr};
        if (kernels_.single(mechanism, request, batch, worker.single.data()).is_refused()) return false;
        for (std::size_t i = 0; i < count; ++i) {
            worker.W[i * count + j] =
                settings_.stops[static_cast<std::size_t>(worker.held[i])].speed(response);
        }
    }
    return true;
}

// Stops that are touched take from a what would go through them.
void Simulation::hold(Worker& worker, long row, const Mechanism& mechanism, const double* q, double* a) {
    const std::size_t first = static_cast<std::size_t>(row) * settings_.stops.size();
    worker.held.clear();
    bool pressed = false;
    for (std::size_t k = 0; k < settings_.stops.size(); ++k) {
        if (touching_[first + k] == 0) continue;
        worker.held.push_back(static_cast<int>(k));
        pressed = pressed || settings_.stops[k].speed(a) < 0.0;
    }
    if (!pressed || !respond(worker, mechanism, q)) return;
    const auto count = worker.held.size();
    for (std::size_t i = 0; i < count; ++i) {
        worker.b[i] = settings_.stops[static_cast<std::size_t>(worker.held[i])].speed(a);
    }
    push(worker.W.data(), worker.b.data(), static_cast<int>(count), worker.x.data());
    for (std::size_t j = 0; j < count; ++j) {
        const double* response = worker.responses.data() + j * static_cast<std::size_t>(nv_);
        for (int i = 0; i < nv_; ++i) a[i] += worker.x[j] * response[i];
    }
}

// The speed to leave a stop with after reaching it with `speed` (Newton's law of impact). One that would
// bring the joint back within half a step is none: infinitely many bounces would follow in a finite time.
double Simulation::bounce(const Stop& stop, double speed, long row) const {
    if (!(speed < 0.0)) return 0.0;
    const double back = -stop.restitution * speed;
    const double pull = std::fmax(0.0, -stop.speed(a_.data() + row * nv_));
    const double least = std::fmax(numerics::simulate::bounce, 0.25 * pull * settings_.dt);
    return back > least ? back : 0.0;
}

// Stops or throws back the joints that have reached a limit and would go on.
void Simulation::strike(Worker& worker, long row, double t) {
    const double* q = q_.data() + row * nq_;
    double* v = v_.data() + row * nv_;
    const std::size_t first = static_cast<std::size_t>(row) * settings_.stops.size();
    worker.held.clear();
    bool hit = false;
    for (std::size_t k = 0; k < settings_.stops.size(); ++k) {
        const Stop& stop = settings_.stops[k];
        if (stop.distance(q) > numerics::simulate::touched) continue;
        worker.held.push_back(static_cast<int>(k));
        const double speed = stop.speed(v);
        hit = hit || speed < 0.0;
        // At rest there, a joint is held without having hit anything.
        if (speed >= 0.0 && speed <= numerics::simulate::leaving) touching_[first + k] = 1;
    }
    if (!hit || !respond(worker, mechanism_, q)) return;
    const auto count = worker.held.size();
    for (std::size_t i = 0; i < count; ++i) {
        const Stop& stop = settings_.stops[static_cast<std::size_t>(worker.held[i])];
        worker.b[i] = stop.speed(v);
        worker.wanted[i] = worker.b[i] - bounce(stop, worker.b[i], row);
    }
    push(worker.W.data(), worker.wanted.data(), static_cast<int>(count), worker.x.data());
    for (std::size_t j = 0; j < count; ++j) {
        const auto number = static_cast<std::size_t>(worker.held[j]);
        const double* response = worker.responses.data() + j * static_cast<std::size_t>(nv_);
        for (int i = 0; i < nv_; ++i) v[i] += worker.x[j] * response[i];
        if (touching_[first + number] == 0 && worker.b[j] < -numerics::simulate::leaving) {
            const Stop& stop = settings_.stops[number];
            note({Happening::limit, row, t, stop.column, stop.inward * worker.x[j]});
        }
    }
    for (const int number : worker.held) {
        const Stop& stop = settings_.stops[static_cast<std::size_t>(number)];
        touching_[first + static_cast<std::size_t>(number)] = stop.speed(v) <= numerics::simulate::leaving;
    }
}

void Simulation::release(long row) {
    const std::size_t first = static_cast<std::size_t>(row) * settings_.stops.size();
    for (std::size_t k = 0; k < settings_.stops.size(); ++k) {
        const Stop& stop = settings_.stops[k];
        if (stop.speed(v_.data() + row * nv_) > numerics::simulate::leaving ||
            stop.distance(q_.data() + row * nq_) > numerics::simulate::touched) {
            touching_[first + k] = 0;
        }
    }
}

// The least distance to a stop that is not touched yet, counted from the state where that is beyond it.
double Simulation::clearance(long row, const double* q) const {
    const std::size_t first = static_cast<std::size_t>(row) * settings_.stops.size();
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < settings_.stops.size(); ++k) {
        if (touching_[first + k] != 0) continue;
        const Stop& stop = settings_.stops[k];
        const double beyond = std::fmin(0.0, stop.distance(q_.data() + row * nq_));
        least = std::fmin(least, stop.distance(q) - beyond);
    }
    return least;
}

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

void Simulation::put(long row, long sample, const double* q, const double* v, const double* a,
                     const double* tau) {
    const long place = row * settings_.samples + sample;
    std::copy_n(q, nq_, record_.q + place * nq_);
    std::copy_n(v, nv_, record_.v + place * nv_);
    std::copy_n(a, nv_, record_.a + place * nv_);
    std::copy_n(tau, nv_, record_.tau + place * nv_);
}

bool Simulation::start(Worker& worker, long begin, long end) {
    for (long row = begin; row < end; ++row) {
        normalise(mechanism_.tree(), q_.data() + row * nq_);
        strike(worker, row, 0.0);
    }
    if (!accelerate(worker, begin, end, 0.0, q_, v_, a_, tau_)) return false;
    for (long row = begin; row < end; ++row) {
        put(row, 0, q_.data() + row * nq_, v_.data() + row * nv_, a_.data() + row * nv_,
            tau_.data() + row * nv_);
    }
    return true;
}

bool Simulation::run(Worker& worker, long begin, long end, long first, long last) {
    if (first == 0 && !start(worker, begin, end)) return fail(worker);
    const long from = std::max(first, 1L);
    if (settings_.integrator == Integrator::adaptive) {
        for (long row = begin; row < end; ++row) {
            if (!run_adaptive(worker, row, from, last)) return fail(worker);
        }
        return true;
    }
    for (long k = from; k < last && !failed_; ++k) {
        const double t = static_cast<double>(k - 1) * settings_.dt;
        if (!advance(worker, begin, end, t, settings_.dt)) return fail(worker);
        if (k % settings_.every != 0) continue;
        for (long row = begin; row < end; ++row) {
            put(row, k / settings_.every, q_.data() + row * nq_, v_.data() + row * nv_,
                a_.data() + row * nv_, tau_.data() + row * nv_);
        }
    }
    return !failed_;
}

}  // namespace fourbar::dynamics
