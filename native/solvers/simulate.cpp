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
      energy(kernels.workspace_size(mechanism, Quantity::energy)),
      armature(size_of(1, mechanism.tree().nv)),
      unit(size_of(1, mechanism.tree().nv)),
      kept_q(size_of(1, mechanism.tree().nq)),
      kept_v(size_of(1, mechanism.tree().nv)),
      locked(size_of(1, mechanism.tree().nv)) {
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
    smooth_.assign(size_of(1, nv_), 0.0);
    for (int c = 0; c < nv_ && settings.request.friction != Friction::none; ++c) {
        if (mechanism.friction[c] > 0.0) drags_.push_back({c, mechanism.friction[c]});
    }
    mechanism_.friction = smooth_.data();
    mechanism_.has_dry_friction = false;
    const double missing = std::numeric_limits<double>::quiet_NaN();
    std::fill_n(record.q, rows * settings.samples() * nq_, missing);
    for (double* part : {record.v, record.a, record.tau}) std::fill_n(part, rows * settings.samples() * nv_, missing);
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
    const auto count = static_cast<std::size_t>(rows);
    touching_.assign(count * settings.stops.size(), 0);
    slides_.assign(count * drags_.size(), 0);
    held_.assign(count * grip_count(), 0);
    gripped_ = held_;
    singular_.assign(count, 0);
    dead_ = crowded_ = singular_;
    living_ = rows;
    if (settings.integrator == Integrator::adaptive) {
        from_q_ = to_q_ = q_;
        from_v_ = to_v_ = v_;
        from_t_.assign(count, 0.0);
        length_ = time_ = stride_ = crowd_t_ = from_t_;
        crowd_.assign(count, 0);
        sample_.assign(count, 1);
        from_touching_ = touching_;
        from_slides_ = slides_;
    }
}

std::unique_ptr<Worker> Simulation::make_worker() const {
    return std::make_unique<Worker>(mechanism_, kernels_, settings_.request, closed_);
}

long Simulation::moments() const {
    return settings_.integrator == Integrator::adaptive ? settings_.samples() : settings_.moments();
}

bool Simulation::is_over() const { return living_ == 0; }

bool Simulation::has_reached(long moment) const {
    for (std::size_t row = 0; row < sample_.size(); ++row) {
        if (is_alive(static_cast<long>(row)) && sample_[row] < moment) return false;
    }
    return true;
}

void Simulation::fail(const Worker& worker, long row) {
    const std::lock_guard<std::mutex> guard(guard_);
    failures.push_back(worker.failure);
    failures.back().row = row;
    dead_[static_cast<std::size_t>(row)] = 1;
    --living_;
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
        // It answers for all rows, of which others may be at another time.
        settings_.effort(t, q.data(), v.data(), given_.data());
    }
    std::copy(given_.begin() + begin * nv_, given_.begin() + end * nv_, tau.begin() + begin * nv_);
    std::copy(tau.begin() + begin * nv_, tau.begin() + end * nv_, total_.begin() + begin * nv_);
    for (long row = begin; row < end; ++row) {
        for (const Spring& spring : settings_.springs) {
            total_[static_cast<std::size_t>(row * nv_ + spring.column)] -=
                spring.stiffness *
                (q[static_cast<std::size_t>(row * nq_ + spring.entry)] - spring.rest);
        }
        for (std::size_t k = 0; k < drags_.size(); ++k) {
            total_[static_cast<std::size_t>(row * nv_ + drags_[k].column)] -=
                drags_[k].most * slides_[static_cast<std::size_t>(row) * drags_.size() + k];
        }
    }
}

