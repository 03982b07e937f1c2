// Least squares with full column rank by Householder reflections, for a number or a lane of them.
// No pivoting: lanes would disagree on the pivot. `quality` says whether that was good enough.
#pragma once

#include "kernels/lanes/lanes.hpp"
#include "solvers/numerics.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

using numerics::least_pivot;

template <class S>
struct Factors {
    S* A;        // column by column, rows x columns, reflectors below the diagonal
    S* diagonal; // of R
    S* shares;   // 2 / (v.v) of each reflector
    int rows;
    int columns;
};

// Reflects a column: x -= v (v.x) 2/(v.v), with v in rows k.. of column k.
template <class S>
FOURBAR_INLINE void reflect(const Factors<S>& f, int k, S* x) {
    const S* v = f.A + k * f.rows;
    S sum = v[k] * x[k];
    for (int i = k + 1; i < f.rows; ++i) sum += v[i] * x[i];
    sum = sum * f.shares[k];
    for (int i = k; i < f.rows; ++i) x[i] -= v[i] * sum;
}

// Factors A in place. Returns the smallest over the largest diagonal entry of R.
template <class S>
FOURBAR_INLINE S factor(Factors<S>& f) {
    S smallest = S{} + 1e300;
    S largest{};
    for (int k = 0; k < f.columns; ++k) {
        S* a = f.A + k * f.rows;
        S square{};
        for (int i = k; i < f.rows; ++i) square += a[i] * a[i];
        const S norm = root(square);
        f.diagonal[k] = choose(a[k] > 0.0, -norm, norm);
        a[k] -= f.diagonal[k];
        // v.v = 2 norm (norm + |a_kk|) without cancellation.
        const S half = norm * magnitude_of(a[k]);
        f.shares[k] = choose(half > 0.0, 1.0 / half, S{});
        for (int j = k + 1; j < f.columns; ++j) reflect(f, k, f.A + j * f.rows);
        smallest = choose(norm < smallest, norm, smallest);
        largest = choose(norm > largest, norm, largest);
    }
    return choose(largest > 0.0, smallest / largest, S{});
}

// Solves for one right-hand side (rows long, overwritten); the answer is in its first entries.
// A column that the ones before determine contributes nothing.
template <class S>
FOURBAR_INLINE void solve(const Factors<S>& f, S* x) {
    for (int k = 0; k < f.columns; ++k) reflect(f, k, x);
    for (int k = f.columns - 1; k >= 0; --k) {
        S sum = x[k];
        for (int j = k + 1; j < f.columns; ++j) sum -= f.A[j * f.rows + k] * x[j];
        x[k] = choose(magnitude_of(f.diagonal[k]) > least_pivot, sum / f.diagonal[k], S{});
    }
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
