#include "trace.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <iterator>

#include "numerics.hpp"

namespace fourbar::loops {

using namespace numerics::trace;

namespace {

int sign_of(double x) { return x > 0.0 ? 1 : x < 0.0 ? -1 : 0; }

// The sign of the determinant, by elimination with the largest pivot of each column; A is
// overwritten. The determinant itself leaves the range of numbers in large mechanisms.
int determinant_sign(std::vector<double>& A, int n) {
    int sign = 1;
    for (int k = 0; k < n; ++k) {
        int pivot = k;
        for (int i = k + 1; i < n; ++i) {
            if (std::fabs(A[static_cast<std::size_t>(i * n + k)]) >
                std::fabs(A[static_cast<std::size_t>(pivot * n + k)])) {
                pivot = i;
            }
        }
        double* top = A.data() + k * n;
        if (pivot != k) {
            std::swap_ranges(top, top + n, A.data() + pivot * n);
            sign = -sign;
        }
        if (top[k] == 0.0) return 0;
        if (top[k] < 0.0) sign = -sign;
        for (int i = k + 1; i < n; ++i) {
            double* row = A.data() + i * n;
            const double share = row[k] / top[k];
            for (int j = k + 1; j < n; ++j) row[j] -= share * top[j];
        }
    }
    return sign;
}

// The given columns, block by block.
Free columns_of_blocks(const System& system, const std::vector<int>& chosen) {
    std::vector<std::vector<int>> columns(static_cast<std::size_t>(system.block_count));
    for (int k = 0; k < system.block_count; ++k) {
        const Block& block = system.blocks[k];
        std::copy_if(block.columns, block.columns + block.column_count,
                     std::back_inserter(columns[static_cast<std::size_t>(k)]), [&](int column) {
                         return std::find(chosen.begin(), chosen.end(), column) != chosen.end();
                     });
    }
    return {system, std::move(columns)};
}

}  // namespace

Tracer::Tracer(const System& system, const Kernels& kernels, const TraceSettings& settings,
               const double* q)
    : system_(system),
      settings_(settings),
      solver_(system, kernels),
      free_(columns_of_blocks(system, settings.dependent)),
      q_(q, q + system.tree.nq),
      rate_(static_cast<std::size_t>(system.tree.nv)),
      next_(q_),
      predicted_(q_),
      step_(static_cast<std::size_t>(system.tree.nv)) {
    find_tangent(q, next_rate_, determinant_);
    rate_.swap(next_rate_);
    for (const int column : settings.watched) {
        const double rate = rate_[static_cast<std::size_t>(column)];
        signs_.push_back(std::fabs(rate) > still ? sign_of(rate) : 0);
    }
}

// Rates of the dependent columns, in x_. Where K does not determine them, they are the shortest at a
// dead centre of the drive, which ends there. Where motions cross, as in a parallelogram that lies
// flat, many rates fit, and those nearest to the last ones go on as the motion came.
void Tracer::find_rates(const double* K) {
    const std::size_t n = settings_.dependent.size();
    const int nv = system_.tree.nv;
    A_.clear();
    b_.clear();
    for (int i = 0; i < system_.rows; ++i) {
        for (const int column : settings_.dependent) A_.push_back(K[i * nv + column]);
        b_.push_back(-K[i * nv + settings_.drive_v]);
    }
    x_.resize(n);
    qr_.factor(A_.data(), system_.rows, static_cast<int>(n), numerics::rank);
    qr_.solve(b_.data(), x_.data());
    if (qr_.rank() == static_cast<int>(n)) return;
    double open = 0.0, whole = 0.0;
    for (std::size_t i = 0; i < b_.size(); ++i) {
        double left = b_[i], from_last = b_[i];
        for (std::size_t j = 0; j < n; ++j) {
            left -= A_[i * n + j] * x_[j];
            from_last -= A_[i * n + j] * rate_[static_cast<std::size_t>(settings_.dependent[j])];
        }
        open += left * left;
        whole += b_[i] * b_[i];
        b_[i] = from_last;
    }
    if (open > fitting * fitting * whole) return;
    qr_.solve(b_.data(), x_.data());
    for (std::size_t j = 0; j < n; ++j) {
        x_[j] += rate_[static_cast<std::size_t>(settings_.dependent[j])];
    }
}

// dq/d(drive), and the sign of the determinant of the dependent columns.
bool Tracer::find_tangent(const double* q, std::vector<double>& rate, int& determinant) {
    rate.assign(static_cast<std::size_t>(system_.tree.nv), 0.0);
    rate[static_cast<std::size_t>(settings_.drive_v)] = 1.0;
    determinant = 1;
    const auto n = static_cast<int>(settings_.dependent.size());
    if (n == 0) return true;
    const double* K = solver_.jacobian(q);
    if (K == nullptr) return false;
    find_rates(K);
    for (std::size_t j = 0; j < settings_.dependent.size(); ++j) {
        rate[static_cast<std::size_t>(settings_.dependent[j])] = x_[j];
    }
    A_.clear();
    for (const int row : settings_.rows) {
        for (const int column : settings_.dependent) A_.push_back(K[row * system_.tree.nv + column]);
    }
    determinant = determinant_sign(A_, n);
    return true;
}

// The next closed pose, unless the correction is as large as what was predicted.
bool Tracer::try_step(double step, const double* goal) {
    double size = 0.0;
    for (std::size_t i = 0; i < step_.size(); ++i) {
        step_[i] = rate_[i] * step;
        if (system_.in_loop[i] != 0) size = std::fmax(size, std::fabs(step_[i]));
    }
    move(system_, q_.data(), step_.data(), predicted_.data());
    const auto drive = static_cast<std::size_t>(settings_.drive_q);
    predicted_[drive] = goal != nullptr ? *goal : q_[drive] + step;
    next_ = predicted_;
    const double residual = solver_
                                .close(next_.data(), free_, {nullptr, nullptr},
                                       settings_.tolerance, correction_steps)
                                .residual;
    return residual <= settings_.tolerance &&
           distance(system_, predicted_.data(), next_.data()) <= most_correction * size + shortest_reach &&
           find_tangent(next_.data(), next_rate_, next_determinant_);
}

// Bisects between the last pose and the next for where the rate of a column, or for the drive's
// own the determinant, changes its sign.
void Tracer::refine(int column) {
    std::vector<double> a = q_, b = next_, rate;
    std::vector<double> middle(q_.size());
    int determinant = 0;
    const auto drive = static_cast<std::size_t>(settings_.drive_q);
    const bool singular = column == settings_.drive_v;
    const auto sign_at = [&](const std::vector<double>& q) {
        find_tangent(q.data(), rate, determinant);
        return singular ? determinant : sign_of(rate[static_cast<std::size_t>(column)]);
    };
    const int before = sign_at(a);
    for (int n = 0; n < refinements && std::fabs(b[drive] - a[drive]) >= refined; ++n) {
        between(system_, a.data(), b.data(), 0.5, nullptr, middle.data());
        middle[drive] = 0.5 * (a[drive] + b[drive]);
        const Outcome outcome = solver_.close(middle.data(), free_, {nullptr, nullptr},
                                              settings_.tolerance, correction_steps);
        if (outcome.residual > settings_.tolerance) break;
        (sign_at(middle) == before ? a : b) = middle;
    }
    events.push_back({column, b});
}

void Tracer::advance() {
    // A determinant that starts at zero has been counted.
    if (determinant_ != 0 && next_determinant_ != determinant_) {
        refine(settings_.drive_v);
    }
    for (std::size_t n = 0; n < signs_.size(); ++n) {
        const int column = settings_.watched[n];
        const double rate = next_rate_[static_cast<std::size_t>(column)];
        const int sign = std::fabs(rate) > still ? sign_of(rate) : 0;
        if (signs_[n] != 0 && sign != signs_[n]) {
            // Reached or passed; what is reached counts once, not again where it is left.
            refine(column);
        }
        signs_[n] = sign;
    }
    q_.swap(next_);
    rate_.swap(next_rate_);
    determinant_ = next_determinant_;
}

bool Tracer::go(double goal, const std::function<bool()>& is_interrupted) {
    const auto drive = static_cast<std::size_t>(settings_.drive_q);
    const double scale = std::fmax(1.0, std::fabs(goal));
    double reach = longest_reach;
    double before = std::fabs(goal - q_[drive]);
    for (int n = 1;; ++n) {
        const double left = goal - q_[drive];
        if (std::fabs(left) < arrived * scale) return true;
        if (++count_ % 1024 == 0 && is_interrupted()) return false;
        if (n % patience == 0) {
            if (std::fabs(left) > before - least_advance * scale) return false;
            before = std::fabs(left);
        }
        double fastest = 0.0;
        for (std::size_t i = 0; i < rate_.size(); ++i) {
            if (system_.in_loop[i] != 0) fastest = std::fmax(fastest, std::fabs(rate_[i]));
        }
        const double longest = reach / fastest;
        const bool last = std::fabs(left) * fastest <= reach;
        if (try_step(last ? left : std::copysign(longest, left), last ? &goal : nullptr)) {
            advance();
            reach = std::fmin(2.0 * reach, longest_reach);
        } else {
            reach *= 0.5;
            if (reach < shortest_reach) return false;
        }
    }
}

}  // namespace fourbar::loops
