// Joint limits and dry friction in a simulation: who is held, stopped or thrown back, all at a time.
#include <algorithm>
#include <cmath>
#include <limits>

#include "numerics.hpp"
#include "simulate.hpp"

namespace fourbar::dynamics {

// The accelerations that a unit effort at each of the grips causes, and how they act on each other.
// False where they cannot be found.
bool Simulation::respond(Worker& worker, long row, double t, const Mechanism& mechanism, const double* q) {
    const auto count = worker.grips.size();
    worker.responses.resize(count * static_cast<std::size_t>(nv_));
    worker.W.resize(count * count);
    for (auto* numbers : {&worker.b, &worker.x, &worker.wanted, &worker.lower, &worker.upper}) {
        numbers->resize(count);
    }
    Request request;
    request.quantity = Quantity::accelerations;
    request.weightless = true;
    for (std::size_t j = 0; j < count; ++j) {
        const Grip& grip = worker.grips[j];
        double* response = worker.responses.data() + j * static_cast<std::size_t>(nv_);
        std::fill(worker.unit.begin(), worker.unit.end(), 0.0);
        worker.unit[static_cast<std::size_t>(grip.column)] = grip.sign;
        const Batch batch{q, nullptr, nv_, worker.unit.data(), nv_, nullptr, response, nullptr, nullptr};
        const Outcome outcome = kernels_.single(mechanism, request, batch, worker.single.data());
        if (outcome.is_refused()) {
            worker.failure = {Failure::Reason::refused, row, t, outcome.verdict, outcome.column, 0.0};
            return false;
        }
        for (std::size_t i = 0; i < count; ++i) worker.W[i * count + j] = worker.grips[i].along(response);
    }
    return true;
}

// The efforts or impulses worker.x of all grips, within their bounds, for speeds or accelerations along them.
bool Simulation::push(Worker& worker, long row, double t, const double* speeds) {
    const auto count = static_cast<int>(worker.grips.size());
    if (worker.box.solve(worker.W.data(), speeds, worker.lower.data(), worker.upper.data(), count, worker.x.data())) {
        return true;
    }
    const int column = worker.grips[static_cast<std::size_t>(worker.box.worst())].column;
    worker.failure = {Failure::Reason::unheld, row, t, Verdict::fine, column, 0.0};
    return false;
}

void Simulation::add_pushes(const Worker& worker, double* v) const {
    for (std::size_t j = 0; j < worker.grips.size(); ++j) {
        const double* response = worker.responses.data() + j * static_cast<std::size_t>(nv_);
        for (int i = 0; i < nv_; ++i) v[i] += worker.x[j] * response[i];
    }
}

void Simulation::note_limit(const Worker& worker, long row, double t, std::size_t grip) {
    const Stop& stop = settings_.stops[static_cast<std::size_t>(worker.grips[grip].number)];
    note({Happening::limit, row, t, stop.column, stop.inward * worker.x[grip]});
}

void Simulation::note_crowd(long row, double t, const Stop& stop) {
    char& known = crowded_[static_cast<std::size_t>(row)];
    if (known != 0 || bounce(stop, stop.speed(v_.data() + row * nv_), row) == 0.0) return;
    known = 1;
    note({Happening::crowded, row, t, stop.column, 0.0});
}

// Stops that are touched take from a what would go through them, and friction what it can of a joint
// that sticks.
bool Simulation::hold(Worker& worker, long row, double t, const Mechanism& mechanism, const double* q,
                      double* a) {
    const std::size_t stops = settings_.stops.size();
    const std::size_t first = static_cast<std::size_t>(row) * grip_count();
    std::fill_n(gripped_.begin() + static_cast<std::ptrdiff_t>(first), grip_count(), char{0});
    worker.grips.clear();
    bool pressed = false;
    for (std::size_t k = 0; k < stops; ++k) {
        if (touching_[static_cast<std::size_t>(row) * stops + k] == 0) continue;
        const Stop& stop = settings_.stops[k];
        worker.grips.push_back({stop.column, stop.inward, static_cast<int>(k)});
        pressed = pressed || stop.speed(a) < 0.0;
    }
    for (std::size_t k = 0; k < drags_.size(); ++k) {
        if (slides_[static_cast<std::size_t>(row) * drags_.size() + k] != 0) continue;
        worker.grips.push_back({drags_[k].column, 1.0, static_cast<int>(stops + k)});
        pressed = true;
    }
    if (!pressed) return true;
    if (!respond(worker, row, t, mechanism, q)) return false;
    const auto count = worker.grips.size();
    for (std::size_t i = 0; i < count; ++i) {
        const Grip& grip = worker.grips[i];
        const auto number = static_cast<std::size_t>(grip.number);
        worker.b[i] = grip.along(a);
        worker.lower[i] = number < stops ? 0.0 : -drags_[number - stops].most;
        worker.upper[i] = number < stops ? std::numeric_limits<double>::infinity() : drags_[number - stops].most;
    }
    if (!push(worker, row, t, worker.b.data())) return false;
    add_pushes(worker, a);
    for (std::size_t i = 0; i < count; ++i) {
        const Grip& grip = worker.grips[i];
        const auto number = static_cast<std::size_t>(grip.number);
        // What friction could do counts, or rounding would set a joint going that nothing pulls at.
        double size = std::fabs(worker.b[i]);
        if (number >= stops) size += worker.W[i * count + i] * worker.upper[i];
        for (std::size_t j = 0; j < count; ++j) size += std::fabs(worker.W[i * count + j] * worker.x[j]);
        const bool rests = std::fabs(grip.along(a)) <= numerics::simulate::resting * size;
        gripped_[first + number] = rests && (number >= stops || worker.x[i] > 0.0);
    }
    return true;
}

// The speed to leave a stop with after reaching it with `speed` (Newton's law of impact). One that would
// bring the joint back within half a step is none: infinitely many bounces would follow in a finite time.
double Simulation::bounce(const Stop& stop, double speed, long row) const {
    if (!(speed < 0.0)) return 0.0;
    const double back = -stop.restitution * speed;
    const double pull = std::fmax(0.0, -stop.speed(a_.data() + row * nv_));
    // The dt of an adaptive integrator is not a step, and where samples are must not change the motion.
    const double step = settings_.integrator == Integrator::adaptive ? numerics::simulate::settling : settings_.dt;
    const double least = std::fmax(numerics::simulate::bounce, 0.25 * pull * step);
    return back > least ? back : 0.0;
}

// Stops or throws back the joints that have reached a limit and would go on. Friction has no part in it:
// in no time it takes nothing.
bool Simulation::strike(Worker& worker, long row, double t) {
    const double* q = q_.data() + row * nq_;
    double* v = v_.data() + row * nv_;
    const std::size_t first = static_cast<std::size_t>(row) * settings_.stops.size();
    worker.grips.clear();
    bool hit = false;
    for (std::size_t k = 0; k < settings_.stops.size(); ++k) {
        const Stop& stop = settings_.stops[k];
        if (stop.distance(q) > numerics::simulate::touched) continue;
        worker.grips.push_back({stop.column, stop.inward, static_cast<int>(k)});
        const double speed = stop.speed(v);
        hit = hit || speed < 0.0;
        // At rest there, a joint is held without having hit anything.
        if (speed >= 0.0 && speed <= numerics::simulate::leaving) touching_[first + k] = 1;
    }
    if (!hit) return true;
    if (!respond(worker, row, t, mechanism_, q)) return false;
    const auto count = worker.grips.size();
    bool bounces = false;
    for (std::size_t i = 0; i < count; ++i) {
        const Stop& stop = settings_.stops[static_cast<std::size_t>(worker.grips[i].number)];
        worker.b[i] = stop.speed(v);
        const double back = bounce(stop, worker.b[i], row);
        bounces = bounces || back > 0.0;
        worker.wanted[i] = worker.b[i] - back;
        worker.lower[i] = 0.0;
        worker.upper[i] = std::numeric_limits<double>::infinity();
    }
    bool pushed = push(worker, row, t, worker.wanted.data());
    if (bounces && pushed) {
        // Joints with different restitutions that hit at once may gain energy by Newton's law (Glocker and
        // Pfeiffer 1995); without restitution they never do.
        double gain = 0.0, size = 0.0;
        for (std::size_t i = 0; i < count; ++i) {
            double sum = 2.0 * worker.b[i];
            for (std::size_t j = 0; j < count; ++j) sum += worker.W[i * count + j] * worker.x[j];
            gain += 0.5 * worker.x[i] * sum;
            size += std::fabs(worker.x[i] * worker.b[i]);
        }
        pushed = gain <= numerics::simulate::balanced * size;
    }
    // Nor can all bounce back where they are between stops that face each other: then they come to rest.
    if (!pushed && bounces) pushed = push(worker, row, t, worker.b.data());
    if (!pushed) return false;
    add_pushes(worker, v);
    for (std::size_t j = 0; j < count; ++j) {
        const auto number = static_cast<std::size_t>(worker.grips[j].number);
        if (touching_[first + number] == 0 && worker.b[j] < -numerics::simulate::leaving) {
            note_limit(worker, row, t, j);
        }
    }
    for (const Grip& grip : worker.grips) {
        touching_[first + static_cast<std::size_t>(grip.number)] = grip.along(v) <= numerics::simulate::leaving;
    }
    return true;
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
    for (std::size_t k = 0; k < drags_.size(); ++k) {
        signed char& slides = slides_[static_cast<std::size_t>(row) * drags_.size() + k];
        const double speed = v_[static_cast<std::size_t>(row * nv_ + drags_[k].column)];
        if (slides == 0 && std::fabs(speed) > numerics::simulate::leaving) slides = speed > 0.0 ? 1 : -1;
    }
}

// Which way joints slide, from their speeds.
void Simulation::find_slides(long row) {
    for (std::size_t k = 0; k < drags_.size(); ++k) {
        const double speed = v_[static_cast<std::size_t>(row * nv_ + drags_[k].column)];
        slides_[static_cast<std::size_t>(row) * drags_.size() + k] =
            std::fabs(speed) <= numerics::simulate::leaving ? 0 : speed > 0.0 ? 1 : -1;
    }
}

// The least distance to a stop that is not touched yet, or least speed of a joint that slides: below
// zero, something has happened on the way. Both count from the state where that is beyond already.
double Simulation::clearance(long row, const double* q, const double* v) const {
    const std::size_t first = static_cast<std::size_t>(row) * settings_.stops.size();
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < settings_.stops.size(); ++k) {
        if (touching_[first + k] != 0) continue;
        const Stop& stop = settings_.stops[k];
        const double beyond = std::fmin(0.0, stop.distance(q_.data() + row * nq_));
        least = std::fmin(least, stop.distance(q) - beyond);
    }
    for (std::size_t k = 0; k < drags_.size(); ++k) {
        const double way = slides_[static_cast<std::size_t>(row) * drags_.size() + k];
        if (way == 0.0) continue;
        const int column = drags_[k].column;
        const double beyond = std::fmin(0.0, way * v_[static_cast<std::size_t>(row * nv_ + column)]);
        least = std::fmin(least, way * v[column] - beyond);
    }
    return least;
}

