// phi, K and -dK v at one configuration.
#pragma once

#include "carve.hpp"
#include "eliminate.hpp"
#include "kernels.hpp"
#include "rows.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

using fourbar::loops::Block;
using fourbar::loops::Partition;
using numerics::least_pivot;

struct Workspace {
    State<Single> state;
    Pose<Single> target;
    double* sin;
    double* cos;
    double* packed;  // angles side by side, filled up to whole registers
    // For the explicit form.
    double* K;
    double* v;
    double* bias;
    double* rhs;
    double* values;
    double* factors;
    double* equations;
    int* touched;
};

#if FOURBAR_LANES >= 4
typedef Quad Register;
typedef QuadBits RegisterBits;
constexpr int width = 4;
#else
typedef Lane Register;
typedef LaneBits RegisterBits;
constexpr int width = lane_count;
#endif

// Of one row of a block's equations: whole registers, and one more that reads may run into.
inline long equations_stride(const Block& block) {
    return (block.column_count + lane_count - 1) / lane_count * lane_count + lane_count;
}

inline std::size_t equations_size(const System& system) {
    std::size_t size = 0;
    for (int k = 0; k < system.block_count; ++k) {
        const Block& block = system.blocks[k];
        size += static_cast<std::size_t>(block.row_count * equations_stride(block));
    }
    return size;
}

inline Workspace carve_workspace(const System& system, Carver& carver) {
    Workspace workspace{};
    workspace.state = carve_state<Single>(system, carver);
    const auto n = static_cast<std::size_t>(system.tree.nq);
    workspace.sin = carver.take<double>(n);
    workspace.cos = carver.take<double>(n);
    workspace.packed = carver.take<double>(3 * (n + width));
    const auto rows = static_cast<std::size_t>(system.rows);
    const auto nv = static_cast<std::size_t>(system.tree.nv);
    workspace.K = carver.take<double>(rows * nv);
    workspace.v = carver.take<double>(nv);
    workspace.bias = carver.take<double>(rows);
    workspace.rhs = carver.take<double>(rows);
    workspace.values = carver.take<double>(rows);
    workspace.factors = carver.take<double>(2 * nv);
    workspace.equations = carver.take<double>(equations_size(system));
    workspace.touched = carver.take<int>(rows);
    return workspace;
}

inline std::size_t workspace_size(const System& system) {
    Carver carver(nullptr);
    carver.take<Workspace>(1);
    carve_workspace(system, carver);
    return carver.used();
}

inline void prepare(const System& system, double* block) {
    Carver carver(block);
    Workspace& at = *carver.take<Workspace>(1);
    at = carve_workspace(system, carver);
    set_ground<Single>(at.state);
    const int n = system.tree.nq + width;
    for (int i = 0; i < 3 * n; ++i) at.packed[i] = 0.0;
}

// T_world_P of the loop that has a target, row by row (at least 3 x 4).
inline void set_target(double* workspace, const double* T) {
    Pose<Single>& target = reinterpret_cast<Workspace*>(workspace)->target;
    for (int k = 0; k < 3; ++k) target.axes[k] = Single::direction(T[k], T[4 + k], T[8 + k]);
    target.position = Single::origin() + Single::direction(T[3], T[7], T[11]);
}

FOURBAR_INLINE void find_angles(const System& system, const double* q, bool far, Workspace& at) {
    if (FOURBAR_UNLIKELY(far)) {
        for (int n = 0; n < system.angle_count; ++n) {
            const int i = system.angles[n];
            at.sin[i] = std::sin(q[i]);
            at.cos[i] = std::cos(q[i]);
        }
        return;
    }
    double* sin = at.packed + system.tree.nq + width;
    double* cos = sin + system.tree.nq + width;
    for (int n = 0; n < system.angle_count; ++n) at.packed[n] = q[system.angles[n]];
    for (int n = 0; n < system.angle_count; n += width) {
        Register s, c;
        sincos<Register, RegisterBits>(load<Register>(at.packed + n), s, c);
        store(sin + n, s);
        store(cos + n, c);
    }
    for (int n = 0; n < system.angle_count; ++n) {
        const int i = system.angles[n];
        at.sin[i] = sin[n];
        at.cos[i] = cos[n];
    }
}

