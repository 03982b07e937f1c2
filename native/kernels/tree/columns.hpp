// The degrees of freedom of bodies, as axes in world coordinates.
#pragma once

#include <type_traits>

#include "recursion.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

// What a degree of freedom is. Known where visits are inlined, so that each kind has its own code.
struct Turns {};
struct Slides {};
struct Screws {
    double pitch;
};

// The velocity that a degree of freedom gives to a point at `arm` from its body's origin.
template <class Vector>
FOURBAR_INLINE Vector linear_of(Turns, const Vector& axis, const Vector& arm) {
    return cross(axis, arm);
}
template <class Vector>
FOURBAR_INLINE Vector linear_of(Slides, const Vector& axis, const Vector&) {
    return axis;
}
template <class Vector>
FOURBAR_INLINE Vector linear_of(Screws screw, const Vector& axis, const Vector& arm) {
    return cross(axis, arm) + axis * screw.pitch;
}

template <class Kind>
constexpr bool turns = !std::is_same_v<Kind, Slides>;

// Calls visit(number, axis, kind) for every degree of freedom of a body.
template <class Space, class Visit>
FOURBAR_INLINE void for_each_freedom(const Body& body, const Pose<Space>& pose, const Visit& visit) {
    switch (body.motion) {
        case Motion::revolute: visit(0, pose.axes[body.axis], Turns{}); break;
        case Motion::prismatic: visit(0, pose.axes[body.axis], Slides{}); break;
        case Motion::screw: visit(0, pose.axes[body.axis], Screws{body.pitch}); break;
        case Motion::spherical:
        case Motion::floating: {
            const int slides = entry_of(body.motion).slides;
            for (int k = 0; k < slides; ++k) visit(k, pose.axes[k], Slides{});
            for (int k = 0; k < 3; ++k) visit(slides + k, pose.axes[k], Turns{});
            break;
        }
    }
}

// Calls visit(column, body, axis, kind) for every degree of freedom of the listed bodies. With
// `packed`, columns count up from 0; otherwise they are velocity entries.
template <class Space, class Visit>
FOURBAR_INLINE void for_each_column(const Tree& tree, const int* list, int count, bool packed,
                                    const State<Space>& state, const Visit& visit) {
    int next = 0;
    for (int n = 0; n < count; ++n) {
        const int i = list[n];
        const Body& body = tree.bodies[i];
        const int first = packed ? next : body.v;
        for_each_freedom<Space>(
            body, state.poses[i],
            [&](int k, const typename Space::Vector& axis, auto kind)
                FOURBAR_INLINE_LAMBDA { visit(first + k, i, axis, kind); });
        next += velocity_count(body.motion);
    }
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
