// Symmetric positive matrices: M = L D L^T with unit L, for a number, a lane or a dual number.
#pragma once

#include "kernels/lanes/lanes.hpp"
#include "mechanism.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

using dynamics::Order;

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

// The inverse of M, whole, in `out`, by M = L^T D L from the last row to the first, which fills in nothing
// where rows are in the order of a tree (Featherstone, Rigid Body Dynamics Algorithms, 2008, section 6.5).
// Of M the lower triangle is read, and overwritten; rows of both are `stride` apart. visit(row, D, M_ii) as
// above.
template <class S, class Visit>
void invert_sparse(S* M, long stride, const Order& order, S* out, const Visit& visit) {
    const int n = order.count;
    const int* const* related = order.related;
    const int* counts = order.related_count;
    S* diagonal = out;  // of M, until the inverse takes its place
    for (int i = 0; i < n; ++i) diagonal[i] = M[i * stride + i];
    for (int k = n - 1; k >= 0; --k) {
        S* row = M + k * stride;
        visit(k, row[k], diagonal[k]);
        const S share = 1.0 / row[k];
        for (int p = counts[k] - 1; p >= 0; --p) {
            const int i = related[k][p];
            const S factor = row[i] * share;
            for (int r = 0; r <= p; ++r) M[i * stride + related[k][r]] -= factor * row[related[k][r]];
            row[i] = factor;
        }
        row[k] = share;
    }
    // Column c up to its diagonal: L^T y = e_c, y /= D, L x = y.
    for (int c = 0; c < n; ++c) {
        S* x = out + c * stride;
        for (int i = 0; i < c; ++i) x[i] = S{};
        x[c] = S{} + 1.0;
        for (int p = counts[c] - 1; p >= 0; --p) x[related[c][p]] = S{} - M[c * stride + related[c][p]];
        for (int p = counts[c] - 1; p >= 0; --p) {
            const int k = related[c][p];
            for (int r = 0; r < counts[k]; ++r) x[related[k][r]] -= M[k * stride + related[k][r]] * x[k];
        }
        for (int k = 0; k <= c; ++k) {
            S sum = x[k] * M[k * stride + k];
            for (int r = 0; r < counts[k]; ++r) sum -= M[k * stride + related[k][r]] * x[related[k][r]];
            x[k] = sum;
        }
    }
    for (int c = 0; c < n; ++c) {
        for (int i = 0; i < c; ++i) out[i * stride + c] = out[c * stride + i];
    }
}

// Register r of a row, and what is subtracted from it.
FOURBAR_INLINE Lane piece(const double* row, int r) { return load(row + r * lane_count); }
FOURBAR_INLINE void subtract(double* row, int r, Lane what) {
    store(row + r * lane_count, piece(row, r) - what);
}

// The first place of all that hangs on the ground together with place k.
FOURBAR_INLINE int root_of(const Order& order, int k) {
    return order.related_count[k] == 0 ? k : order.related[k][0];
}

