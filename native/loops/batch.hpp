// phi, K and -dK v at many configurations, one per lane.
#pragma once

#include "carve.hpp"
#include "householder.hpp"
#include "kernels.hpp"
#include "rows.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

using fourbar::loops::Batch;

// A configuration per lane, from registers.
struct LaneSource {
    const Lane* q;
    bool far;
    FOURBAR_INLINE Lane position(int i) const { return q[i]; }
    FOURBAR_INLINE void angle(int i, Lane& s, Lane& c) const {
        if (__builtin_expect(far, 0)) {
            sincos_far(q[i], s, c);
        } else {
            sincos(q[i], s, c);
        }
    }
};

struct Scratch {
    State<Lanes> state;
    Pose<Lanes> target;
    Lane* q;
    Lane* v;
    Lane* residual;
    Lane* K;  // System::entries, then a zero
    Lane* bias;
    Lane* G;
    Lane* matrix;
    Lane* rhs;
    Lane* factors;
    double* rows;
};

inline Scratch carve_scratch(const System& system, Carver& carver) {
    const auto nq = static_cast<std::size_t>(system.tree.nq);
    const auto nv = static_cast<std::size_t>(system.tree.nv);
    const auto n_c = static_cast<std::size_t>(system.rows);
    const auto entries = static_cast<std::size_t>(system.entry_count) + 1;
    Scratch at{};
    at.state = carve_state<Lanes>(system, carver);
    at.q = carver.take<Lane>(nq);
    at.v = carver.take<Lane>(nv);
    at.residual = carver.take<Lane>(n_c);
    at.K = carver.take<Lane>(entries);
    at.bias = carver.take<Lane>(n_c);
    at.G = carver.take<Lane>(nv * nv + nv);
    at.matrix = carver.take<Lane>(n_c * nv);
    at.rhs = carver.take<Lane>(n_c);
    at.factors = carver.take<Lane>(2 * nv);
    const std::size_t largest = n_c * nv > nv * nv ? n_c * nv : nv * nv;
    at.rows = carver.take<double>((largest + nq + n_c) * lane_count);
    return at;
}

inline std::size_t batch_scratch(const System& system) {
    Carver carver(nullptr);
    carve_scratch(system, carver);
    return carver.used();
}

// Fills lanes from `filled` rows; lanes beyond repeat the last one. Returns the first row that is
// not finite, or -1, and whether some number is too large for our own sine.
FOURBAR_INLINE long load_lanes(const double* rows, long filled, int stride, const int* used,
                               int used_count, Lane* to, bool& far) {
    Lane spoiled{};
    Lane largest{};
    for (int n = 0; n < used_count; ++n) {
        const int i = used[n];
        Lane x;
        if (filled == lane_count) {
            x = load_strided(rows + i, stride);
        } else {
            for (long l = 0; l < lane_count; ++l) {
                x[l] = rows[(l < filled ? l : filled - 1) * stride + i];
            }
        }
        to[i] = x;
        spoiled += x * 0.0;
        const Lane size = magnitude_of(x);
        largest = size > largest ? size : largest;
    }
    far = false;
    for (int l = 0; l < lane_count; ++l) far = far || largest[l] > sincos_limit;
    for (long l = 0; l < filled; ++l) {
        if (!(spoiled[l] == 0.0)) return l;
    }
    return -1;
}

FOURBAR_INLINE void store_lanes(const Lane* from, int count, long filled, double* to, double* rows) {
    if (filled == lane_count) {
        store_rows(from, count, to, count);
        return;
    }
    store_rows(from, count, rows, count);
    std::memcpy(to, rows, sizeof(double) * static_cast<std::size_t>(filled * count));
}

FOURBAR_INLINE void evaluate_lanes(const System& system, Scratch& at, bool far, Lane* residual,
                                   Lane* K, Lane* bias) {
    const Tree& tree = system.tree;
    const int moving = tree.body_count - 1;
    compute_poses<Lanes>(tree, tree.moving, moving, LaneSource{at.q, far}, at.state);
    if (bias != nullptr) {
        compute_velocities<Lanes>(tree, tree.moving, moving, at.v, at.state);
        compute_accelerations<Lanes>(tree, tree.moving, moving, at.v, nullptr, at.state,
                                     at.state.accelerations);
    }
    if (residual != nullptr) put_linear<Lanes>(system, at.q, residual);
    if (bias != nullptr) {
        put_loops<Layout::entries, true, Lanes>(system, at.state, at.target, residual, K, bias);
    } else {
        put_loops<Layout::entries, false, Lanes>(system, at.state, at.target, residual, K, bias);
    }
}

// The entries of K as whole matrices, zeros between them.
FOURBAR_INLINE void store_matrix(const System& system, const Lane* entries, long filled, double* to,
                                 double* rows) {
    constexpr int width = 8;
    const int count = system.rows * system.tree.nv;
    double* first = filled == lane_count ? to : rows;
    for (int e = 0; e < count; e += width) {
        const int n = count - e < width ? count - e : width;
        const int* sources = system.sources + e;
        Lane some[width];
        for (int i = 0; i < n; ++i) some[i] = entries[sources[i]];
        store_rows(some, n, first + e, count);
    }
    if (first == rows) {
        std::memcpy(to, rows, sizeof(double) * static_cast<std::size_t>(filled * count));
    }
}

// What no configuration changes: zeros, and the rows of couplings and mimics.
inline void set_constants(const System& system, Scratch& at) {
    set_ground<Lanes>(at.state);
    for (int i = 0; i <= system.entry_count; ++i) at.K[i] = Lane{};
    for (int i = 0; i < system.rows; ++i) at.bias[i] = Lane{};
    for (int i = 0; i < system.tree.nv; ++i) at.v[i] = Lane{};
    for (int i = 0; i < system.tree.nq; ++i) at.q[i] = Lane{};
    put_linear_columns<Layout::entries, Lanes>(system, at.K);
}

inline long batch(const System& system, const Batch& data, long begin, long end, double* scratch) {
    Carver carver(scratch);
    Scratch at = carve_scratch(system, carver);
    set_constants(system, at);
    const Tree& tree = system.tree;
    const int n_c = system.rows;
    Lane* bias = data.bias == nullptr ? nullptr : at.bias;
    Lane* K = data.jacobian == nullptr ? nullptr : at.K;
    for (long row = begin; row < end; row += lane_count) {
        const long filled = end - row < lane_count ? end - row : lane_count;
        bool far = false, any = false;
        long bad = load_lanes(data.q + row * tree.nq, filled, tree.nq, system.used,
                              system.used_count, at.q, far);
        if (bad < 0 && bias != nullptr) {
            bad = load_lanes(data.v + row * tree.nv, filled, tree.nv, system.used_v,
                             system.used_v_count, at.v, any);
        }
        if (bad >= 0) return row + bad;
        evaluate_lanes(system, at, far, at.residual, K, bias);
        if (data.residual != nullptr) {
            store_lanes(at.residual, n_c, filled, data.residual + row * n_c, at.rows);
        }
        if (K != nullptr && data.entries_only) {
            const int count = system.entry_count;
            store_lanes(K, count, filled, data.jacobian + row * count, at.rows);
        } else if (K != nullptr) {
            store_matrix(system, K, filled, data.jacobian + row * n_c * tree.nv, at.rows);
        }
        if (bias != nullptr) store_lanes(bias, n_c, filled, data.bias + row * n_c, at.rows);
    }
    return -1;
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
