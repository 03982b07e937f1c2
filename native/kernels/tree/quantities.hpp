// What users ask for, from the bodies' state: poses, Jacobians, their derivatives, centre of mass.
//
// Results go to `out` entry by entry in row-major order, a Scalar each: the user's array itself
// for one configuration, a buffer of lanes for a batch.
#pragma once

#include <cstring>

#include "columns.hpp"
#include "kernels.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

template <class Space>
FOURBAR_INLINE void put(const typename Space::Vector& v, typename Space::Scalar* out, long stride) {
    out[0] = Space::x(v);
    out[stride] = Space::y(v);
    out[2 * stride] = Space::z(v);
}

// R^T v, for writing a vector in a frame's own axes.
template <class Space>
FOURBAR_INLINE typename Space::Vector in_axes_of(const Pose<Space>& pose,
                                                 const typename Space::Vector& v) {
    const auto dot = [&](const typename Space::Vector& a) {
        return Space::x(a) * Space::x(v) + Space::y(a) * Space::y(v) + Space::z(a) * Space::z(v);
    };
    return Space::direction(dot(pose.axes[0]), dot(pose.axes[1]), dot(pose.axes[2]));
}

// Directions end in 0 and points in 1, so the transpose is the 4 x 4 matrix, last row included.
#if FOURBAR_LANES >= 4
FOURBAR_INLINE void put_pose(const Pose<Single>& pose, double* out) {
    const Quad a = pose.axes[0], b = pose.axes[1], c = pose.axes[2], p = pose.position;
    const Quad ab_even = shuffle<0, 4, 2, 6>(a, b);
    const Quad ab_odd = shuffle<1, 5, 3, 7>(a, b);
    const Quad cp_even = shuffle<0, 4, 2, 6>(c, p);
    const Quad cp_odd = shuffle<1, 5, 3, 7>(c, p);
    store(out, shuffle<0, 1, 4, 5>(ab_even, cp_even));
    store(out + 4, shuffle<0, 1, 4, 5>(ab_odd, cp_odd));
    store(out + 8, shuffle<2, 3, 6, 7>(ab_even, cp_even));
    store(out + 12, shuffle<2, 3, 6, 7>(ab_odd, cp_odd));
}

#endif

template <class S>
FOURBAR_INLINE void put_pose(const Pose<Componentwise<S>>& pose, S* out) {
    using Space = Componentwise<S>;
    for (int k = 0; k < 3; ++k) put<Space>(pose.axes[k], out + k, 4);
    put<Space>(pose.position, out + 3, 4);
    out[12] = out[13] = out[14] = Space::scalar(0.0);
    out[15] = Space::scalar(1.0);
}

template <class Space>
FOURBAR_INLINE void put_frame(const Frame& frame, const State<Space>& state,
                              typename Space::Scalar* out) {
    if (frame.placement.identity) {
        put_pose(state.poses[frame.body], out);
    } else {
        Pose<Space> pose;
        place<Space>(frame.placement, state.poses[frame.body], pose);
        put_pose(pose, out);
    }
}

// A frame, and the point on it whose velocity is asked for.
template <class Space>
struct Target {
    Pose<Space> pose;
    typename Space::Vector point;      // in world coordinates
    typename Space::Vector reference;  // where velocities are taken: the point, or the origin
};

template <class Space>
FOURBAR_INLINE Target<Space> find_target(const Tree& tree, const Request& request,
                                         const State<Space>& state) {
    const Frame& frame = tree.frames[request.frame];
    Target<Space> target;
    place<Space>(frame.placement, state.poses[frame.body], target.pose);
    target.point = target.pose.position;
    if (request.point != nullptr) {
        target.point = target.point + turn<Space>(target.pose, request.point);
    }
    target.reference = request.reference == Reference::world ? Space::origin() : target.point;
    return target;
}

// The velocity or acceleration of the point from those of the body it is on.
template <class Space>
FOURBAR_INLINE Twist<Space> velocity_at(const Target<Space>& target, int body,
                                        const State<Space>& state) {
    const Twist<Space>& v = state.velocities[body];
    return {v.linear + cross(v.angular, target.point - state.poses[body].position), v.angular};
}

