// Joint limits in a simulation: what reaches a stop is held there, or thrown back by an impulse.
#include <cmath>
#include <limits>

#include "numerics.hpp"
#include "simulate.hpp"

namespace fourbar::dynamics {

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

}  // namespace fourbar::dynamics
