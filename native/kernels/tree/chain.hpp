// Pose and Jacobian of one frame at several configurations: what batches are asked for most.
//
// Such a batch is bound by stores, not by arithmetic. The pose therefore stays in registers on its
// way from the ground to the frame; each joint leaves behind only what its columns of the Jacobian
// need, the axes where they stay if the Jacobian is in world axes.
#pragma once

#include "quantities.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

// What the joints of a chain leave behind, column by column.
struct Trail {
    Lane* axes;  // component r of column c is at r * stride + c
    long stride;
    Triple<Lane>* origins;

    FOURBAR_INLINE void mark(int column, const Triple<Lane>& axis, const Triple<Lane>& origin) const {
        put<Lanes>(axis, axes + column, stride);
        origins[column] = origin;
    }
    FOURBAR_INLINE Triple<Lane> axis(int column) const {
        const Lane* x = axes + column;
        return {x[0], x[stride], x[2 * stride]};
    }
};

template <int axis, RotationKind kind>
FOURBAR_INLINE void revolve_on(const Placement& placement, Lane sin, Lane cos, int column,
                               Pose<Lanes>& pose, const Trail& trail) {
    const Pose<Lanes> parent = pose;
    revolve<axis, kind, Lanes>(placement, parent, sin, cos, pose);
    trail.mark(column, pose.axes[axis], pose.position);
}

template <RotationKind kind>
FOURBAR_INLINE void revolve_on(const Body& body, Lane sin, Lane cos, int column, Pose<Lanes>& pose,
                               const Trail& trail) {
    switch (body.axis) {
        case 0: revolve_on<0, kind>(body.placement, sin, cos, column, pose, trail); break;
        case 1: revolve_on<1, kind>(body.placement, sin, cos, column, pose, trail); break;
        default: revolve_on<2, kind>(body.placement, sin, cos, column, pose, trail); break;
    }
}

// A body whose motion is not revolute. An axis whose number is known only now is looked up in
// memory: in copies, or the pose would never be in registers.
FOURBAR_INLINE void displace_on(const Body& body, const KnownLanes& at, int column, Pose<Lanes>& pose,
                                const Trail& trail) {
    const Pose<Lanes> parent = pose;
    Pose<Lanes> moved;
    displace<Lanes>(body, at, parent, moved);
    for_each_freedom<Lanes>(body, moved, [&](int k, const Triple<Lane>& axis, auto)
        FOURBAR_INLINE_LAMBDA { trail.mark(column + k, axis, moved.position); });
    pose = moved;
}

// From the ground to the body that carries a frame. Every body's parent is the one before.
FOURBAR_INLINE Pose<Lanes> follow_chain(const Tree& tree, const Frame& frame, const KnownLanes& at,
                                        const Trail& trail) {
    const Lane one = spread(1.0), zero = spread(0.0);
    Pose<Lanes> pose{{{one, zero, zero}, {zero, one, zero}, {zero, zero, one}}, {zero, zero, zero}};
    int column = 0;
    for (int n = 0; n < frame.support_count; ++n) {
        const Body& body = tree.bodies[frame.support[n]];
        if (FOURBAR_UNLIKELY(body.motion != Motion::revolute)) {
            displace_on(body, at, column, pose, trail);
            column += velocity_count(body.motion);
            continue;
        }
        Lane sin, cos;
        at.angle(body.q, sin, cos);
        switch (body.placement.kind) {
            case RotationKind::identity:
                revolve_on<RotationKind::identity>(body, sin, cos, column, pose, trail);
                break;
            case RotationKind::flips:
                revolve_on<RotationKind::flips>(body, sin, cos, column, pose, trail);
                break;
            default: revolve_on<RotationKind::general>(body, sin, cos, column, pose, trail); break;
        }
        column += 1;
    }
    return pose;
}

// Pose of a frame on the body at the end of its chain.
FOURBAR_INLINE void place_on(const Placement& placement, Pose<Lanes>& pose) {
    if (placement.identity) return;
    const Pose<Lanes> body = pose;
    Pose<Lanes> placed;
    place<Lanes>(placement, body, placed);
    pose = placed;
}

// The columns of jacobian_columns() in quantities.hpp, from what a chain has left behind.
template <bool local, bool whole>
FOURBAR_INLINE void chain_columns(const Tree& tree, const Request& request, const Frame& frame,
                                  const Pose<Lanes>& pose, const Triple<Lane>& reference,
                                  const Trail& trail, Lane* out) {
    const long stride = frame.width;
    const Lane zero = spread(0.0);
    const Triple<Lane> none{zero, zero, zero};
    const auto put_column = [&](int column, const Triple<Lane>& linear, const Triple<Lane>& angular)
        FOURBAR_INLINE_LAMBDA {
        if (local) {
            put_twist<Lanes>(request,
                             {in_axes_of<Lanes>(pose, linear), in_axes_of<Lanes>(pose, angular)},
                             out + column, stride);
        } else {
            put_twist<Lanes>(request, {linear, angular}, out + column, stride);
        }
    };
    int column = 0;
    for (int n = 0; n < frame.support_count; ++n) {
        const Body& body = tree.bodies[frame.support[n]];
        const int end = column + velocity_count(body.motion);
        const int turning = column + entry_of(body.motion).slides;
        for (; column < turning; ++column) put_column(column, trail.axis(column), none);
        for (; column < end; ++column) {
            const Triple<Lane> axis = trail.axis(column);
            Triple<Lane> linear = cross(axis, reference - trail.origins[column]);
            if (FOURBAR_UNLIKELY(body.motion == Motion::screw)) linear = linear + axis * body.pitch;
            if (whole) {
                put<Lanes>(linear, out + column, stride);  // the axis is there already
            } else {
                put_column(column, linear, axis);
            }
        }
    }
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