template <class Space>
FOURBAR_INLINE Twist<Space> acceleration_at(const Target<Space>& target, int body,
                                            const State<Space>& state,
                                            const Twist<Space>* accelerations) {
    const auto arm = target.point - state.poses[body].position;
    const auto& w = state.velocities[body].angular;
    const Twist<Space>& a = accelerations[body];
    return {a.linear + cross(a.angular, arm) + cross(w, cross(w, arm)), a.angular};
}

template <class Space>
FOURBAR_INLINE void put_twist(const Request& request, const Twist<Space>& twist,
                              typename Space::Scalar* out, long stride) {
    if (request.first_row == 0) {
        put<Space>(twist.linear, out, stride);
        out += 3 * stride;
    }
    if (request.first_row + request.row_count == 6) put<Space>(twist.angular, out, stride);
}

// Column of a rotation about z through p_i: [z x (p - p_i); z]; of a translation: [z; 0].
template <class Space, bool local, bool whole>
FOURBAR_INLINE void jacobian_columns(const Tree& tree, const Request& request, bool packed,
                                     const Target<Space>& target, const State<Space>& state,
                                     typename Space::Scalar* out, long stride) {
    const Frame& frame = tree.frames[request.frame];
    const auto zero = Space::scalar(0.0);
    const auto none = Space::direction(zero, zero, zero);
    const auto reference = target.reference;
    for_each_column<Space>(
        tree, frame.support, frame.support_count, packed, state,
        [&](int column, int body, const typename Space::Vector& axis, auto kind)
            FOURBAR_INLINE_LAMBDA {
            const auto put_column = [&](const typename Space::Vector& linear,
                                        const typename Space::Vector& angular)
                FOURBAR_INLINE_LAMBDA {
                if (whole && !local) {
                    put<Space>(linear, out + column, stride);
                    put<Space>(angular, out + column + 3 * stride, stride);
                } else if (local) {
                    put_twist<Space>(request,
                                     {in_axes_of<Space>(target.pose, linear),
                                      in_axes_of<Space>(target.pose, angular)},
                                     out + column, stride);
                } else {
                    put_twist<Space>(request, {linear, angular}, out + column, stride);
                }
            };
            if constexpr (turns<decltype(kind)>) {
                put_column(linear_of(kind, axis, reference - state.poses[body].position), axis);
            } else {
                put_column(axis, none);
            }
        });
}

template <class Space>
FOURBAR_INLINE void jacobian(const Tree& tree, const Request& request, bool packed,
                             const Target<Space>& target, const State<Space>& state,
                             typename Space::Scalar* out, long stride) {
    if (request.reference == Reference::local) {
        jacobian_columns<Space, true, false>(tree, request, packed, target, state, out, stride);
    } else if (request.row_count == 6) {
        jacobian_columns<Space, false, true>(tree, request, packed, target, state, out, stride);
    } else {
        jacobian_columns<Space, false, false>(tree, request, packed, target, state, out, stride);
    }
}

// The derivative of each column, with dz = w_i x z and the reference point moving too. In the
// frame's own axes, d(R^T x) = R^T (dx - w x x).
template <class Space>
FOURBAR_INLINE void jacobian_dot(const Tree& tree, const Request& request, bool packed,
                                 const Target<Space>& target, const State<Space>& state,
                                 typename Space::Scalar* out, long stride) {
    const Frame& frame = tree.frames[request.frame];
    const auto zero = Space::scalar(0.0);
    const auto none = Space::direction(zero, zero, zero);
    const Twist<Space> motion = velocity_at<Space>(target, frame.body, state);
    const auto drift = request.reference == Reference::world ? none : motion.linear;
    for_each_column<Space>(
        tree, frame.support, frame.support_count, packed, state,
        [&](int column, int body, const typename Space::Vector& axis, auto kind)
            FOURBAR_INLINE_LAMBDA {
            const Twist<Space>& v = state.velocities[body];
            const auto arm = target.reference - state.poses[body].position;
            const auto axis_dot = cross(v.angular, axis);
            Twist<Space> twist{axis_dot, none};
            if constexpr (turns<decltype(kind)>) {
                twist = {linear_of(kind, axis_dot, arm) + cross(axis, drift - v.linear), axis_dot};
            }
            if (request.reference == Reference::local) {
                const auto linear = linear_of(kind, axis, arm);
                const auto angular = turns<decltype(kind)> ? axis : none;
                twist = {in_axes_of<Space>(target.pose, twist.linear - cross(motion.angular, linear)),
                         in_axes_of<Space>(target.pose,
                                           twist.angular - cross(motion.angular, angular))};
            }
            put_twist<Space>(request, twist, out + column, stride);
        });
}

