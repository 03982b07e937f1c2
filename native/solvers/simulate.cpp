#include "simulate.hpp"

#include <algorithm>
#include <limits>

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
