// phi, K and -dK v at many configurations, one per lane.
#pragma once

#include "carve.hpp"
#include "householder.hpp"
#include "kernels.hpp"
#include "rows.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

using fourbar::loops::Batch;

struct Scratch {
    State<Lanes> state;
    Pose<Lanes> target;
    Lane* q;
    Lane* sin;
    Lane* cos;
    Lane* v;
    Lane* residual;
    Lane* K;  // System::entries, then a zero
    Lane* bias;
    Lane* G;
    Lane* matrix;
    Lane* rhs;
    Lane* factors;
    Lane* best;
    Lane* phi;
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
    at.sin = carver.take<Lane>(nq);
    at.cos = carver.take<Lane>(nq);
    at.v = carver.take<Lane>(nv);
    at.residual = carver.take<Lane>(n_c);
    at.K = carver.take<Lane>(entries);
    at.bias = carver.take<Lane>(n_c);
    at.G = carver.take<Lane>(nv * nv + nv);
    at.matrix = carver.take<Lane>(n_c * nv);
    at.rhs = carver.take<Lane>(n_c);
    at.factors = carver.take<Lane>(2 * nv);
    at.best = carver.take<Lane>(nq);
    at.phi = carver.take<Lane>(n_c);
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
FOURBAR_INLINE long load_lanes(const double* rows, long filled, int width, Lane* to, bool& far) {
    Lane largest{};
    Lane spoiled{};
    const auto note = [&](Lane x) FOURBAR_INLINE_LAMBDA {
        spoiled += x * 0.0;
        const Lane size = magnitude_of(x);
        largest = choose(size > largest, size, largest);
    };
    int i = 0;
    if (filled == lane_count) {
        // A square of rows and entries at a time, turned over.
        for (; i + lane_count <= width; i += lane_count) {
            Lane square[lane_count];
            for (int l = 0; l < lane_count; ++l) square[l] = load(rows + l * width + i);
            store_rows(square, lane_count, reinterpret_cast<double*>(to + i), lane_count);
            for (int l = 0; l < lane_count; ++l) note(to[i + l]);
        }
    }
    for (; i < width; ++i) {
        if (filled == lane_count) {
            to[i] = load_strided(rows + i, width);
        } else {
            for (long l = 0; l < lane_count; ++l) {
                to[i][l] = rows[(l < filled ? l : filled - 1) * width + i];
            }
        }
        note(to[i]);
    }
    far = false;
    for (int l = 0; l < lane_count; ++l) far = far || largest[l] > sincos_limit;
    for (long l = 0; l < filled; ++l) {
        if (!(spoiled[l] == 0.0)) return l;
    }
    return -1;
}

// Results beyond this many bytes would only push each other out of the caches.
constexpr long large_result = 1L << 22;

// Where rows of results go: straight to the user, or by way of `rows` where lanes are left over or
// the results pass the caches.
struct Sink {
    double* rows;
    bool streamed;

    FOURBAR_INLINE double* place(double* to, long filled) const {
        return streamed || filled < lane_count ? rows : to;
    }
    FOURBAR_INLINE void finish(const double* from, long n, double* to) const {
        if (from == to) return;
        if (streamed) {
            stream(from, n, to);
        } else {
            std::memcpy(to, from, sizeof(double) * static_cast<std::size_t>(n));
        }
    }
};

FOURBAR_INLINE void store_lanes(const Lane* from, int count, long filled, double* to, Sink sink) {
    double* first = sink.place(to, filled);
    store_rows(from, count, first, count);
    sink.finish(first, filled * count, to);
}

// The entries of K as whole matrices, zeros between them.
FOURBAR_INLINE void store_matrix(const System& system, const Lane* entries, long filled, double* to,
                                 Sink sink) {
    constexpr int width = 8;
    const int count = system.rows * system.tree.nv;
    double* first = sink.place(to, filled);
    for (int e = 0; e < count; e += width) {
        const int n = count - e < width ? count - e : width;
        const int* sources = system.sources + e;
        Lane some[width];
        for (int i = 0; i < n; ++i) some[i] = entries[sources[i]];
        store_rows(some, n, first + e, count);
    }
    sink.finish(first, filled * count, to);
}

// Two angles at a time: one alone is a long chain of dependent instructions.
FOURBAR_INLINE void find_lane_angles(const System& system, bool far, Scratch& at) {
    int n = 0;
    for (; n + 2 <= system.angle_count && !far; n += 2) {
        const int i = system.angles[n], j = system.angles[n + 1];
        Lane s[2], c[2];
        sincos(at.q[i], s[0], c[0]);
        sincos(at.q[j], s[1], c[1]);
        at.sin[i] = s[0];
        at.cos[i] = c[0];
        at.sin[j] = s[1];
        at.cos[j] = c[1];
    }
    for (; n < system.angle_count; ++n) {
        const int i = system.angles[n];
        if (far) {
            sincos_far(at.q[i], at.sin[i], at.cos[i]);
        } else {
            sincos(at.q[i], at.sin[i], at.cos[i]);
        }
    }
}

// Not inlined: every kernel here calls it, and it is most of their code.
inline FOURBAR_OUTLINE void evaluate_lanes(const System& system, Scratch& at, bool far, Lane* residual,
                                   Lane* K, Lane* bias) {
    const Tree& tree = system.tree;
    const int moving = tree.body_count - 1;
    find_lane_angles(system, far, at);
    compute_poses<Lanes>(tree, tree.moving, moving, KnownLanes{at.q, at.sin, at.cos}, at.state);
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
    const int size = K == nullptr ? 0 : data.entries_only ? system.entry_count : n_c * tree.nv;
    const bool streamed = (end - begin) * size * static_cast<long>(sizeof(double)) > large_result;
    const Sink sink{at.rows, streamed}, small{at.rows, false};
    for (long row = begin; row < end; row += lane_count) {
        const long filled = end - row < lane_count ? end - row : lane_count;
        bool far = false, any = false;
        long bad = load_lanes(data.q + row * tree.nq, filled, tree.nq, at.q, far);
        if (bad < 0 && bias != nullptr) {
            bad = load_lanes(data.v + row * tree.nv, filled, tree.nv, at.v, any);
        }
        if (bad >= 0) return row + bad;
        evaluate_lanes(system, at, far, at.residual, K, bias);
        if (data.residual != nullptr) {
            store_lanes(at.residual, n_c, filled, data.residual + row * n_c, small);
        }
        if (K != nullptr && data.entries_only) {
            store_lanes(K, size, filled, data.jacobian + row * size, sink);
        } else if (K != nullptr) {
            store_matrix(system, K, filled, data.jacobian + row * size, sink);
        }
        if (bias != nullptr) store_lanes(bias, n_c, filled, data.bias + row * n_c, small);
    }
    if (streamed) finish_streaming();
    return -1;
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
