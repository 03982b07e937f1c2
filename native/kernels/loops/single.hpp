// phi, K and -dK v at one configuration.
#pragma once

#include "carve.hpp"
#include "rows.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

struct Workspace {
    State<Single> state;
    Pose<Single> target;
    double* sin;
    double* cos;
    double* packed;  // angles side by side, filled up to whole registers
};

#if FOURBAR_LANES >= 4
typedef Quad Register;
typedef QuadBits RegisterBits;
typedef LooseQuad LooseRegister;
constexpr int width = 4;
#else
typedef Lane Register;
typedef LaneBits RegisterBits;
typedef LooseLane LooseRegister;
constexpr int width = lane_count;
#endif

inline Workspace carve_workspace(const System& system, Carver& carver) {
    Workspace workspace{};
    workspace.state = carve_state<Single>(system, carver);
    const auto n = static_cast<std::size_t>(system.tree.nq);
    workspace.sin = carver.take<double>(n);
    workspace.cos = carver.take<double>(n);
    workspace.packed = carver.take<double>(3 * (n + width));
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
    if (__builtin_expect(far, 0)) {
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
        sincos<Register, RegisterBits>(*reinterpret_cast<const LooseRegister*>(at.packed + n), s, c);
        *reinterpret_cast<LooseRegister*>(sin + n) = s;
        *reinterpret_cast<LooseRegister*>(cos + n) = c;
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
        std::memset(K, 0, sizeof(double) * static_cast<std::size_t>(system.rows * tree.nv));
        put_linear_columns<Layout::matrix, Single>(system, K);
    }
    if (bias != nullptr) {
        put_loops<Layout::matrix, true, Single>(system, at.state, at.target, residual, K, bias);
    } else {
        put_loops<Layout::matrix, false, Single>(system, at.state, at.target, residual, K, bias);
    }
    return true;
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
