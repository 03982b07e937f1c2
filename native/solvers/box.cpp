#include "box.hpp"

#include <algorithm>
#include <cmath>

#include "numerics.hpp"

namespace fourbar::dynamics {
namespace {

constexpr int between_finishes = 8;  // sweeps
constexpr int pivots = 20;  // rounds: block pivoting that needs more goes round in circles

std::size_t at(int i) { return static_cast<std::size_t>(i); }

}  // namespace

double Box::residual(int i, const std::vector<double>& x) const {
    double sum = b_[at(i)];
    const double* row = W_.data() + at(i) * at(n_);
    for (int j = 0; j < n_; ++j) sum += row[j] * x[at(j)];
    return sum;
}

// One round over all unknowns; the largest change, as a share of the largest of them.
double Box::sweep() {
    double largest = 0.0, change = 0.0;
    for (int i = 0; i < n_; ++i) {
        if (scale_[at(i)] == 0.0) continue;
        const double next =
            std::fmin(upper_[at(i)], std::fmax(lower_[at(i)], x_[at(i)] - residual(i, x_)));
        change = std::fmax(change, std::fabs(next - x_[at(i)]));
        largest = std::fmax(largest, std::fabs(next));
        x_[at(i)] = next;
    }
    return largest > 0.0 ? change / largest : 0.0;
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

// Takes what is now between its bounds for what is there in the end. False where that is not so.
bool Box::finish() {
    between_.clear();
    for (int i = 0; i < n_; ++i) {
        if (scale_[at(i)] > 0.0 && x_[at(i)] > lower_[at(i)] && x_[at(i)] < upper_[at(i)]) between_.push_back(i);
    }
    solve_between();
    double size = 0.0, most = 0.0;
    for (int i = 0; i < n_; ++i) {
        if (scale_[at(i)] == 0.0) continue;
        size = std::fmax(size, std::fabs(b_[at(i)]));
        most = std::fmax(most, std::fabs(tried_[at(i)]));
    }
    const double within = numerics::simulate::balanced * std::fmax(size, most);
    for (int i = 0; i < n_; ++i) {
        if (scale_[at(i)] == 0.0) continue;
        double& x = tried_[at(i)];
        if (x < lower_[at(i)] - within || x > upper_[at(i)] + within) return false;
        x = std::fmin(upper_[at(i)], std::fmax(lower_[at(i)], x));
    }
    for (int i = 0; i < n_; ++i) {
        if (scale_[at(i)] == 0.0) continue;
        const double w = residual(i, tried_), x = tried_[at(i)];
        if ((w < -within && x < upper_[at(i)]) || (w > within && x > lower_[at(i)])) return false;
    }
    x_ = tried_;
    return true;
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
        double size = 0.0;
        for (int i = 0; i < n_; ++i) {
            if (scale_[at(i)] > 0.0) size = std::fmax(size, std::fmax(std::fabs(b_[at(i)]), std::fabs(tried_[at(i)])));
        }
        const double within = numerics::simulate::balanced * size;
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

void Box::solve(const double* W, const double* b, const double* lower, const double* upper, int n,
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
    if (!pivot()) {
        x_.assign(at(n), 0.0);
        for (int round = 1; round <= numerics::simulate::pushes; ++round) {
            const double change = sweep();
            if (change <= numerics::exact || (round % between_finishes == 0 && finish())) break;
        }
        finish();
    }
    for (int i = 0; i < n; ++i) {
        const double own = x_[at(i)];
        // Bounds to the last digit: callers ask whether they hold.
        x[i] = scale_[at(i)] == 0.0      ? 0.0
               : own <= lower_[at(i)] ? lower[i]
               : own >= upper_[at(i)] ? upper[i]
                                      : own * scale_[at(i)];
    }
}

}  // namespace fourbar::dynamics