bool Simulation::accelerate(Worker& worker, long begin, long end, double t,
                            const std::vector<double>& q, const std::vector<double>& v,
                            std::vector<double>& a, std::vector<double>& tau) {
    find_efforts(t, begin, end, q, v, tau);
    const double* total = total_.data();
    Outcome outcome;
    if (end - begin == 1) {
        const Batch batch{q.data() + begin * nq_, v.data() + begin * nv_, nv_,
                          total + begin * nv_,    nv_,                    nullptr,
                          a.data() + begin * nv_, nullptr,                nullptr};
        outcome = kernels_.single(mechanism_, settings_.request, batch, worker.single.data());
        outcome.row = begin;
    } else {
        const Batch batch{q.data(), v.data(), nv_, total, nv_, nullptr, a.data(), nullptr, nullptr};
        outcome = kernels_.batch(mechanism_, settings_.request, batch, begin, end, worker.batch.data());
    }
    if (!judge(worker, outcome, begin, end, t)) return false;
    for (long row = begin; row < end && grip_count() > 0; ++row) {
        if (!hold(worker, row, t, mechanism_, q.data() + row * nq_, a.data() + row * nv_)) return false;
    }
    return true;
}

bool Simulation::arrive(Worker& worker, long begin, long end, double t) {
    if (!accelerate(worker, begin, end, t, q_, v_, a_, tau_)) return false;
    const auto width = static_cast<long>(grip_count());
    std::copy(gripped_.begin() + begin * width, gripped_.begin() + end * width, held_.begin() + begin * width);
    for (long row = begin; row < end; ++row) {
        for (std::size_t k = 0; k < drags_.size(); ++k) {
            // What pulls is more than friction can hold: the joint slides from here.
            signed char& slides = slides_[static_cast<std::size_t>(row) * drags_.size() + k];
            const double a = a_[static_cast<std::size_t>(row * nv_ + drags_[k].column)];
            const bool sticks = held_[static_cast<std::size_t>(row) * grip_count() + settings_.stops.size() + k] != 0;
            if (slides == 0 && !sticks && a != 0.0) slides = a > 0.0 ? 1 : -1;
        }
    }
    return true;
}

void Simulation::arrive_or_fail(Worker& worker, long begin, long end, double t) {
    for_living(begin, end, [&](long first, long last) {
        if (arrive(worker, first, last, t)) return;
        for (long row = first; row < last; ++row) {
            if (!arrive(worker, row, row + 1, t)) fail(worker, row);
        }
    });
}

void Simulation::put(long row, long sample, const double* q, const double* v, const double* a,
                     const double* tau) {
    const long place = row * settings_.samples() + sample;
    std::copy_n(q, nq_, record_.q + place * nq_);
    std::copy_n(v, nv_, record_.v + place * nv_);
    std::copy_n(a, nv_, record_.a + place * nv_);
    std::copy_n(tau, nv_, record_.tau + place * nv_);
}

void Simulation::put_state(long begin, long end, long sample) {
    for (long row = begin; row < end; ++row) {
        if (!is_alive(row)) continue;
        put(row, sample, q_.data() + row * nq_, v_.data() + row * nv_, a_.data() + row * nv_,
            tau_.data() + row * nv_);
    }
}

void Simulation::start(Worker& worker, long begin, long end) {
    for (long row = begin; row < end; ++row) {
        normalise(mechanism_.tree(), q_.data() + row * nq_);
        if (!strike(worker, row, 0.0)) fail(worker, row);
        find_slides(row);
    }
    arrive_or_fail(worker, begin, end, 0.0);
    put_state(begin, end, 0);
}

void Simulation::run(Worker& worker, long begin, long end, long first, long last, Clock::time_point until) {
    if (first == 0) start(worker, begin, end);
    if (settings_.integrator == Integrator::adaptive) {
        for (long row = begin; row < end; ++row) {
            if (is_alive(row) && !run_adaptive(worker, row, last, until)) fail(worker, row);
        }
        return;
    }
    for (long k = std::max(first, 1L); k < last; ++k) {
        const double t = static_cast<double>(k - 1) * settings_.dt;
        advance(worker, begin, end, t, k > settings_.steps ? settings_.rest : settings_.dt);
        const bool is_last = k + 1 == settings_.moments();
        if (is_last || k % settings_.every == 0) {
            put_state(begin, end, is_last ? settings_.samples() - 1 : k / settings_.every);
        }
    }
}

}  // namespace fourbar::dynamics
