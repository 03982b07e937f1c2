// Poses, velocities and accelerations of all bodies, parents first.
//
// World axes throughout. A body's velocity is that of its origin, and so is its acceleration (the
// classical one, d/dt of the velocity): what a reader of a mechanics book expects, and nothing
// needs a transformation on the way down.
#pragma once

#include "kernels/lanes/lanes.hpp"
#include "tree.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

template <class Space>
struct Pose {
    typename Space::Vector axes[3];  // columns of the rotation
    typename Space::Vector position;
};

template <class Space>
struct Twist {
    typename Space::Vector linear;
    typename Space::Vector angular;
};

// A configuration, or one per lane, whose sines and cosines are known already.
template <class Scalar>
struct KnownAngles {
    const Scalar* q;
    const Scalar* sin;
    const Scalar* cos;
    FOURBAR_INLINE Scalar position(int i) const { return q[i]; }
    FOURBAR_INLINE void angle(int i, Scalar& s, Scalar& c) const {
        s = sin[i];
        c = cos[i];
    }
};

using Known = KnownAngles<double>;
using KnownLanes = KnownAngles<Lane>;

// One entry per body; [0] is the ground.
template <class Space>
struct State {
    Pose<Space>* poses;
    Twist<Space>* velocities;
    Twist<Space>* accelerations;
    Twist<Space>* biases;                // accelerations at a = 0
    typename Space::Vector* moments;     // mass times centre of mass of all that hangs on a body
};

template <class Space>
FOURBAR_INLINE typename Space::Vector turn(const Pose<Space>& pose, const double* v) {
    return pose.axes[0] * v[0] + pose.axes[1] * v[1] + pose.axes[2] * v[2];
}

// Axis k of a frame placed on a parent. The kind is known where this is inlined.
template <RotationKind kind, class Space>
FOURBAR_INLINE typename Space::Vector placed_axis(const Placement& placement,
                                                  const Pose<Space>& parent, int k) {
    if (kind == RotationKind::identity) return parent.axes[k];
    if (kind == RotationKind::flips) return parent.axes[k] * placement.sign[k];
    if (kind == RotationKind::swaps) return parent.axes[placement.from[k]] * placement.sign[k];
    return turn<Space>(parent, placement.columns[k]);
}

template <class Space>
FOURBAR_INLINE typename Space::Vector placed_position(const Placement& placement,
                                                      const Pose<Space>& parent) {
    auto position = parent.position;
    for (int k = 0; k < 3; ++k) {
        if (placement.along[k]) position = position + parent.axes[k] * placement.offset[k];
    }
    return position;
}

// A constant placement on a parent: T_world_child = T_world_parent T_parent_child.
template <RotationKind kind, class Space>
FOURBAR_INLINE void place(const Placement& placement, const Pose<Space>& parent, Pose<Space>& pose) {
    for (int k = 0; k < 3; ++k) pose.axes[k] = placed_axis<kind, Space>(placement, parent, k);
    pose.position = placed_position<Space>(placement, parent);
}

template <class Space>
FOURBAR_INLINE void place(const Placement& placement, const Pose<Space>& parent, Pose<Space>& pose) {
    switch (placement.kind) {
        case RotationKind::identity: place<RotationKind::identity, Space>(placement, parent, pose); break;
        case RotationKind::flips: place<RotationKind::flips, Space>(placement, parent, pose); break;
        case RotationKind::swaps: place<RotationKind::swaps, Space>(placement, parent, pose); break;
        default: place<RotationKind::general, Space>(placement, parent, pose); break;
    }
}

// The pose of a body that turns about an axis of its placement. Only two axes change; none is
// written before it is turned, since whole poses do not fit into the registers.
template <int axis, RotationKind kind, class Space>
FOURBAR_INLINE void revolve(const Placement& placement, const Pose<Space>& parent,
                            typename Space::Scalar sin, typename Space::Scalar cos,
                            Pose<Space>& pose) {
    constexpr int j = (axis + 1) % 3;
    constexpr int k = (axis + 2) % 3;
    const auto a = placed_axis<kind, Space>(placement, parent, j);
    const auto b = placed_axis<kind, Space>(placement, parent, k);
    pose.axes[j] = a * cos + b * sin;
    pose.axes[k] = b * cos - a * sin;
    pose.axes[axis] = placed_axis<kind, Space>(placement, parent, axis);
    pose.position = placed_position<Space>(placement, parent);
}

