// Least squares with the dependent columns of a block for several configurations at a time, and the
// entries that are zero in all of them left out.
//
// The reflections of kernels/loops/householder.hpp in the same order. Which entries can differ from
// zero on the way follows from the mechanism alone (owners/elimination.cpp): a leg's columns touch its
// own rows, and few of the others.
#pragma once

#include "kernels/lanes/lanes.hpp"
#include "kernels/loops/eliminate.hpp"
#include "mechanism.hpp"
#include "solvers/numerics.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

using dynamics::Elimination;

struct Eliminated {
    Lane* A;        // column by column: dependent ones with reflectors below the diagonal, right-hand sides
    Lane* inverse;  // of R's diagonal, zero where a column is determined by those before
    Lane* shares;   // 2 / (v.v) of each reflector
    const Elimination* plan;

    FOURBAR_INLINE Lane* column(int j) const { return A + static_cast<long>(j) * plan->rows; }
};

// x -= v (v.x) 2/(v.v), with v in the rows of step k.
FOURBAR_INLINE void reflect(const Eliminated& f, int k, Lane* x) {
    const auto& rows = f.plan->touched[k];
    const Lane* v = f.column(k);
    Lane sum{};
    for (int n = 0; n < rows.count; ++n) sum += v[rows.numbers[n]] * x[rows.numbers[n]];
    sum *= f.shares[k];
    for (int n = 0; n < rows.count; ++n) x[rows.numbers[n]] -= v[rows.numbers[n]] * sum;
}

// R x = x.
FOURBAR_INLINE void substitute(const Eliminated& f, Lane* x) {
    for (int k = f.plan->columns - 1; k >= 0; --k) {
        const auto& later = f.plan->later[k];
        Lane sum = x[k];
        for (int n = 0; n < later.count; ++n) sum -= f.column(later.numbers[n])[k] * x[later.numbers[n]];
        x[k] = sum * f.inverse[k];
    }
}

// Takes [K_d | K_i] from K's entries, factors K_d and solves for every column of K_i in its place.
// Returns the smallest over the largest diagonal entry of R.
FOURBAR_INLINE Lane eliminate(const Eliminated& f, const Lane* K) {
    const Elimination& plan = *f.plan;
    for (int e = 0; e < plan.entry_count; ++e) f.A[plan.places[e]] = K[plan.sources[e]];
    Lane smallest = spread(1e300), largest{};
    for (int k = 0; k < plan.columns; ++k) {
        const auto& rows = plan.touched[k];
        Lane* a = f.column(k);
        Lane square{};
        for (int n = 0; n < rows.count; ++n) square += a[rows.numbers[n]] * a[rows.numbers[n]];
        const Lane norm = root(square);
        const Lane diagonal = choose(a[k] > 0.0, -norm, norm);
        f.inverse[k] = choose(norm > numerics::least_pivot, 1.0 / diagonal, Lane{});
        a[k] -= diagonal;
        // v.v = 2 norm (norm + |a_kk|) without cancellation.
        const Lane half = norm * magnitude_of(a[k]);
        f.shares[k] = choose(half > 0.0, 1.0 / half, Lane{});
        const auto& changed = plan.changed[k];
        for (int n = 0; n < changed.count; ++n) reflect(f, k, f.column(changed.numbers[n]));
        smallest = choose(norm < smallest, norm, smallest);
        largest = choose(norm > largest, norm, largest);
    }
    for (int j = plan.columns; j < plan.width; ++j) substitute(f, f.column(j));
    return choose(largest > 0.0, smallest / largest, Lane{});
}

// Solves for one more right-hand side (rows long, overwritten); the answer is in its first entries.
FOURBAR_INLINE void solve(const Eliminated& f, Lane* x) {
    for (int k = 0; k < f.plan->columns; ++k) reflect(f, k, x);
    substitute(f, x);
}

// The same at one configuration, whose equations were solved row by row (kernels/loops/eliminate.hpp).
FOURBAR_INLINE void solve(const Equations& e, const Elimination& plan, double* x) {
    for (int k = 0; k < e.columns; ++k) {
        const auto& rows = plan.touched[k];
        double sum = 0.0;
        for (int n = 0; n < rows.count; ++n) sum += e.row(rows.numbers[n])[k] * x[rows.numbers[n]];
        sum *= e.shares[k];
        for (int n = 0; n < rows.count; ++n) x[rows.numbers[n]] -= e.row(rows.numbers[n])[k] * sum;
    }
    for (int k = e.columns - 1; k >= 0; --k) {
        const auto& later = plan.later[k];
        const double* row = e.row(k);
        double sum = x[k];
        for (int n = 0; n < later.count; ++n) sum -= row[later.numbers[n]] * x[later.numbers[n]];
        x[k] = std::fabs(e.diagonal[k]) > numerics::least_pivot ? sum / e.diagonal[k] : 0.0;
    }
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
