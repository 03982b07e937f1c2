#include "box.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numerics.hpp"

namespace fourbar::dynamics {
namespace {

constexpr int pivots = 20;  // rounds: block pivoting that needs more goes round in circles
constexpr double tied = 1e-13;  // of a diagonal: what is left of it by rounding

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

double Box::residual(int i, const std::vector<double>& x) const {
    double sum = b_[at(i)];
    const double* row = W_.data() + at(i) * at(n_);
    for (int j = 0; j < n_; ++j) sum += row[j] * x[at(j)];
    return sum;
}

// tried_: x, and for what is between its bounds, between_, the numbers that bring it to rest.
void Box::solve_between() {
    tried_ = x_;
    const auto count = static_cast<int>(between_.size());
    // Cholesky with the largest remaining diagonal first: what depends on the others keeps its number.
    L_.assign(at(count) * at(count), 0.0);
    y_.assign(at(count), 1.0);  // remaining diagonals
    order_ = between_;
    int rank = 0;
    for (; rank < count; ++rank) {
        const auto largest = std::max_element(y_.begin() + rank, y_.end());
        if (*largest <= numerics::simulate::dependent) break;
        const auto pivot = static_cast<int>(largest - y_.begin());
        std::swap(order_[at(rank)], order_[at(pivot)]);
        std::swap(y_[at(rank)], y_[at(pivot)]);
        for (int k = 0; k < rank; ++k) {
            std::swap(L_[at(rank) * at(count) + at(k)], L_[at(pivot) * at(count) + at(k)]);
        }
        const double root = std::sqrt(y_[at(rank)]);
        L_[at(rank) * at(count) + at(rank)] = root;
        for (int i = rank + 1; i < count; ++i) {
            double sum = W_[at(order_[at(i)]) * at(n_) + at(order_[at(rank)])];
            for (int k = 0; k < rank; ++k) sum -= L_[at(i) * at(count) + at(k)] * L_[at(rank) * at(count) + at(k)];
            L_[at(i) * at(count) + at(rank)] = sum / root;
            y_[at(i)] -= sum / root * (sum / root);
        }
    }
    for (int i = 0; i < rank; ++i) {
        double sum = -residual(order_[at(i)], tried_);
        for (int k = 0; k < i; ++k) sum -= L_[at(i) * at(count) + at(k)] * y_[at(k)];
        y_[at(i)] = sum / L_[at(i) * at(count) + at(i)];
    }
    for (int i = rank - 1; i >= 0; --i) {
        double sum = y_[at(i)];
        for (int k = i + 1; k < rank; ++k) sum -= L_[at(k) * at(count) + at(i)] * y_[at(k)];
        y_[at(i)] = sum / L_[at(i) * at(count) + at(i)];
    }
    for (int i = 0; i < rank; ++i) tried_[at(order_[at(i)])] += y_[at(i)];
}

double Box::tolerance(const std::vector<double>& x) const {
    double size = 0.0;
    for (int i = 0; i < n_; ++i) {
        if (scale_[at(i)] > 0.0) size = std::fmax(size, std::fmax(std::fabs(b_[at(i)]), std::fabs(x[at(i)])));
    }
    return numerics::simulate::balanced * size;
}

bool Box::pivot() {
    std::vector<int>& sides = sides_;  // -1 at the lower bound, 1 at the upper one
    sides.assign(at(n_), 0);
    for (int i = 0; i < n_; ++i) {
        if (lower_[at(i)] == 0.0 && b_[at(i)] >= 0.0) sides[at(i)] = -1;
    }
    for (int round = 0; round < pivots; ++round) {
        between_.clear();
        for (int i = 0; i < n_; ++i) {
            const int side = sides[at(i)];
            x_[at(i)] = side < 0 ? lower_[at(i)] : side > 0 ? upper_[at(i)] : 0.0;
            if (side == 0 && scale_[at(i)] > 0.0) between_.push_back(i);
        }
        solve_between();
        const double within = tolerance(tried_);
        bool settled = true;
        for (int i = 0; i < n_; ++i) {
            if (scale_[at(i)] == 0.0) continue;
            const double x = tried_[at(i)], w = residual(i, tried_);
            int side = sides[at(i)];
            if (side == 0) {
                // What depends on the others is not brought to rest by its own number.
                if (std::fabs(w) > within) return false;
                if (x < lower_[at(i)] - within) side = -1;
                if (x > upper_[at(i)] + within) side = 1;
            } else if (side < 0 ? w < -within : w > within) {
                side = 0;
            }
            settled = settled && side == sides[at(i)];
            sides[at(i)] = side;
        }
        if (!settled) continue;
        for (int i = 0; i < n_; ++i) x_[at(i)] = std::fmin(upper_[at(i)], std::fmax(lower_[at(i)], tried_[at(i)]));
        return true;
    }
    return false;
}

// The factor of W among between_, up to the first that depends on those before it; how many those are.
int Box::factor_between() {
    const auto count = static_cast<int>(between_.size());
    L_.assign(at(count) * at(count), 0.0);
    for (int i = 0; i < count; ++i) {
        double* row = L_.data() + at(i) * at(count);
        double left = 1.0;
        for (int j = 0; j <= i; ++j) {
            const double* other = L_.data() + at(j) * at(count);
            double sum = W_[at(between_[at(i)]) * at(n_) + at(between_[at(j)])];
            for (int k = 0; k < j; ++k) sum -= row[k] * other[k];
            if (j < i) {
                row[j] = sum / other[j];
            } else {
                left = sum;
            }
        }
        if (left <= tied) return i;
        row[i] = std::sqrt(left);
    }
    return count;
}

// y_ := -(L L^T)^-1 y_ for the first `rank` of between_.
void Box::solve_factored(int rank) {
    const std::size_t count = between_.size();
    for (int i = 0; i < rank; ++i) {
        double sum = -y_[at(i)];
        for (int k = 0; k < i; ++k) sum -= L_[at(i) * count + at(k)] * y_[at(k)];
        y_[at(i)] = sum / L_[at(i) * count + at(i)];
    }
    for (int i = rank - 1; i >= 0; --i) {
        double sum = y_[at(i)];
        for (int k = i + 1; k < rank; ++k) sum -= L_[at(k) * count + at(i)] * y_[at(k)];
        y_[at(i)] = sum / L_[at(i) * count + at(i)];
    }
}

// Moves what is between its bounds to where it is at rest; what meets a bound on the way stays there. Whether
// anything has moved.
bool Box::relax() {
    bool moved = false;
    while (!between_.empty()) {
        const auto count = static_cast<int>(between_.size());
        const int rank = factor_between();
        const bool whole = rank == count;
        y_.assign(at(count), 0.0);
        double slope = 0.0;
        if (whole) {
            for (int i = 0; i < count; ++i) y_[at(i)] = residual(between_[at(i)], x_);
            solve_factored(count);
        } else {
            // One that depends on others: exchanged for them it changes nothing but the work that is done.
            for (int i = 0; i < rank; ++i) {
                y_[at(i)] = W_[at(between_[at(i)]) * at(n_) + at(between_[at(rank)])];
            }
            solve_factored(rank);
            y_[at(rank)] = 1.0;
            for (int i = 0; i <= rank; ++i) slope += y_[at(i)] * residual(between_[at(i)], x_);
            if (std::fabs(slope) <= tolerance(x_)) {
                between_.erase(between_.begin() + rank);
                continue;
            }
            for (int i = 0; i <= rank && slope > 0.0; ++i) y_[at(i)] = -y_[at(i)];
        }
        double share = whole ? 1.0 : std::numeric_limits<double>::infinity();
        int stopped = -1;
        for (int i = 0; i < count; ++i) {
            const double d = y_[at(i)];
            const std::size_t k = at(between_[at(i)]);
            const double room = (d > 0.0 ? upper_[k] : lower_[k]) - x_[k];
            if (d == 0.0 || !(std::fabs(room) < share * std::fabs(d))) continue;
            share = std::fabs(room / d);
            stopped = i;
        }
        if (!std::isfinite(share)) {
            // Nothing ends this way: no effort of this one brings it to rest, more than rounding or not.
            barred_[at(between_[at(rank)])] = 1;
            between_.erase(between_.begin() + rank);
            continue;
        }
        for (int i = 0; i < count; ++i) {
            const std::size_t k = at(between_[at(i)]);
            const double step = share * y_[at(i)];
            moved = moved || step != 0.0;
            x_[k] = i == stopped ? (y_[at(i)] > 0.0 ? upper_[k] : lower_[k])
                                 : std::fmin(upper_[k], std::fmax(lower_[k], x_[k] + step));
        }
        if (stopped < 0) break;
        between_.erase(between_.begin() + stopped);
    }
    return moved;
}

void Box::descend() {
    x_.assign(at(n_), 0.0);
    barred_.assign(at(n_), 0);
    between_.clear();
    bool moved = true;
    for (int round = 0; round < numerics::simulate::exchanges * n_; ++round) {
        // The one that is farthest from rest joins in; the first one while nothing moves, so that exchanges at
        // one place end (Bland 1977).
        double most = tolerance(x_);
        int chosen = -1;
        for (int i = 0; i < n_; ++i) {
            if (scale_[at(i)] == 0.0 || barred_[at(i)] != 0) continue;
            if (std::binary_search(between_.begin(), between_.end(), i)) continue;
            const double w = residual(i, x_);
            if (std::fabs(w) <= most || (w < 0.0 ? x_[at(i)] >= upper_[at(i)] : x_[at(i)] <= lower_[at(i)])) continue;
            chosen = i;
            if (!moved) break;
            most = std::fabs(w);
        }
        if (chosen < 0) return;
        between_.insert(std::lower_bound(between_.begin(), between_.end(), chosen), chosen);
        moved = relax();
    }
}

bool Box::is_solved() {
    double most = numerics::simulate::complementary / numerics::simulate::balanced * tolerance(x_);
    bool solved = true;
    for (int i = 0; i < n_; ++i) {
        if (scale_[at(i)] == 0.0) continue;
        const double x = x_[at(i)];
        const double miss = std::fabs(std::fmin(upper_[at(i)], std::fmax(lower_[at(i)], x - residual(i, x_))) - x);
        if (miss <= most) continue;
        most = miss;
        worst_ = i;
        solved = false;
    }
    return solved;
}

bool Box::solve(const double* W, const double* b, const double* lower, const double* upper, int n,
                double* x) {
    n_ = n;
    scale_.resize(at(n));
    double largest = 0.0;
    for (int i = 0; i < n; ++i) largest = std::fmax(largest, W[i * n + i]);
    for (int i = 0; i < n; ++i) {
        const double own = W[i * n + i];
        scale_[at(i)] = own > numerics::simulate::immovable * largest ? 1.0 / std::sqrt(own) : 0.0;
    }
    W_.resize(at(n) * at(n));
    b_.resize(at(n));
    lower_.resize(at(n));
    upper_.resize(at(n));
    x_.assign(at(n), 0.0);
    for (int i = 0; i < n; ++i) {
        const double scale = scale_[at(i)];
        for (int j = 0; j < n; ++j) {
            // Rounding leaves the two halves a little different.
            W_[at(i) * at(n) + at(j)] = 0.5 * (W[i * n + j] + W[j * n + i]) * scale * scale_[at(j)];
        }
        b_[at(i)] = b[i] * scale;
        lower_[at(i)] = scale > 0.0 ? lower[i] / scale : 0.0;
        upper_[at(i)] = scale > 0.0 ? upper[i] / scale : 0.0;
    }
    bool solved = pivot() && is_solved();
    if (!solved) {
        descend();
        solved = is_solved();
    }
    for (int i = 0; i < n; ++i) {
        const double own = x_[at(i)];
        // Bounds to the last digit: callers ask whether they hold.
        x[i] = scale_[at(i)] == 0.0      ? 0.0
               : own <= lower_[at(i)] ? lower[i]
               : own >= upper_[at(i)] ? upper[i]
                                      : own * scale_[at(i)];
    }
    return solved;
}

}  // namespace fourbar::dynamics