// By the quaternion x y z w divided by its norm: any multiple gives the same rotation.
template <class Space, class Source>
FOURBAR_INLINE void rotate(Pose<Space>& pose, const Source& at, int i) {
    const auto x = at.position(i), y = at.position(i + 1), z = at.position(i + 2),
               w = at.position(i + 3);
    const auto s = 2.0 / (x * x + y * y + z * z + w * w);
    const auto xs = x * s, ys = y * s, zs = z * s;
    const auto xx = x * xs, yy = y * ys, zz = z * zs;
    const auto xy = x * ys, xz = x * zs, yz = y * zs;
    const auto wx = w * xs, wy = w * ys, wz = w * zs;
    const auto a = pose.axes[0], b = pose.axes[1], c = pose.axes[2];
    pose.axes[0] = a * (1.0 - yy - zz) + b * (xy + wz) + c * (xz - wy);
    pose.axes[1] = a * (xy - wz) + b * (1.0 - xx - zz) + c * (yz + wx);
    pose.axes[2] = a * (xz + wy) + b * (yz - wx) + c * (1.0 - xx - yy);
}

template <RotationKind kind, class Space>
FOURBAR_INLINE void revolve(const Body& body, typename Space::Scalar sin, typename Space::Scalar cos,
                            const Pose<Space>& parent, Pose<Space>& pose) {
    switch (body.axis) {
        case 0: revolve<0, kind, Space>(body.placement, parent, sin, cos, pose); break;
        case 1: revolve<1, kind, Space>(body.placement, parent, sin, cos, pose); break;
        default: revolve<2, kind, Space>(body.placement, parent, sin, cos, pose); break;
    }
}

// A body whose motion is not revolute. Robots have few of these: one copy of the code will do.
template <class Space, class Source>
FOURBAR_INLINE void displace(const Body& body, const Source& at, const Pose<Space>& parent,
                             Pose<Space>& pose) {
    place<Space>(body.placement, parent, pose);
    const int i = body.q;
    switch (body.motion) {
        case Motion::revolute: break;  // by revolve()
        case Motion::prismatic:
            pose.position = pose.position + pose.axes[body.axis] * at.position(i);
            break;
        case Motion::screw: {
            const auto axis = pose.axes[body.axis];
            typename Space::Scalar sin, cos;
            at.angle(i, sin, cos);
            const int j = (body.axis + 1) % 3, k = (body.axis + 2) % 3;
            const auto a = pose.axes[j], b = pose.axes[k];
            pose.axes[j] = a * cos + b * sin;
            pose.axes[k] = b * cos - a * sin;
            pose.position = pose.position + axis * (at.position(i) * body.pitch);
            break;
        }
        case Motion::spherical: rotate<Space>(pose, at, i); break;
        case Motion::floating:
            pose.position = pose.position + pose.axes[0] * at.position(i) +
                            pose.axes[1] * at.position(i + 1) + pose.axes[2] * at.position(i + 2);
            rotate<Space>(pose, at, i + 3);
            break;
    }
}

template <class Space>
FOURBAR_INLINE void set_ground(State<Space>& state) {
    const auto one = Space::scalar(1.0), zero = Space::scalar(0.0);
    state.poses[0].axes[0] = Space::direction(one, zero, zero);
    state.poses[0].axes[1] = Space::direction(zero, one, zero);
    state.poses[0].axes[2] = Space::direction(zero, zero, one);
    state.poses[0].position = Space::origin();
    const auto still = Space::direction(zero, zero, zero);
    state.velocities[0] = state.accelerations[0] = state.biases[0] = {still, still};
}

template <class Space, class Source>
FOURBAR_INLINE void compute_poses(const Tree& tree, const int* list, int count, const Source& at,
                                  State<Space>& state) {
    for (int n = 0; n < count; ++n) {
        const Body& body = tree.bodies[list[n]];
        const Pose<Space>& parent = state.poses[body.parent];
        Pose<Space>& pose = state.poses[list[n]];
        if (body.motion != Motion::revolute) {
            displace<Space>(body, at, parent, pose);
            continue;
        }
        typename Space::Scalar sin, cos;
        at.angle(body.q, sin, cos);
        switch (body.placement.kind) {
            case RotationKind::identity:
                revolve<RotationKind::identity, Space>(body, sin, cos, parent, pose);
                break;
            case RotationKind::flips:
                revolve<RotationKind::flips, Space>(body, sin, cos, parent, pose);
                break;
            default: revolve<RotationKind::general, Space>(body, sin, cos, parent, pose); break;
        }
    }
}