template <class Space>
FOURBAR_INLINE Twist<Space> velocity(const Tree& tree, const Request& request,
                                     const Target<Space>& target, const State<Space>& state) {
    Twist<Space> v = velocity_at<Space>(target, tree.frames[request.frame].body, state);
    if (request.reference == Reference::world) {
        v.linear = v.linear - cross(v.angular, target.point - Space::origin());
    } else if (request.reference == Reference::local) {
        v = {in_axes_of<Space>(target.pose, v.linear), in_axes_of<Space>(target.pose, v.angular)};
    }
    return v;
}

// d/dt of velocity() above, in the same frame: J a + dJ v.
template <class Space>
FOURBAR_INLINE Twist<Space> acceleration(const Tree& tree, const Request& request,
                                         const Target<Space>& target, const State<Space>& state,
                                         const Twist<Space>* accelerations) {
    const int body = tree.frames[request.frame].body;
    const Twist<Space> v = velocity_at<Space>(target, body, state);
    Twist<Space> a = acceleration_at<Space>(target, body, state, accelerations);
    if (request.reference == Reference::world) {
        a.linear = a.linear - cross(a.angular, target.point - Space::origin()) -
                   cross(v.angular, v.linear);
    } else if (request.reference == Reference::local) {
        a = {in_axes_of<Space>(target.pose, a.linear - cross(v.angular, v.linear)),
             in_axes_of<Space>(target.pose, a.angular)};
    }
    return a;
}

// Mass and moment of what counts: with or without the ground.
template <class Space>
FOURBAR_INLINE void put_com(const Tree& tree, const Request& request, const State<Space>& state,
                            typename Space::Scalar* out) {
    auto moment = state.moments[0];
    double mass = tree.mass;
    if (request.moving_only) {
        const double* ground = tree.bodies[0].moment;
        moment = moment - Space::direction(Space::scalar(ground[0]), Space::scalar(ground[1]),
                                           Space::scalar(ground[2]));
        mass -= tree.bodies[0].mass;
    }
    put<Space>(moment * (1.0 / mass), out, 1);
}

template <class Kind, class Vector>
FOURBAR_INLINE Vector moment_of(Kind kind, const Vector& axis, const Vector& arm, double mass) {
    if constexpr (std::is_same_v<Kind, Turns>) return cross(axis, arm);
    if constexpr (std::is_same_v<Kind, Slides>) return axis * mass;
    if constexpr (std::is_same_v<Kind, Screws>) return cross(axis, arm) + axis * (mass * kind.pitch);
}

// Turning what hangs on body i about z moves its share of the centre of mass:
// z x (h_i - m_i p_i) / M, and sliding it z m_i / M, with h_i and m_i of the subtree.
template <class Space>
FOURBAR_INLINE void com_jacobian(const Tree& tree, const Request& request,
                                 const State<Space>& state, typename Space::Scalar* out,
                                 long stride) {
    const double share = 1.0 / (tree.mass - (request.moving_only ? tree.bodies[0].mass : 0.0));
    for_each_column<Space>(
        tree, tree.moving, tree.body_count - 1, false, state,
        [&](int column, int body, const typename Space::Vector& axis, auto kind)
            FOURBAR_INLINE_LAMBDA {
            const double mass = tree.bodies[body].subtree_mass;
            const auto arm =
                state.moments[body] - (state.poses[body].position - Space::origin()) * mass;
            // What slides moves by the axis times its mass; what turns, by axis x arm.
            put<Space>(moment_of(kind, axis, arm, mass) * share, out + column, stride);
        });
}

// Everything that a quantity is computed from. The state is filled up to its level.
template <class Space>
struct Situation {
    const Tree& tree;
    const Request& request;
    State<Space>& state;
    const typename Space::Scalar* v;
    bool packed;  // of a frame's columns, only those that move it are written
    long stride;  // between the rows of a matrix

