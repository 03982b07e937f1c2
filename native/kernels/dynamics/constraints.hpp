// The explicit form of the loops at the state at hand: v = G u and a = G du + g, block by block.
//
// K's dependent columns are factored once; everything else is solved with those factors. Rows that
// the others imply are left out where the rest is well conditioned (Mechanism::rows).
#pragma once

#include "memory.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

template <class Space>
FOURBAR_INLINE const typename Space::Scalar& entry_of_K(const Mechanism& mechanism,
                                                        const Memory<Space>& at, int row, int column) {
    return at.K[mechanism.system.sources[row * mechanism.tree().nv + column]];
}

// The columns of a block by the chart.
template <class Space>
FOURBAR_INLINE Form<typename Space::Scalar>& begin_form(const Mechanism& mechanism, int b, bool every_row,
                                                        typename Space::Scalar* X, Memory<Space>& at) {
    const auto& partition = mechanism.partition;
    auto& form = at.forms[b];
    form.dependent = partition.dependent[b];
    form.dependent_count = partition.dependent_count[b];
    form.independent = partition.independent[b];
    form.independent_count = partition.independent_count[b];
    form.rows = every_row ? mechanism.rows[b].all : mechanism.rows[b].chosen;
    form.X = X;
    return form;
}

// X of one block by rows; returns the smallest pivot as a share of the largest.
inline double find_form(const Mechanism& mechanism, const Block& block, const Elimination& plan,
                        Form<double>& form, double* entries, int first, Memory<Single>& at) {
    const int rows = plan.rows;
    const int count = form.dependent_count, others = form.independent_count;
    const Equations e{entries,
                      equations_stride(block),
                      rows,
                      count,
                      count + others,
                      at.factors + first,
                      at.factors + mechanism.tree().nv + first,
                      at.touched,
                      at.values};
    for (int i = 0; i < rows; ++i) {
        double* to = e.row(i);
        for (int j = 0; j < count; ++j) {
            to[j] = entry_of_K<Single>(mechanism, at, form.rows[i], form.dependent[j]);
        }
        for (int j = 0; j < others; ++j) {
            to[count + j] = -entry_of_K<Single>(mechanism, at, form.rows[i], form.independent[j]);
        }
        for (long j = e.width; j < e.stride; ++j) to[j] = 0.0;
    }
    form.solver = {{}, e, &plan};
    if (count == 0) return 1.0;
    const double quality = eliminate(e);
    substitute(e);
    for (int j = 0; j < count; ++j) {
        for (int c = 0; c < others; ++c) form.X[j * others + c] = e.row(j)[count + c];
    }
    return quality;
}

// The same by columns, several configurations at a time.
inline Lane find_form(const Mechanism& mechanism, const Block&, const Elimination& plan,
                      Form<Lane>& form, Lane* entries, int first, Memory<Lanes>& at) {
    Eliminated& factors = form.solver.factors;
    factors = {entries, at.factors + first, at.factors + mechanism.tree().nv + first, &plan};
    if (plan.columns == 0) return spread(1.0);
    const Lane quality = eliminate(factors, at.K);
    for (int j = 0; j < plan.columns; ++j) {
        for (int c = 0; c < form.independent_count; ++c) {
            form.X[j * form.independent_count + c] = -factors.column(plan.columns + c)[j];
        }
    }
    return quality;
}

// The least over blocks of a block's smallest pivot as a share of its largest. `every_row` takes all
// rows of K, redundant or not.
template <class Space>
typename Space::Scalar find_forms(const Mechanism& mechanism, bool every_row, Memory<Space>& at) {
    const System& system = mechanism.system;
    auto quality = Space::scalar(1.0);
    auto* entries = at.matrix;
    auto* X = at.X;
    int first = 0;
    for (int b = 0; b < system.block_count; ++b) {
        const Block& block = system.blocks[b];
        auto& form = begin_form<Space>(mechanism, b, every_row, X, at);
        const Rows& rows = mechanism.rows[b];
        const Elimination& plan = every_row ? rows.by_all : rows.by_chosen;
        const auto own = find_form(mechanism, block, plan, form, entries, first, at);
        quality = choose(own < quality, own, quality);
        entries += block.row_count * equations_stride(block);
        X += static_cast<long>(block.column_count) * block.column_count;
        first += form.dependent_count;
    }
    return quality;
}