// S rates: a body's velocity relative to its parent, in world axes.
template <class Space>
FOURBAR_INLINE Twist<Space> relative(const Body& body, const Pose<Space>& pose,
                                     const typename Space::Scalar* rates) {
    const auto zero = Space::scalar(0.0);
    const auto none = Space::direction(zero, zero, zero);
    const auto* r = rates + body.v;
    const auto combine = [&](const typename Space::Scalar* u) {
        return pose.axes[0] * u[0] + pose.axes[1] * u[1] + pose.axes[2] * u[2];
    };
    switch (body.motion) {
        case Motion::revolute: return {none, pose.axes[body.axis] * r[0]};
        case Motion::prismatic: return {pose.axes[body.axis] * r[0], none};
        case Motion::screw:
            return {pose.axes[body.axis] * (r[0] * body.pitch), pose.axes[body.axis] * r[0]};
        case Motion::spherical: return {none, combine(r)};
        case Motion::floating: break;
    }
    return {combine(r), combine(r + 3)};
}

// v = v_p + w_p x r + u,  w = w_p + o  with r from the parent's origin and u, o relative.
template <class Space>
FOURBAR_INLINE void compute_velocities(const Tree& tree, const int* list, int count,
                                       const typename Space::Scalar* v, State<Space>& state) {
    for (int n = 0; n < count; ++n) {
        const Body& body = tree.bodies[list[n]];
        const Pose<Space>& pose = state.poses[list[n]];
        const Twist<Space>& parent = state.velocities[body.parent];
        const Twist<Space> own = relative<Space>(body, pose, v);
        const auto arm = pose.position - state.poses[body.parent].position;
        state.velocities[list[n]] = {parent.linear + cross(parent.angular, arm) + own.linear,
                                     parent.angular + own.angular};
    }
}

// The derivatives of the two equations above:
//   dv = dv_p + dw_p x r + w_p x (w_p x r) + (w_p + w) x u + S_v a,  dw = dw_p + w x o + S_w a.
// Null accelerations count as zero: that gives what the velocities alone cause.
template <class Space>
FOURBAR_INLINE void compute_accelerations(const Tree& tree, const int* list, int count,
                                          const typename Space::Scalar* v,
                                          const typename Space::Scalar* a,
                                          const State<Space>& state, Twist<Space>* accelerations) {
    for (int n = 0; n < count; ++n) {
        const Body& body = tree.bodies[list[n]];
        const Pose<Space>& pose = state.poses[list[n]];
        const Twist<Space>& parent = accelerations[body.parent];
        const auto& turning = state.velocities[body.parent].angular;
        const auto& own_turning = state.velocities[list[n]].angular;
        const Twist<Space> own = relative<Space>(body, pose, v);
        const auto arm = pose.position - state.poses[body.parent].position;
        auto linear = parent.linear + cross(parent.angular, arm) +
                      cross(turning, cross(turning, arm)) + cross(turning + own_turning, own.linear);
        auto angular = parent.angular + cross(own_turning, own.angular);
        if (a != nullptr) {
            const Twist<Space> driven = relative<Space>(body, pose, a);
            linear = linear + driven.linear;
            angular = angular + driven.angular;
        }
        accelerations[list[n]] = {linear, angular};
    }
}

// Mass times centre of mass of everything that hangs on each body, children first.
template <class Space>
FOURBAR_INLINE void compute_moments(const Tree& tree, State<Space>& state) {
    for (int i = 0; i < tree.body_count; ++i) {
        state.moments[i] = (state.poses[i].position - Space::origin()) * tree.bodies[i].mass +
                           turn<Space>(state.poses[i], tree.bodies[i].moment);
    }
    for (int i = tree.body_count - 1; i > 0; --i) {
        const int parent = tree.bodies[i].parent;
        state.moments[parent] = state.moments[parent] + state.moments[i];
    }
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
