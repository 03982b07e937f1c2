// Accelerations from efforts: the articulated body algorithm (Featherstone, Rigid Body Dynamics
// Algorithms, 2008, chapter 7), of bodies that one degree of freedom moves.
//
// Accelerations are counted from those of the bias: forces[i] is what body i needs where joints do
// not accelerate, and rates[i] is what its acceleration adds to that. Then nothing but S a joins a
// body to its parent.
#pragma once

#include "crba.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

// The articulated inertia and the force of body i, less what its degree of freedom gives way, on its
// parent. Returns the column of a motion without inertia, or -1.
template <class Space>
FOURBAR_INLINE int give_way(const Mechanism& mechanism, int i, Memory<Space>& at) {
    const Tree& tree = mechanism.tree();
    const Body& body = tree.bodies[i];
    const Pose<Space>& pose = at.state.poses[i];
    Articulated<Space>& I = at.inertia[i];
    const int c = body.v;
    int massless = -1;
    for_each_freedom<Space>(body, pose,
                            [&](int, const typename Space::Vector& axis, auto kind)
                                FOURBAR_INLINE_LAMBDA {
        const Wrench<Space> U = moving<Space>(kind, axis, I);
        const auto pivot = effort_of<Space>(kind, axis, U) + mechanism.armature[c];
        const auto size = turns<decltype(kind)> ? size_of<Space>(I.J) : size_of<Space>(I.M);
        note(is_massless(pivot, size), c, massless);
        at.columns[c] = U;
        at.pivots[c] = 1.0 / pivot;
        at.rest[c] = at.tau[c] - effort_of<Space>(kind, axis, at.forces[i]);
    });
    if (body.parent == 0) return massless;
    const Wrench<Space>& U = at.columns[c];
    const auto force = U.force * at.pivots[c], moment = U.moment * at.pivots[c];
    subtract_product<Space>(I.M, force, U.force);
    subtract_product<Space>(I.B, force, U.moment);
    subtract_product<Space>(I.J, moment, U.moment);
    const Wrench<Space> given{at.forces[i].force + force * at.rest[c],
                              at.forces[i].moment + moment * at.rest[c]};
    const auto arm = pose.position - at.state.poses[body.parent].position;
    add_shifted<Space>(at.inertia[body.parent], I, arm);
    at.forces[body.parent] = at.forces[body.parent] + shifted<Space>(given, arm);
    return massless;
}

// The acceleration of the degree of freedom of body i, once its parent's is known.
template <class Space>
FOURBAR_INLINE void accelerate(const Mechanism& mechanism, int i, Memory<Space>& at) {
    const Body& body = mechanism.tree().bodies[i];
    const Pose<Space>& pose = at.state.poses[i];
    const auto arm = pose.position - at.state.poses[body.parent].position;
    Twist<Space> rate = moved<Space>(at.rates[body.parent], arm);
    const int c = body.v;
    const auto a = at.pivots[c] * (at.rest[c] - power_of<Space>(at.columns[c], rate));
    for_each_freedom<Space>(body, pose,
                            [&](int, const typename Space::Vector& axis, auto kind)
                                FOURBAR_INLINE_LAMBDA {
        const Twist<Space> own = motion_of<Space>(kind, axis);
        rate = {rate.linear + own.linear * a, rate.angular + own.angular * a};
    });
    at.rates[i] = rate;
    at.a[c] = at.a[c] + a;
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