inline bool evaluate(const System& system, const double* q, const double* v, double* workspace,
              double* residual, double* K, double* bias) {
    const Tree& tree = system.tree;
    const Range range = range_of(q, tree.nq);
    if (range == Range::not_finite) return false;
    if (v != nullptr && range_of(v, tree.nv) == Range::not_finite) return false;
    Workspace& at = *reinterpret_cast<Workspace*>(workspace);
    find_angles(system, q, range == Range::far, at);
    const int moving = tree.body_count - 1;
    compute_poses<Single>(tree, tree.moving, moving, Known{q, at.sin, at.cos}, at.state);
    if (bias != nullptr) {
        compute_velocities<Single>(tree, tree.moving, moving, v, at.state);
        compute_accelerations<Single>(tree, tree.moving, moving, v, nullptr, at.state,
                                      at.state.accelerations);
        for (int r = 0; r < system.rows; ++r) bias[r] = 0.0;
    }
    if (residual != nullptr) put_linear<Single>(system, q, residual);
    if (K != nullptr) {
        if (system.keeps_zeros) {
            for (int n = 0; n < system.entry_count; ++n) K[system.entries[n]] = 0.0;
        } else {
            const auto size = static_cast<std::size_t>(system.rows) * static_cast<std::size_t>(tree.nv);
            std::memset(K, 0, sizeof(double) * size);
        }
        put_linear_columns<Layout::matrix, Single>(system, K);
    }
    if (bias != nullptr) {
        put_loops<Layout::matrix, true, Single>(system, at.state, at.target, residual, K, bias);
    } else {
        put_loops<Layout::matrix, false, Single>(system, at.state, at.target, residual, K, bias);
    }
    return true;
}

// The equations K_d X = -K_i of one block, for its dependent and independent columns.
FOURBAR_INLINE Equations gather_equations(const System& system, const Partition& partition, int k,
                                          double* entries, int first_column, Workspace& at) {
    const Block& block = system.blocks[k];
    const int nv = system.tree.nv;
    const int count = partition.dependent_count[k], others = partition.independent_count[k];
    const Equations e{entries,
                      equations_stride(block),
                      block.row_count,
                      count,
                      count + others,
                      at.factors + first_column,
                      at.factors + nv + first_column,
                      at.touched,
                      at.values};
    for (int i = 0; i < e.rows; ++i) {
        const double* from = at.K + block.rows[i] * nv;
        double* to = e.row(i);
        for (int j = 0; j < count; ++j) to[j] = from[partition.dependent[k][j]];
        for (int j = 0; j < others; ++j) to[count + j] = -from[partition.independent[k][j]];
        for (long j = e.width; j < e.stride; ++j) to[j] = 0.0;
    }
    return e;
}

inline bool explicit_single(const System& system, const Partition& partition, const double* q,
                            const double* v, double* workspace, double* G, double* g,
                            double* quality) {
    Workspace& at = *reinterpret_cast<Workspace*>(workspace);
    const int nv = system.tree.nv, ni = partition.independent_total;
    if (v != nullptr && range_of(v, nv) == Range::not_finite) return false;
    if (!evaluate(system, q, nullptr, workspace, nullptr, at.K, nullptr)) return false;
    std::memset(G, 0, sizeof(double) * static_cast<std::size_t>(nv * ni));
    for (int i = 0; i < nv; ++i) {
        if (partition.position[i] >= 0) G[i * ni + partition.position[i]] = 1.0;
    }
    *quality = 1.0;
    if (v != nullptr) std::memcpy(at.v, v, sizeof(double) * static_cast<std::size_t>(nv));
    double* entries = at.equations;
    int first_column = 0;
    for (int k = 0; k < system.block_count; ++k) {
        const int count = partition.dependent_count[k];
        if (count == 0) continue;
        const Equations e = gather_equations(system, partition, k, entries, first_column, at);
        const double own = eliminate(e);
        *quality = own < *quality ? own : *quality;
        substitute(e);
        const int* dependent = partition.dependent[k];
        const int* independent = partition.independent[k];
        for (int j = 0; j < count; ++j) {
            const double* X = e.row(j) + count;
            double* to = G + dependent[j] * ni;
            double moved = 0.0;
            for (int c = 0; c < e.width - count; ++c) {
                to[partition.position[independent[c]]] = X[c];
                if (v != nullptr) moved += X[c] * at.v[independent[c]];
            }
            if (v != nullptr) at.v[dependent[j]] = moved;
        }
        entries += e.rows * e.stride;
        first_column += count;
    }
    std::memset(g, 0, sizeof(double) * static_cast<std::size_t>(nv));
    if (v == nullptr) return true;
    // v is now G u, which the constraints allow; its bias is what g answers.
    evaluate(system, q, at.v, workspace, nullptr, nullptr, at.bias);
    entries = at.equations;
    first_column = 0;
    for (int k = 0; k < system.block_count; ++k) {
        const Block& block = system.blocks[k];
        const int count = partition.dependent_count[k];
        if (count == 0) continue;
        const Equations e{entries,
                          equations_stride(block),
                          block.row_count,
                          count,
                          count,
                          at.factors + first_column,
                          at.factors + nv + first_column,
                          at.touched,
                          at.values};
        for (int i = 0; i < block.row_count; ++i) at.rhs[i] = at.bias[block.rows[i]];
        solve(e, at.rhs);
        for (int j = 0; j < count; ++j) g[partition.dependent[k][j]] = at.rhs[j];
        entries += e.rows * e.stride;
        first_column += count;
    }
    return true;
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
