// Steps as long as errors allow: the pair of Dormand and Prince (1980), fifth order with a fourth for
// the error, and the interpolant of Shampine between steps (Hairer, Norsett, Wanner, section II.6).
#include <algorithm>
#include <cmath>

#include "numerics.hpp"
#include "rates.hpp"
#include "simulate.hpp"

namespace fourbar::dynamics {
namespace {

constexpr int stages = 7;
constexpr double node[stages] = {0.0, 1.0 / 5.0, 3.0 / 10.0, 4.0 / 5.0, 8.0 / 9.0, 1.0, 1.0};
constexpr double weight[stages][stages - 1] = {
    {},
    {1.0 / 5.0},
    {3.0 / 40.0, 9.0 / 40.0},
    {44.0 / 45.0, -56.0 / 15.0, 32.0 / 9.0},
    {19372.0 / 6561.0, -25360.0 / 2187.0, 64448.0 / 6561.0, -212.0 / 729.0},
    {9017.0 / 3168.0, -355.0 / 33.0, 46732.0 / 5247.0, 49.0 / 176.0, -5103.0 / 18656.0},
    {35.0 / 384.0, 0.0, 500.0 / 1113.0, 125.0 / 192.0, -2187.0 / 6784.0, 11.0 / 84.0},
};
constexpr double defect[stages] = {71.0 / 57600.0,      0.0,           -71.0 / 16695.0, 71.0 / 1920.0,
                                   -17253.0 / 339200.0, 22.0 / 525.0, -1.0 / 40.0};
constexpr double dense[stages] = {-12715105075.0 / 11282082432.0, 0.0,
                                  87487479700.0 / 32700410799.0,  -10690763975.0 / 1880347072.0,
                                  701980252875.0 / 199316789632.0, -1453857185.0 / 822651844.0,
                                  69997945.0 / 29380423.0};
constexpr int looks = 8;  // within a step, for limits that a joint reaches and leaves again

// Sum of the squares of errors, each as a share of what is allowed.
double squares(const Settings& settings, const std::vector<double>* rates, const std::vector<double>& from,
               const std::vector<double>& to, long first, int width, double h) {
    double sum = 0.0;
    for (long i = first; i < first + width; ++i) {
        const auto k = static_cast<std::size_t>(i);
        double error = 0.0;
        for (int s = 0; s < stages; ++s) error += defect[s] * rates[s][k];
        const double allowed = settings.absolute +
                               settings.relative * std::fmax(std::fabs(from[k]), std::fabs(to[k]));
        sum += h * error / allowed * (h * error / allowed);
    }
    return sum;
}

double between(const std::vector<double>* rates, double from, double to, std::size_t k, double h,
               double share) {
    double bend = 0.0;
    for (int s = 0; s < stages; ++s) bend += dense[s] * rates[s][k];
    const double whole = to - from;
    const double early = h * rates[0][k] - whole;
    const double late = whole - h * rates[stages - 1][k] - early;
    const double rest = 1.0 - share;
    return from + share * (whole + rest * (early + share * (late + rest * h * bend)));
}

}  // namespace

bool Simulation::try_stages(Worker& worker, long row, double h, double& error) {
    const double t = time_[static_cast<std::size_t>(row)];
    const long first_q = row * nq_, first_v = row * nv_;
    std::copy_n(a_.begin() + first_v, nv_, rate_v_[0].begin() + first_v);
    find_rates(mechanism_.tree(), q_.data() + first_q, v_.data() + first_v, rate_q_[0].data() + first_q);
    for (int s = 1; s < stages; ++s) {
        for (long i = first_q; i < first_q + nq_; ++i) {
            const auto k = static_cast<std::size_t>(i);
            double sum = 0.0;
            for (int r = 0; r < s; ++r) sum += weight[s][r] * rate_q_[r][k];
            stage_q_[k] = q_[k] + h * sum;
        }
        for (long i = first_v; i < first_v + nv_; ++i) {
            const auto k = static_cast<std::size_t>(i);
            double sum = 0.0;
            for (int r = 0; r < s; ++r) sum += weight[s][r] * rate_v_[r][k];
            stage_v_[k] = v_[k] + h * sum;
        }
        if (!accelerate(worker, row, row + 1, t + node[s] * h, stage_q_, stage_v_, rate_v_[s], next_tau_)) {
            return false;
        }
        find_rates(mechanism_.tree(), stage_q_.data() + first_q, stage_v_.data() + first_v,
                   rate_q_[s].data() + first_q);
    }
    // The last stage is the result.
    std::copy_n(stage_q_.begin() + first_q, nq_, to_q_.begin() + first_q);
    std::copy_n(stage_v_.begin() + first_v, nv_, to_v_.begin() + first_v);
    const double sum = squares(settings_, rate_q_, q_, to_q_, first_q, nq_, h) +
                       squares(settings_, rate_v_, v_, to_v_, first_v, nv_, h);
    error = std::sqrt(sum / std::max(1, nq_ + nv_));
    return std::isfinite(error);
}

void Simulation::interpolate(long row, double share, double* q, double* v) const {
    const double h = length_[static_cast<std::size_t>(row)];
    for (int i = 0; i < nq_; ++i) {
        const auto k = static_cast<std::size_t>(row * nq_ + i);
        q[i] = between(rate_q_, from_q_[k], to_q_[k], k, h, share);
    }
    for (int i = 0; i < nv_; ++i) {
        const auto k = static_cast<std::size_t>(row * nv_ + i);
        v[i] = between(rate_v_, from_v_[k], to_v_[k], k, h, share);
    }
}

// The share of the last step at which a joint reaches a limit; 1 where none does.
double Simulation::first_stop(long row) const {
    if (grip_count() == 0) return 1.0;
    std::vector<double> q(static_cast<std::size_t>(nq_) + 1), v(static_cast<std::size_t>(nv_) + 1);
    const auto at = [&](double share) {
        interpolate(row, share, q.data(), v.data());
        return clearance(row, q.data(), v.data());
    };
    double low = 0.0;
    for (int n = 1; n <= looks; ++n) {
        double high = static_cast<double>(n) / looks;
        if (at(high) >= -numerics::simulate::met) {
            low = high;
            continue;
        }
        for (int k = 0; k < 100; ++k) {
            const double middle = 0.5 * (low + high);
            if (!(middle > low && middle < high)) break;
            const double distance = at(middle);
            if (std::fabs(distance) <= numerics::simulate::met) return middle;
            (distance < 0.0 ? high : low) = middle;
        }
        return high;
    }
    return 1.0;
}

// Where joints are stopped again and again, steps from one stop to the next get nowhere.
void Simulation::count_stop(long row, double t) {
    const auto n = static_cast<std::size_t>(row);
    if (t - crowd_t_[n] > numerics::simulate::settling) {
        crowd_t_[n] = t;
        crowd_[n] = 0;
    }
    ++crowd_[n];
}

// One step over all that happens within it.
bool Simulation::settle_adaptively(Worker& worker, long row) {
    const auto n = static_cast<std::size_t>(row);
    const double h = std::fmin(numerics::simulate::settling, settings_.end() - time_[n]);
    keep_grips(row);
    std::copy_n(q_.begin() + row * nq_, nq_, from_q_.begin() + row * nq_);
    std::copy_n(v_.begin() + row * nv_, nv_, from_v_.begin() + row * nv_);
    if (!settle_once(worker, row, time_[n], h)) return false;
    std::copy_n(q_.begin() + row * nq_, nq_, to_q_.begin() + row * nq_);
    std::copy_n(v_.begin() + row * nv_, nv_, to_v_.begin() + row * nv_);
    for (int s = 0; s < stages; ++s) {  // a straight line between them
        for (long i = row * nq_; i < (row + 1) * nq_; ++i) {
            const auto k = static_cast<std::size_t>(i);
            rate_q_[s][k] = (to_q_[k] - from_q_[k]) / h;
        }
        for (long i = row * nv_; i < (row + 1) * nv_; ++i) {
            const auto k = static_cast<std::size_t>(i);
            rate_v_[s][k] = (to_v_[k] - from_v_[k]) / h;
        }
    }
    from_t_[n] = time_[n];
    length_[n] = h;
    time_[n] += h;
    crowd_t_[n] = time_[n];
    crowd_[n] = 0;
    return arrive(worker, row, row + 1, time_[n]);
}

bool Simulation::step_adaptively(Worker& worker, long row) {
    const auto n = static_cast<std::size_t>(row);
    const double end = settings_.end();
    const double shortest = numerics::simulate::shortest * std::fmax(1.0, time_[n]);
    bool rejected = false;
    worker.failure = {};
    while (true) {
        if (end - time_[n] <= shortest) {  // rounding of times
            time_[n] = end;
            return true;
        }
        if (crowd_[n] > numerics::simulate::most_stops) return settle_adaptively(worker, row);
        const double h = std::fmin(stride_[n], end - time_[n]);
        if (h < shortest) {
            if (worker.failure.reason == Failure::Reason::none) {
                worker.failure = {Failure::Reason::stuck, row, time_[n], Verdict::fine, -1, 0.0};
            }
            return false;
        }
        double error = 0.0;
        const bool whole = try_stages(worker, row, h, error);
        if (whole) worker.failure = {};  // what refused a longer step is not why this one is too long
        if (!whole || error > 1.0) {
            stride_[n] = h * (whole ? std::fmax(0.2, 0.9 * std::pow(error, -0.2)) : 0.2);
            rejected = true;
            continue;
        }
        std::copy_n(q_.begin() + row * nq_, nq_, from_q_.begin() + row * nq_);
        std::copy_n(v_.begin() + row * nv_, nv_, from_v_.begin() + row * nv_);
        from_t_[n] = time_[n];
        length_[n] = h;
        const double share = first_stop(row);
        double* q = next_q_.data() + row * nq_;
        double* v = next_v_.data() + row * nv_;
        interpolate(row, share, q, v);
        const double t = share < 1.0 ? time_[n] + share * h : time_[n] + h;
        find_locks(worker, row);
        for (std::size_t k = 0; share < 1.0 && k < drags_.size(); ++k) {
            const double way = slides_[n * drags_.size() + k];
            if (way != 0.0 && way * v[drags_[k].column] <= numerics::simulate::leaving) {
                worker.locks.push_back(static_cast<int>(settings_.stops.size() + k));
            }
        }
        if (!close(worker, row, t, q, v)) {
            stride_[n] = 0.2 * h;
            rejected = true;
            continue;
        }
        const double most = rejected ? 1.0 : 5.0;
        stride_[n] = h * std::fmin(most, error > 0.0 ? 0.9 * std::pow(error, -0.2) : most);
        time_[n] = t;
        keep_grips(row);
        accept(row);
        if (share < 1.0) {
            if (!strike(worker, row, t)) return false;
            find_slides(row);
            count_stop(row, t);
        }
        return arrive(worker, row, row + 1, t);
    }
}

void Simulation::keep_grips(long row) {
    const auto stops = static_cast<long>(settings_.stops.size()), drags = static_cast<long>(drags_.size());
    std::copy_n(touching_.begin() + row * stops, stops, from_touching_.begin() + row * stops);
    std::copy_n(slides_.begin() + row * drags, drags, from_slides_.begin() + row * drags);
}

// Stops that are touched and ways of sliding: those at the state for those at the last step's beginning.
void Simulation::swap_grips(long row) {
    const auto stops = static_cast<long>(settings_.stops.size()), drags = static_cast<long>(drags_.size());
    std::swap_ranges(touching_.begin() + row * stops, touching_.begin() + (row + 1) * stops,
                     from_touching_.begin() + row * stops);
    std::swap_ranges(slides_.begin() + row * drags, slides_.begin() + (row + 1) * drags,
                     from_slides_.begin() + row * drags);
}

bool Simulation::run_adaptive(Worker& worker, long row, long last, Clock::time_point until) {
    const auto n = static_cast<std::size_t>(row);
    if (stride_[n] == 0.0) stride_[n] = std::fmin(settings_.dt, numerics::simulate::first_stride);
    const auto next = next_q_.begin() + row * nq_;
    for (long& sample = sample_[n]; sample < last; ++sample) {
        const double t =
            std::fmin(static_cast<double>(sample * settings_.every) * settings_.dt, settings_.end());
        while (time_[n] < t) {
            if (Clock::now() > until) return true;
            if (!step_adaptively(worker, row)) return false;
        }
        const double share = length_[n] > 0.0 ? std::fmin(1.0, (t - from_t_[n]) / length_[n]) : 1.0;
        double* q = &*next;
        double* v = next_v_.data() + row * nv_;
        const bool within = t < time_[n];
        if (within) {
            interpolate(row, share, q, v);
            swap_grips(row);
        } else {
            std::copy_n(q_.begin() + row * nq_, nq_, q);
            std::copy_n(v_.begin() + row * nv_, nv_, v);
        }
        worker.locks.clear();
        const bool found = (!within || close(worker, row, t, q, v)) &&
                           accelerate(worker, row, row + 1, t, next_q_, next_v_, next_a_, next_tau_);
        if (within) swap_grips(row);
        if (!found) return false;
        put(row, sample, q, v, next_a_.data() + row * nv_, next_tau_.data() + row * nv_);
    }
    return true;
}

}  // namespace fourbar::dynamics