// Whether the least distance to a stop is to one that a joint moves away from.
bool Simulation::leaves_stop(long row, const double* q, const double* v) const {
    const std::size_t first = static_cast<std::size_t>(row) * settings_.stops.size();
    const double least = clearance(row, q, v);
    for (std::size_t k = 0; k < settings_.stops.size(); ++k) {
        if (touching_[first + k] != 0) continue;
        const Stop& stop = settings_.stops[k];
        const double beyond = std::fmin(0.0, stop.distance(q_.data() + row * nq_));
        if (stop.distance(q) - beyond == least) return stop.speed(v) > 0.0;
    }
    return false;
}

// What held at the state and when last asked is held while loops are closed.
void Simulation::find_locks(Worker& worker, long row) const {
    worker.locks.clear();
    const std::size_t first = static_cast<std::size_t>(row) * grip_count();
    for (std::size_t k = 0; k < grip_count(); ++k) {
        if (held_[first + k] != 0 && gripped_[first + k] != 0) worker.locks.push_back(static_cast<int>(k));
    }
}

void Simulation::lock(Worker& worker, double* q, double* v, bool moving) const {
    std::fill(worker.locked.begin(), worker.locked.end(), char{0});
    for (const int number : worker.locks) {
        const auto k = static_cast<std::size_t>(number);
        const bool is_stop = k < settings_.stops.size();
        const int column = is_stop ? settings_.stops[k].column : drags_[k - settings_.stops.size()].column;
        if (is_stop) q[settings_.stops[k].entry] = settings_.stops[k].at;
        if (!(is_stop && moving)) v[column] = 0.0;
        worker.locked[static_cast<std::size_t>(column)] = 1;
    }
}

}  // namespace fourbar::dynamics
