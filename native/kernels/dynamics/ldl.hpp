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

// The inverse of M (n x n, whole) in `out`, by M = L^T D L from the last row to the first, which fills
// in nothing where rows are numbered from the root of a tree on (Featherstone, Rigid Body Dynamics
// Algorithms, 2008, section 6.5). `related` lists the entries before each row that are other than zero.
// M is overwritten; visit(row, D, M_ii) as above.
template <class S, class Visit>
void invert_sparse(S* M, int n, const int* const* related, const int* counts, S* out, const Visit& visit) {
    S* diagonal = out;  // of M, until the inverse takes its place
    for (int i = 0; i < n; ++i) diagonal[i] = M[i * n + i];
    for (int k = n - 1; k >= 0; --k) {
        S* row = M + k * n;
        visit(k, row[k], diagonal[k]);
        const S share = 1.0 / row[k];
        for (int p = counts[k] - 1; p >= 0; --p) {
            const int i = related[k][p];
            const S factor = row[i] * share;
            for (int r = 0; r <= p; ++r) M[i * n + related[k][r]] -= factor * row[related[k][r]];
            row[i] = factor;
        }
        row[k] = share;
    }
    // Column c up to its diagonal: L^T y = e_c, y /= D, L x = y.
    for (int c = 0; c < n; ++c) {
        S* x = out + c * n;
        for (int i = 0; i < c; ++i) x[i] = S{};
        x[c] = S{} + 1.0;
        for (int p = counts[c] - 1; p >= 0; --p) x[related[c][p]] = S{} - M[c * n + related[c][p]];
        for (int p = counts[c] - 1; p >= 0; --p) {
            const int k = related[c][p];
            for (int r = 0; r < counts[k]; ++r) x[related[k][r]] -= M[k * n + related[k][r]] * x[k];
        }
        for (int k = 0; k <= c; ++k) {
            S sum = x[k] * M[k * n + k];
            for (int r = 0; r < counts[k]; ++r) sum -= M[k * n + related[k][r]] * x[related[k][r]];
            x[k] = sum;
        }
    }
    for (int c = 0; c < n; ++c) {
        for (int i = 0; i < c; ++i) out[i * n + c] = out[c * n + i];
    }
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
