// One configuration: a workspace is filled once, quantities are then read from it.
#pragma once

#include "carve.hpp"
#include "kernels.hpp"
#include "quantities.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

struct Workspace {
    State<Single> state;
    double* sin;
    double* cos;
};

inline Workspace carve_workspace(const Tree& tree, Carver& carver) {
    Workspace workspace;
    workspace.state = carve_state<Single>(tree, carver);
    const auto padded = static_cast<std::size_t>(tree.nq + lane_count);
    workspace.sin = carver.take<double>(padded);
    workspace.cos = carver.take<double>(padded);
    return workspace;
}

// The workspace begins with its own table of contents.
inline Workspace& contents(double* block) { return *reinterpret_cast<Workspace*>(block); }

inline std::size_t workspace_size(const Tree& tree) {
    Carver carver(nullptr);
    carver.take<Workspace>(1);
    carve_workspace(tree, carver);
    return carver.used();
}

inline void prepare(const Tree& tree, double* workspace, double* poses) {
    Carver carver(workspace);
    carver.take<Workspace>(1);
    Workspace& at = contents(workspace);
    at = carve_workspace(tree, carver);
    set_ground<Single>(at.state);
    for (int f = 0; f < tree.frame_count; ++f) {
        if (tree.frames[f].body == 0) put_frame<Single>(tree.frames[f], at.state, poses + 16 * f);
    }
}

inline bool fill(const Tree& tree, const double* q, const double* v, const double* a, double* workspace,
                 double* poses) {
    const Range range = range_of(q, tree.nq);
    if (range == Range::not_finite) return false;
    if (v != nullptr && range_of(v, tree.nv) == Range::not_finite) return false;
    if (a != nullptr && range_of(a, tree.nv) == Range::not_finite) return false;
    Workspace& at = contents(workspace);
    sincos_all(q, tree.nq, range == Range::far, at.sin, at.cos);
    const int moving = tree.body_count - 1;
    compute_poses<Single>(tree, tree.moving, moving, Known{q, at.sin, at.cos}, at.state);
    for (int n = 0; n < tree.moving_frame_count; ++n) {
        const int f = tree.moving_frames[n];
        put_frame<Single>(tree.frames[f], at.state, poses + 16 * f);
    }
    if (v != nullptr) {
        compute_velocities<Single>(tree, tree.moving, moving, v, at.state);
        if (a != nullptr) {
            compute_accelerations<Single>(tree, tree.moving, moving, v, a, at.state,
                                          at.state.accelerations);
        }
    }
    return true;
}

inline void evaluate(const Tree& tree, const Request& request, const double* v, double* workspace,
                     double* out) {
    Workspace& at = contents(workspace);
    const bool has_gaps = entry_of(request.quantity).shape == Shape::columns &&
                          column_count(tree, request) != tree.frames[request.frame].width;
    if (has_gaps) {
        std::memset(out, 0, sizeof(double) * static_cast<std::size_t>(result_size(tree, request)));
    }
    put_quantity<Single>({tree, request, at.state, v, request.support_only,
                          column_count(tree, request)},
                         out);
}

inline void chain(const Tree& tree, const Request& request, const double* q, double* workspace,
                  double* pose, double* matrix) {
    Workspace& at = contents(workspace);
    const Frame& frame = tree.frames[request.frame];
    sincos_all(q, tree.nq, range_of(q, tree.nq) != Range::near, at.sin, at.cos);
    compute_poses<Single>(tree, frame.support, frame.support_count, Known{q, at.sin, at.cos},
                          at.state);
    const Target<Single> target = find_target<Single>(tree, request, at.state);
    put_pose(target.pose, pose);
    jacobian<Single>(tree, request, true, target, at.state, matrix, frame.width);
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