// Of one configuration by rows, whole registers at a time: M^-1 = Z^T D^-1 Z with Z = L^-T, whose row k
// reaches from k to the end of what it carries. What lies beyond the diagonal of M is overwritten, and
// never read. `Z` has room for a matrix. Of `out` only places with the same root are written: those of
// others share no inertia.
template <class Visit>
void invert_sparse(double* M, long stride, const Order& order, double* Z, double* out, const Visit& visit) {
    const int n = order.count;
    double* diagonal = out;
    // Pivots have a row of their own: the next one must not wait for a register that is written and read again.
    double* pivots = out + stride;
    for (int i = 0; i < n; ++i) diagonal[i] = pivots[i] = M[i * stride + i];
    for (long e = 0; e < n * stride; ++e) Z[e] = 0.0;
    for (int i = 0; i < n; ++i) Z[i * stride + i] = 1.0;
    for (int k = n - 1; k >= 0; --k) {
        double* row = M + k * stride;
        const double* own = Z + k * stride;
        visit(k, pivots[k], diagonal[k]);
        const double share = 1.0 / pivots[k];
        const int root = root_of(order, k) / lane_count;
        const int first = k / lane_count, last = (order.end[k] - 1) / lane_count;
        for (int p = order.related_count[k] - 1; p >= 0; --p) {
            // A row of L goes to Z at once: a number written into a row would hold up its registers.
            const int i = order.related[k][p];
            pivots[i] -= share * (row[i] * row[i]);
            const Lane wide = spread(row[i] * share);
            double* to = M + i * stride;
            for (int r = root; r <= i / lane_count; ++r) subtract(to, r, wide * piece(row, r));
            double* below = Z + i * stride;
            for (int r = first; r <= last; ++r) subtract(below, r, wide * piece(own, r));
        }
        row[k] = share;
    }
    for (int i = 0; i < n; ++i) {
        double* to = out + i * stride;
        const int root = root_of(order, i);
        for (int r = root / lane_count; r <= (order.end[root] - 1) / lane_count; ++r) {
            const auto share = [&](int k) FOURBAR_INLINE_LAMBDA {
                return piece(Z + k * stride, r) * (Z[k * stride + i] * M[k * stride + k]);
            };
            Lane sum = share(i);
            for (int p = 0; p < order.related_count[i]; ++p) sum += share(order.related[i][p]);
            store(to + r * lane_count, sum);
        }
    }
}

// M x = b of one configuration, in place of b, by the same factors. `pivots` has room for n numbers; M is
// overwritten.
template <class Visit>
FOURBAR_INLINE void solve_sparse(double* M, long stride, const Order& order, double* pivots, double* x,
                                 const Visit& visit) {
    const int n = order.count;
    for (int i = 0; i < n; ++i) pivots[i] = M[i * stride + i];
    for (int k = n - 1; k >= 0; --k) {
        double* row = M + k * stride;
        visit(k, pivots[k], row[k]);
        const double share = 1.0 / pivots[k];
        const int root = root_of(order, k) / lane_count;
        for (int p = order.related_count[k] - 1; p >= 0; --p) {
            const int i = order.related[k][p];
            const double factor = row[i] * share;
            pivots[i] -= factor * row[i];
            x[i] -= factor * x[k];
            const Lane wide = spread(factor);
            double* to = M + i * stride;
            for (int r = root; r <= (i - 1) / lane_count; ++r) subtract(to, r, wide * piece(row, r));
        }
        pivots[k] = share;
    }
    for (int k = 0; k < n; ++k) {
        const double* row = M + k * stride;
        double sum = x[k];
        for (int p = 0; p < order.related_count[k]; ++p) sum -= row[order.related[k][p]] * x[order.related[k][p]];
        x[k] = sum * pivots[k];
    }
}

// Whole registers, row by row: each row overwrites what the one before it has put beyond its end.
FOURBAR_INLINE void put_plain(const double* inverse, long stride, int n, double* out) {
    for (int r = 0; r < n; ++r) {
        for (int first = 0; first < n; first += lane_count) {
            const double* from = inverse + r * stride + first;
            double* to = out + r * n + first;
            if (r * n + first + lane_count <= n * n) {
                store(to, load(from));
            } else {
                for (int l = 0; l < lane_count && first + l < n; ++l) to[l] = from[l];
            }
        }
    }
}

// The inverse as the order's entries are numbered, whole.
template <class S>
FOURBAR_INLINE void put_inverse_entries(const S* inverse, long stride, const Order& order, S* out) {
    const int n = order.count;
    if constexpr (std::is_same_v<S, double>) {
        if (order.plain) {
            put_plain(inverse, stride, n, out);
            return;
        }
    }
    for (int e = 0; e < n * n; ++e) out[e] = S{};
    for (int r = 0; r < n; ++r) {
        const int root = root_of(order, r);
        S* to = out + order.entries[r] * n;
        for (int c = root; c < order.end[root]; ++c) to[order.entries[c]] = inverse[r * stride + c];
    }
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
