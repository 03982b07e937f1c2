#include "project.hpp"

#include <cmath>
#include <limits>
#include <utility>

#include "numerics.hpp"

namespace fourbar::dynamics {
namespace {

std::vector<std::vector<int>> all_columns(const loops::System& system) {
    std::vector<std::vector<int>> columns;
    for (int b = 0; b < system.block_count; ++b) {
        const loops::Block& block = system.blocks[b];
        columns.emplace_back(block.columns, block.columns + block.column_count);
    }
    return columns;
}

std::size_t at_least_one(int size) { return static_cast<std::size_t>(size > 0 ? size : 1); }

}  // namespace

Projector::Projector(const loops::System& system, const loops::Kernels& kernels, double tolerance)
    : system_(system),
      kernels_(kernels),
      tolerance_(tolerance),
      workspace_(kernels.workspace_size(system)),
      solver_(system, kernels),
      free_(system, all_columns(system)),
      factors_(static_cast<std::size_t>(system.block_count)),
      phi_(at_least_one(system.rows)),
      K_(at_least_one(system.rows * system.tree.nv)),
      A_(K_.size()),
      b_(phi_.size()),
      x_(at_least_one(system.tree.nv)),
      step_(x_.size()),
      moved_(at_least_one(system.tree.nq)) {
    kernels.prepare(system, workspace_.data());
}

double Projector::evaluate(const double* q) {
    if (!kernels_.evaluate(system_, q, nullptr, workspace_.data(), phi_.data(), K_.data(), nullptr)) {
        return std::numeric_limits<double>::infinity();
    }
    double largest = 0.0;
    for (int i = 0; i < system_.rows; ++i) largest = std::fmax(largest, std::fabs(phi_[static_cast<std::size_t>(i)]));
    return largest;
}

void Projector::factor(const char* locked) {
    for (int b = 0; b < system_.block_count; ++b) {
        const loops::Block& block = system_.blocks[b];
        double* A = A_.data();
        for (int i = 0; i < block.row_count; ++i) {
            const double* row = K_.data() + static_cast<std::ptrdiff_t>(block.rows[i]) * system_.tree.nv;
            for (int j = 0; j < block.column_count; ++j) {
                const int column = block.columns[j];
                *A++ = locked != nullptr && locked[column] != 0 ? 0.0 : row[column];
            }
        }
        factors_[static_cast<std::size_t>(b)].factor(A_.data(), block.row_count, block.column_count,
                                                     numerics::rank);
    }
}

void Projector::solve(const double* b, double* x) {
    for (int n = 0; n < system_.block_count; ++n) {
        const loops::Block& block = system_.blocks[n];
        for (int i = 0; i < block.row_count; ++i) b_[static_cast<std::size_t>(i)] = b[block.rows[i]];
        factors_[static_cast<std::size_t>(n)].solve(b_.data(), x_.data());
        for (int j = 0; j < block.column_count; ++j) x[block.columns[j]] = x_[static_cast<std::size_t>(j)];
    }
}

// phi_ = K v; the largest of them.
double Projector::find_opening(const double* v) {
    const int nv = system_.tree.nv;
    double largest = 0.0;
    for (int i = 0; i < system_.rows; ++i) {
        double sum = 0.0;
        const double* row = K_.data() + static_cast<std::ptrdiff_t>(i) * nv;
        for (int j = 0; j < nv; ++j) sum += row[j] * v[j];
        phi_[static_cast<std::size_t>(i)] = sum;
        largest = std::fmax(largest, std::fabs(sum));
    }
    return largest;
}

double Projector::close(double* q, double* v, const char* locked) {
    if (system_.block_count == 0) return 0.0;
    constexpr double infinity = std::numeric_limits<double>::infinity();
    double before = infinity;
    double open = evaluate(q);
    if (std::isinf(open)) return open;
    factor(locked);
    for (int n = 0; n < numerics::simulate::corrections; ++n) {
        if (open <= numerics::simulate::closed || open > 0.5 * before) break;
        before = open;
        if (n > 0) factor(locked);
        step_.assign(step_.size(), 0.0);
        solve(phi_.data(), step_.data());
        double longest = 0.0;
        for (double& s : step_) {
            longest = std::fmax(longest, std::fabs(s));
            s = -s;
        }
        if (longest > numerics::simulate::longest_correction) {
            if (locked != nullptr) return infinity;
            // Near a singular pose the shortest step may be a long one.
            const loops::Limits none{nullptr, nullptr};
            solver_.close(q, free_, none, tolerance_, numerics::follow::steps);
            open = evaluate(q);
            if (std::isinf(open)) return open;
            factor(locked);
            break;
        }
        loops::move(system_, q, step_.data(), moved_.data());
        for (int i = 0; i < system_.tree.nq; ++i) q[i] = moved_[static_cast<std::size_t>(i)];
        open = evaluate(q);
        if (std::isinf(open)) return open;
    }
    find_opening(v);
    step_.assign(step_.size(), 0.0);
    solve(phi_.data(), step_.data());
    double fastest = 0.0;
    for (int j = 0; j < system_.tree.nv; ++j) {
        fastest = std::fmax(fastest, std::fabs(v[j]));
        v[j] -= step_[static_cast<std::size_t>(j)];
    }
    if (locked != nullptr && find_opening(v) > numerics::simulate::opening * fastest) return infinity;
    return open;
}

}  // namespace fourbar::dynamics