// Independent columns chosen for this pose alone: of every block, the largest pivots depend on the
// others (Businger and Golub 1965). True where K has lost rank.
inline bool find_pivoted_forms(const Mechanism& mechanism, Memory<Single>& at) {
    const System& system = mechanism.system;
    bool singular = false;
    double* matrix = at.matrix;
    double* X = at.X;
    int first = 0;
    for (int b = 0; b < system.block_count; ++b) {
        const Block& block = system.blocks[b];
        const int m = block.row_count, n = block.column_count;
        int* order = at.order + first;
        for (int j = 0; j < n; ++j) {
            order[j] = block.columns[j];
            for (int i = 0; i < m; ++i) {
                matrix[j * m + i] = entry_of_K<Single>(mechanism, at, block.rows[i], order[j]);
            }
        }
        Factors<double> f{matrix, at.factors + first, at.factors + mechanism.tree().nv + first, m, 0};
        const int most = m < n ? m : n;
        double largest = 0.0;
        for (int k = 0; k < most; ++k) {
            int best = k;
            double longest = -1.0;
            for (int j = k; j < n; ++j) {
                double square = 0.0;
                for (int i = k; i < m; ++i) square += matrix[j * m + i] * matrix[j * m + i];
                if (square > longest) {
                    longest = square;
                    best = j;
                }
            }
            const double norm = root(longest);
            largest = norm > largest ? norm : largest;
            if (!(norm > numerics::rank * largest)) break;
            for (int i = 0; i < m && best != k; ++i) {
                const double x = matrix[k * m + i];
                matrix[k * m + i] = matrix[best * m + i];
                matrix[best * m + i] = x;
            }
            const int column = order[k];
            order[k] = order[best];
            order[best] = column;
            double* a = matrix + k * m;
            f.diagonal[k] = a[k] > 0.0 ? -norm : norm;
            a[k] -= f.diagonal[k];
            const double half = norm * magnitude_of(a[k]);
            f.shares[k] = half > 0.0 ? 1.0 / half : 0.0;
            for (int j = k + 1; j < n; ++j) reflect(f, k, matrix + j * m);
            f.columns = k + 1;
        }
        const int rank = f.columns;
        singular = singular || rank < mechanism.partition.dependent_count[b];
        Form<double>& form = at.forms[b];
        form = {order, rank, order + rank, n - rank, block.rows, X, {f, {}, nullptr}};
        for (int c = 0; c < n - rank; ++c) {
            const double* column = matrix + (rank + c) * m;
            for (int k = rank - 1; k >= 0; --k) {
                double sum = -column[k];
                for (int j = k + 1; j < rank; ++j) sum -= matrix[j * m + k] * X[j * (n - rank) + c];
                X[k * (n - rank) + c] = sum / f.diagonal[k];
            }
        }
        matrix += m * equations_stride(block);
        X += static_cast<long>(n) * n;
        first += n;
    }
    return singular;
}

// v_d = X v_i.
template <class Space>
FOURBAR_INLINE void spread_rates(const Mechanism& mechanism, const Memory<Space>& at,
                                 typename Space::Scalar* v) {
    for (int b = 0; b < mechanism.system.block_count; ++b) {
        const auto& form = at.forms[b];
        const auto* X = form.X;
        for (int j = 0; j < form.dependent_count; ++j, X += form.independent_count) {
            auto sum = Space::scalar(0.0);
            for (int c = 0; c < form.independent_count; ++c) sum += X[c] * v[form.independent[c]];
            v[form.dependent[j]] = sum;
        }
    }
}

