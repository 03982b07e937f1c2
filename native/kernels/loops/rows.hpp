// Rows of the whole system: loops, then linear relations.
#pragma once

#include "closure.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

using fourbar::loops::LinearRow;
using fourbar::loops::Term;

template <class Space>
FOURBAR_INLINE void put_linear(const System& system, const typename Space::Scalar* q,
                               typename Space::Scalar* residual) {
    for (int n = 0; n < system.linear_count; ++n) {
        const LinearRow& row = system.linear[n];
        auto sum = Space::scalar(row.constant);
        for (int t = 0; t < row.count; ++t) sum += q[row.terms[t].q] * row.terms[t].factor;
        residual[system.rows - system.linear_count + n] = sum;
    }
}

template <Layout layout, class Space>
FOURBAR_INLINE void put_linear_columns(const System& system, typename Space::Scalar* K) {
    for (int n = 0; n < system.linear_count; ++n) {
        const LinearRow& row = system.linear[n];
        auto* to = K + (system.rows - system.linear_count + n) * system.tree.nv;
        for (int t = 0; t < row.count; ++t) {
            const Term& term = row.terms[t];
            auto& entry = layout == Layout::entries ? K[term.entry] : to[term.v];
            entry += Space::scalar(term.factor);
        }
    }
}

// Rows of one loop whose demands are known. K must be zero elsewhere already.
template <Layout layout, class Space>
FOURBAR_INLINE void put_loop(const System& system, const LoopJoint& loop, const Demands<Space>& demands,
                             const State<Space>& state, typename Space::Scalar* residual,
                             typename Space::Scalar* K) {
    if (residual != nullptr) {
        const int rows = loop.slide_count + rows_of(loop.turning);
        for (int r = 0; r < rows; ++r) residual[loop.row + r] = demands.residual[r];
    }
    if (K != nullptr) put_columns<layout, Space>(system, loop, demands, state, K);
}

// Loop rows from poses (and velocities, for a bias).
template <Layout layout, bool with_bias, class Space>
FOURBAR_INLINE void put_loops(const System& system, State<Space>& state, const Pose<Space>& target,
                              typename Space::Scalar* residual, typename Space::Scalar* K,
                              typename Space::Scalar* bias) {
    for (int n = 0; n < system.loop_count; ++n) {
        const LoopJoint& loop = system.loops[n];
        Demands<Space> demands;
        find_demands<Space>(loop, state, n == system.target ? &target : nullptr, demands);
        put_loop<layout, Space>(system, loop, demands, state, residual, K);
        if constexpr (with_bias) put_bias<Space>(loop, demands, state, bias);
    }
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
