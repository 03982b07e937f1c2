// Symmetric positive matrices: M = L D L^T with unit L, for a number, a lane or a dual number.
#pragma once

#include "kernels/lanes/lanes.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

// Factors the lower triangle in place: L below the diagonal, 1 / D on it. Calls visit(j, D_j, M_jj)
// for every pivot, which is zero where a motion has no inertia of its own.
template <class S, class Visit>
FOURBAR_INLINE void factor_ldl(S* M, int n, const Visit& visit) {
    for (int j = 0; j < n; ++j) {
        S* row = M + j * n;
        S pivot = row[j];
        for (int k = 0; k < j; ++k) {
            // row[k] is still L_jk D_k here.
            const S scaled = row[k];
            row[k] = scaled * M[k * n + k];
            pivot = pivot - scaled * row[k];
        }
        visit(j, pivot, row[j]);
        row[j] = 1.0 / pivot;
        for (int i = j + 1; i < n; ++i) {
            S sum = M[i * n + j];
            for (int k = 0; k < j; ++k) sum = sum - M[i * n + k] * row[k];
            M[i * n + j] = sum;
        }
    }
}

// M x = b, in place of b.
template <class S>
FOURBAR_INLINE void solve_ldl(const S* M, int n, S* x, int stride = 1) {
    for (int i = 0; i < n; ++i) {
        S sum = x[i * stride];
        for (int k = 0; k < i; ++k) sum = sum - M[i * n + k] * x[k * stride];
        x[i * stride] = sum;
    }
    for (int i = n - 1; i >= 0; --i) {
        S sum = x[i * stride] * M[i * n + i];
        for (int k = i + 1; k < n; ++k) sum = sum - M[k * n + i] * x[k * stride];
        x[i * stride] = sum;
    }
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
