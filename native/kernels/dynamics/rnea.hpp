// Efforts from motion: the recursive Newton-Euler algorithm (Luh, Walker and Paul 1980; Featherstone,
// Rigid Body Dynamics Algorithms, 2008, chapter 5), in world axes about body origins.
//
// Gravity is an acceleration of the ground. Forces on a body are what its own motion needs, plus what
// hangs on it, minus what acts on it from outside.
#pragma once

#include "memory.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

template <class Space>
FOURBAR_INLINE typename Space::Vector constant(const double* from) {
    return Space::direction(Space::scalar(from[0]), Space::scalar(from[1]), Space::scalar(from[2]));
}

// m c'' and the rate of the angular momentum about the body's origin:
//   F = m a + d x h + w x (w x h),  N = h x a + I d + w x I w, the latter two in the body's axes.
template <class Space>
FOURBAR_INLINE Wrench<Space> inertial_wrench(const Body& body, const Pose<Space>& pose,
                                             const Twist<Space>& v, const Twist<Space>& a) {
    const Matrix<Space> R{{pose.axes[0], pose.axes[1], pose.axes[2]}};
    const Matrix<Space> into = transposed(R);
    const Matrix<Space> I{{constant<Space>(body.tensor[0]), constant<Space>(body.tensor[1]),
                           constant<Space>(body.tensor[2])}};
    const auto w = into * v.angular;
    const auto h = turn<Space>(pose, body.moment);
    const auto turning = R * (I * (into * a.angular) + cross(w, I * w));
    return {a.linear * body.mass + cross(a.angular, h) + cross(v.angular, cross(v.angular, h)),
            cross(h, a.linear) + turning};
}

// A load about the origin of the body that it acts on.
template <class Space>
FOURBAR_INLINE Wrench<Space> wrench_of(const Frame& frame, Reference reference,
                                       const State<Space>& state, const typename Space::Vector& force,
                                       const typename Space::Vector& moment) {
    const Pose<Space>& body = state.poses[frame.body];
    Pose<Space> pose;
    place<Space>(frame.placement, body, pose);
    if (reference == Reference::world) {
        return {force, moment - cross(body.position - Space::origin(), force)};
    }
    if (reference == Reference::local_world_aligned) {
        return {force, moment + cross(pose.position - body.position, force)};
    }
    const Matrix<Space> R{{pose.axes[0], pose.axes[1], pose.axes[2]}};
    const auto turned = R * force;
    return {turned, R * moment + cross(pose.position - body.position, turned)};
}

FOURBAR_INLINE double at_row(const double* values, long, double) { return *values; }
FOURBAR_INLINE Lane at_row(const double* values, long stride, Lane) {
    Lane lane;
    for (int l = 0; l < lane_count; ++l) lane[l] = values[l * stride];
    return lane;
}

// A load in one configuration, or in one per lane beginning there, as it is given.
template <class Space>
FOURBAR_INLINE Wrench<Space> load_at(const Load& load, long row) {
    using S = typename Space::Scalar;
    const double* from = load.values + row * load.stride;
    const auto vector = [&](const double* xyz) FOURBAR_INLINE_LAMBDA {
        return Space::direction(at_row(xyz, load.stride, S{}), at_row(xyz + 1, load.stride, S{}),
                                at_row(xyz + 2, load.stride, S{}));
    };
    return {vector(from), vector(from + 3)};
}

// Takes loads from the forces.
template <class Space>
void subtract_loads(const Mechanism& mechanism, const Request& request, long row, Memory<Space>& at) {
    for (int n = 0; n < request.load_count; ++n) {
        const Load& load = request.loads[n];
        const Frame& frame = mechanism.tree().frames[load.frame];
        if (frame.body == 0) continue;
        const Wrench<Space> given = load_at<Space>(load, row);
        const Wrench<Space> w =
            wrench_of<Space>(frame, load.reference, at.state, given.force, given.moment);
        Wrench<Space>& to = at.forces[frame.body];
        to = {to.force - w.force, to.moment - w.moment};
    }
}

// What every body's own motion needs.
template <class Space>
FOURBAR_OUTLINE void find_forces(const Mechanism& mechanism, Memory<Space>& at) {
    const Tree& tree = mechanism.tree();
    for (int i = 1; i < tree.body_count; ++i) {
        if (tree.bodies[i].massive) {
            at.forces[i] = inertial_wrench<Space>(tree.bodies[i], at.state.poses[i],
                                                  at.state.velocities[i], at.state.accelerations[i]);
        } else {
            at.forces[i] = {zero_vector<Space>(), zero_vector<Space>()};
        }
    }
}

FOURBAR_INLINE double smooth_sign(double x) { return std::tanh(x / numerics::dynamics::slip); }
FOURBAR_INLINE Lane smooth_sign(Lane x) {
    Lane result;
    for (int l = 0; l < lane_count; ++l) result[l] = smooth_sign(x[l]);
    return result;
}

// What friction takes from a degree of freedom, against its velocity.
template <class S>
FOURBAR_INLINE S friction_of(const Mechanism& mechanism, int column, const S& v) {
    S effort = v * mechanism.damping[column];
    if (FOURBAR_UNLIKELY(mechanism.friction[column] != 0.0)) {
        effort = effort + smooth_sign(v) * mechanism.friction[column];
    }
    return effort;
}

// Calls visit(column, effort) with what the joint of each spring has to do against it.
template <class Space, class Visit>
FOURBAR_INLINE void for_each_spring(const Mechanism& mechanism, const Memory<Space>& at, const Visit& visit) {
    for (int n = 0; n < mechanism.spring_count; ++n) {
        const dynamics::Spring& spring = mechanism.springs[n];
        visit(spring.column, (at.q[spring.entry] - spring.rest) * spring.stiffness);
    }
}

// tau from the forces, children first. Forces are then those that parents exert on their children.
template <class Space>
FOURBAR_OUTLINE void find_efforts(const Mechanism& mechanism, const Request& request, bool has_v,
                                 Memory<Space>& at) {
    const Tree& tree = mechanism.tree();
    const Friction friction = request.friction;
    for (int i = tree.body_count - 1; i > 0; --i) {
        const Body& body = tree.bodies[i];
        const Pose<Space>& pose = at.state.poses[i];
        const Wrench<Space> force = at.forces[i];
        for_each_freedom<Space>(body, pose,
                                [&](int k, const typename Space::Vector& axis, auto kind)
                                    FOURBAR_INLINE_LAMBDA {
            const int c = body.v + k;
            at.tau[c] = effort_of<Space>(kind, axis, force) + at.a[c] * mechanism.armature[c];
            if (friction != Friction::none && has_v) {
                at.tau[c] = at.tau[c] + friction_of(mechanism, c, at.v[c]);
            }
        });
        if (body.parent > 0) {
            const auto arm = pose.position - at.state.poses[body.parent].position;
            at.forces[body.parent] = at.forces[body.parent] + shifted<Space>(force, arm);
        }
    }
    if (!request.springs) return;
    for_each_spring<Space>(mechanism, at, [&](int c, const typename Space::Scalar& effort) FOURBAR_INLINE_LAMBDA {
        at.tau[c] = at.tau[c] + effort;
    });
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
