// Least squares with full column rank and several right-hand sides, at one configuration.
//
// Householder reflections without pivoting, as in householder.hpp, but row by row: several columns
// are in a register, and rows in which a reflector is zero are left out. In mechanisms most are: a
// leg's columns touch its own rows only.
#pragma once

#include "kernels/lanes/lanes.hpp"
#include "solvers/numerics.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

using numerics::least_pivot;

// Rows [A | B] of A X = B: `columns` of A, then those of B up to `width`, then at least a register
// that is zero. Reflectors replace A below its diagonal.
struct Equations {
    double* entries;
    long stride;
    int rows;
    int columns;
    int width;
    double* diagonal;  // of R
    double* shares;    // 2 / (v.v) of each reflector
    int* touched;      // memory for the rows that a reflector changes
    double* values;    // and for its entries

    FOURBAR_INLINE double* row(int i) const { return entries + i * stride; }
};

// Factors A and applies the reflectors to B. Returns the smallest over the largest entry of R's
// diagonal.
FOURBAR_INLINE double eliminate(const Equations& e) {
    double smallest = 1e300, largest = 0.0;
    for (int k = 0; k < e.columns; ++k) {
        int count = 0;
        double square = 0.0;
        for (int i = k; i < e.rows; ++i) {
            const double x = e.row(i)[k];
            if (x == 0.0 && i != k) continue;
            e.touched[count] = i;
            e.values[count++] = x;
            square += x * x;
        }
        const double norm = std::sqrt(square);
        e.diagonal[k] = e.values[0] > 0.0 ? -norm : norm;
        e.values[0] -= e.diagonal[k];
        // v.v = 2 norm (norm + |a_kk|) without cancellation.
        const double half = norm * std::fabs(e.values[0]);
        const double share = half > 0.0 ? 1.0 / half : 0.0;
        e.shares[k] = share;
        for (int j = k + 1; j < e.width; j += lane_count) {
            Lane sum{};
            for (int n = 0; n < count; ++n) sum += load(e.row(e.touched[n]) + j) * e.values[n];
            sum *= share;
            for (int n = 0; n < count; ++n) {
                double* to = e.row(e.touched[n]) + j;
                store(to, load(to) - sum * e.values[n]);
            }
        }
        for (int n = 0; n < count; ++n) e.row(e.touched[n])[k] = e.values[n];
        smallest = norm < smallest ? norm : smallest;
        largest = norm > largest ? norm : largest;
    }
    return largest > 0.0 ? smallest / largest : 0.0;
}

// Solves R X = Q^T B. X replaces B in the first `columns` rows. A column that the ones before
// determine contributes nothing.
FOURBAR_INLINE void substitute(const Equations& e) {
    for (int k = e.columns - 1; k >= 0; --k) {
        double* row = e.row(k);
        const double share = std::fabs(e.diagonal[k]) > least_pivot ? 1.0 / e.diagonal[k] : 0.0;
        for (int c = e.columns; c < e.width; c += lane_count) {
            Lane sum = load(row + c);
            for (int j = k + 1; j < e.columns; ++j) {
                if (row[j] != 0.0) sum -= load(e.row(j) + c) * row[j];
            }
            store(row + c, sum * share);
        }
    }
}

// Solves for one more right-hand side (rows long, overwritten); the answer is in its first entries.
FOURBAR_INLINE void solve(const Equations& e, double* x) {
    for (int k = 0; k < e.columns; ++k) {
        double sum = 0.0;
        for (int i = k; i < e.rows; ++i) sum += e.row(i)[k] * x[i];
        sum *= e.shares[k];
        for (int i = k; i < e.rows; ++i) x[i] -= e.row(i)[k] * sum;
    }
    for (int k = e.columns - 1; k >= 0; --k) {
        double sum = x[k];
        for (int j = k + 1; j < e.columns; ++j) sum -= e.row(k)[j] * x[j];
        x[k] = std::fabs(e.diagonal[k]) > least_pivot ? sum / e.diagonal[k] : 0.0;
    }
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