    const Frame& frame() const { return tree.frames[request.frame]; }
};

// The kernel of each row of FOURBAR_QUANTITIES.
template <Quantity quantity>
struct Kernel;

template <>
struct Kernel<Quantity::pose> {
    template <class Space>
    static FOURBAR_INLINE void put(const Situation<Space>& at, typename Space::Scalar* out) {
        put_frame<Space>(at.frame(), at.state, out);
    }
};

template <>
struct Kernel<Quantity::poses> {
    template <class Space>
    static FOURBAR_INLINE void put(const Situation<Space>& at, typename Space::Scalar* out) {
        for (int f = 0; f < at.tree.frame_count; ++f) {
            put_frame<Space>(at.tree.frames[f], at.state, out + 16 * f);
        }
    }
};

template <>
struct Kernel<Quantity::jacobian> {
    template <class Space>
    static FOURBAR_INLINE void put(const Situation<Space>& at, typename Space::Scalar* out) {
        jacobian<Space>(at.tree, at.request, at.packed,
                        find_target<Space>(at.tree, at.request, at.state), at.state, out, at.stride);
    }
};

template <>
struct Kernel<Quantity::jacobian_dot> {
    template <class Space>
    static FOURBAR_INLINE void put(const Situation<Space>& at, typename Space::Scalar* out) {
        jacobian_dot<Space>(at.tree, at.request, at.packed,
                            find_target<Space>(at.tree, at.request, at.state), at.state, out,
                            at.stride);
    }
};

template <>
struct Kernel<Quantity::velocity> {
    template <class Space>
    static FOURBAR_INLINE void put(const Situation<Space>& at, typename Space::Scalar* out) {
        const auto target = find_target<Space>(at.tree, at.request, at.state);
        put_twist<Space>(at.request, velocity<Space>(at.tree, at.request, target, at.state), out, 1);
    }
};

template <>
struct Kernel<Quantity::acceleration> {
    template <class Space>
    static FOURBAR_INLINE void put(const Situation<Space>& at, typename Space::Scalar* out) {
        put_from<Space>(at, at.state.accelerations, out);
    }
    template <class Space>
    static FOURBAR_INLINE void put_from(const Situation<Space>& at, const Twist<Space>* accelerations,
                                        typename Space::Scalar* out) {
        const auto target = find_target<Space>(at.tree, at.request, at.state);
        put_twist<Space>(at.request,
                         acceleration<Space>(at.tree, at.request, target, at.state, accelerations),
                         out, 1);
    }
};

template <>
struct Kernel<Quantity::bias> {
    template <class Space>
    static FOURBAR_INLINE void put(const Situation<Space>& at, typename Space::Scalar* out) {
        const Frame& frame = at.frame();
        compute_accelerations<Space>(at.tree, frame.support, frame.support_count, at.v, nullptr,
                                     at.state, at.state.biases);
        Kernel<Quantity::acceleration>::put_from<Space>(at, at.state.biases, out);
    }
};

template <>
struct Kernel<Quantity::com> {
    template <class Space>
    static FOURBAR_INLINE void put(const Situation<Space>& at, typename Space::Scalar* out) {
        compute_moments<Space>(at.tree, at.state);
        put_com<Space>(at.tree, at.request, at.state, out);
    }
};

template <>
struct Kernel<Quantity::com_jacobian> {
    template <class Space>
    static FOURBAR_INLINE void put(const Situation<Space>& at, typename Space::Scalar* out) {
        compute_moments<Space>(at.tree, at.state);
        com_jacobian<Space>(at.tree, at.request, at.state, out, at.tree.nv);
    }
};

template <class Space>
FOURBAR_INLINE void put_quantity(const Situation<Space>& at, typename Space::Scalar* out) {
    switch (at.request.quantity) {
#define FOURBAR_CASE(name, level, scope, shape) \
    case Quantity::name: Kernel<Quantity::name>::template put<Space>(at, out); break;
        FOURBAR_QUANTITIES(FOURBAR_CASE)
#undef FOURBAR_CASE
    }
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