// Adds g to the dependent entries of a: K_d g = k.
template <class Space>
FOURBAR_INLINE void add_bias(const Mechanism& mechanism, Memory<Space>& at, typename Space::Scalar* a) {
    for (int b = 0; b < mechanism.system.block_count; ++b) {
        const auto& form = at.forms[b];
        if (form.dependent_count == 0) continue;
        for (int i = 0; i < form.solver.rows(); ++i) at.rhs[i] = at.k[form.rows[i]];
        form.solver.solve(at.rhs);
        for (int j = 0; j < form.dependent_count; ++j) a[form.dependent[j]] += at.rhs[j];
    }
}

// f = G^T tau, where the independent columns are those of the chart.
template <class Space>
FOURBAR_INLINE void gather_efforts(const Mechanism& mechanism, const Memory<Space>& at,
                                   const typename Space::Scalar* tau, typename Space::Scalar* f) {
    for (int i = 0; i < mechanism.nu; ++i) f[i] = tau[mechanism.independent[i]];
    for (int b = 0; b < mechanism.system.block_count; ++b) {
        const auto& form = at.forms[b];
        const auto* X = form.X;
        for (int j = 0; j < form.dependent_count; ++j, X += form.independent_count) {
            const auto own = tau[form.dependent[j]];
            for (int c = 0; c < form.independent_count; ++c) {
                f[mechanism.partition.position[form.independent[c]]] += X[c] * own;
            }
        }
    }
}

// phi and K from poses. What the loops demand is kept for their biases.
template <class Space>
FOURBAR_OUTLINE void find_rows(const Mechanism& mechanism, Memory<Space>& at) {
    const System& system = mechanism.system;
    put_linear<Space>(system, at.q, at.phi);
    for (int n = 0; n < system.loop_count; ++n) {
        const LoopJoint& loop = system.loops[n];
        find_demands<Space>(loop, at.state, nullptr, at.demands[n]);
        put_loop<Layout::entries, Space>(system, loop, at.demands[n], at.state, at.phi, at.K);
    }
}

// k = -dK v from velocities and the accelerations that they cause, at the poses of find_rows().
template <class Space>
FOURBAR_OUTLINE void find_row_biases(const Mechanism& mechanism, Memory<Space>& at) {
    for (int n = 0; n < mechanism.system.loop_count; ++n) {
        put_bias<Space>(mechanism.system.loops[n], at.demands[n], at.state, at.k);
    }
}

// How far the largest |phi| is above the tolerance.
template <class Space>
FOURBAR_INLINE typename Space::Scalar gap_of(const Mechanism& mechanism, const Memory<Space>& at) {
    auto largest = Space::scalar(0.0);
    for (int i = 0; i < mechanism.system.rows; ++i) {
        const auto size = magnitude_of(at.phi[i]);
        largest = choose(size > largest, size, largest);
    }
    return largest - mechanism.tolerance;
}

// How far the largest |K x - k| is above its share of the terms that it is the sum of.
template <class Space>
typename Space::Scalar violation_of(const Mechanism& mechanism, const Memory<Space>& at,
                                    const typename Space::Scalar* x, bool with_bias) {
    const System& system = mechanism.system;
    auto worst = Space::scalar(-1.0);
    for (int b = 0; b < system.block_count; ++b) {
        const Block& block = system.blocks[b];
        auto largest = Space::scalar(0.0), terms = Space::scalar(numerics::dynamics::dust);
        for (int i = 0; i < block.row_count; ++i) {
            const int row = block.rows[i];
            auto sum = Space::scalar(0.0), size = Space::scalar(0.0);
            if (with_bias) {
                sum = sum - at.k[row];
                size = magnitude_of(sum);
            }
            const int* sources = system.sources + row * system.tree.nv;
            for (int j = 0; j < block.column_count; ++j) {
                const int source = sources[block.columns[j]];
                if (source == system.entry_count) continue;
                const auto term = at.K[source] * x[block.columns[j]];
                sum += term;
                size += magnitude_of(term);
            }
            const auto off = magnitude_of(sum);
            largest = choose(off > largest, off, largest);
            terms = choose(size > terms, size, terms);
        }
        const auto excess = largest - terms * mechanism.consistency;
        worst = choose(excess > worst, excess, worst);
    }
    return worst;
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
