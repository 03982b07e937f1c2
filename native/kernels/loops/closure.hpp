// The residual phi of every loop, its derivative K, and -dK v.
//
// P is the predecessor's frame and S the successor's, both turned so that a loop's axis is their z.
// With d from P's origin to S's and b the image of P's z in S (for a universal joint: of the second
// axis), the rows of one loop are, in P's axes:
//
//   slides   x.d, y.d, z.d (those that the joint forbids)
//   lead     z.d - lead t, whole turns aside, for a screw at the angle t about z
//   axis     2 sin(t/2) along x and y, for the angle t from z to b about z x b
//   none     2 sin(t/2) along x, y and z, for the rotation by t about a unit vector
//   cross    (cos - z.b) / sin with cos, sin of the angle between the two axes
//
// They are smooth up to t = pi and zero only where the loop is closed; a flipped axis or frame gives
// 2, not 0. K is their exact derivative everywhere. Where the loop is closed it is eq. 6 of the URDF+
// paper, with a unit force along or a unit couple about each axis as the columns of Psi.
#pragma once

#include "kernels/tree/columns.hpp"
#include "solvers/numerics.hpp"
#include "system.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

using fourbar::loops::LoopJoint;
using fourbar::loops::System;
using fourbar::loops::Turning;
using fourbar::loops::rows_of;

using numerics::half_turn;

template <class Space>
FOURBAR_INLINE typename Space::Scalar dot(const typename Space::Vector& a,
                                          const typename Space::Vector& b) {
    return Space::x(a) * Space::x(b) + Space::y(a) * Space::y(b) + Space::z(a) * Space::z(b);
}

// What one loop asks of the relative motion of its ends: phi, and the vectors that a relative
// velocity at S's origin (slides) and a relative angular velocity (turns) are multiplied with.
template <class Space>
struct Demands {
    typename Space::Vector point;  // S's origin
    typename Space::Vector slides[3];
    typename Space::Vector turns[3];
    typename Space::Scalar residual[6];
    // Kept for the second derivative.
    typename Space::Vector axes[3];
    typename Space::Vector image;
    typename Space::Scalar cosine, scale;
    typename Space::Scalar quaternion[3];
    // Of a screw: -lead times the vector whose product with an angular velocity is the rate of its
    // angle, and what the angle is made from.
    typename Space::Vector thread;
    typename Space::Vector across[2];
    typename Space::Scalar sine, cosine_about, inverse_square;
};

FOURBAR_INLINE double angle_of(double sine, double cosine) { return std::atan2(sine, cosine); }
FOURBAR_INLINE Lane angle_of(Lane sine, Lane cosine) {
    Lane result;
    for (int l = 0; l < lane_count; ++l) result[l] = std::atan2(sine[l], cosine[l]);
    return result;
}

FOURBAR_INLINE double whole(double x) { return std::nearbyint(x); }
FOURBAR_INLINE Lane whole(Lane x) {
    Lane result;
    for (int l = 0; l < lane_count; ++l) result[l] = std::nearbyint(x[l]);
    return result;
}

// The angle t of S about P's z: with s = y.x' - x.y' and c = x.x' + y.y', both 1 + cos(tilt) times
// the sine and cosine, t = atan2(s, c) and dt = (c ds - s dc) / (c^2 + s^2).
template <class Space>
FOURBAR_INLINE void demand_thread(const LoopJoint& loop, const Pose<Space>& P, const Pose<Space>& S,
                                  Demands<Space>& out, typename Space::Scalar& residual) {
    const auto& x = P.axes[0];
    const auto& y = P.axes[1];
    out.across[0] = S.axes[0];
    out.across[1] = S.axes[1];
    const auto s = dot<Space>(y, out.across[0]) - dot<Space>(x, out.across[1]);
    const auto c = dot<Space>(x, out.across[0]) + dot<Space>(y, out.across[1]);
    const auto square = s * s + c * c;
    // Upside down there is no angle; the rows of the axis are open there.
    const auto flipped = square < half_turn * half_turn;
    const auto zero = Space::scalar(0.0), one = Space::scalar(1.0);
    const auto inverse = choose(flipped, zero, 1.0 / choose(flipped, one, square));
    const auto ds = cross(out.across[0], y) - cross(out.across[1], x);
    const auto dc = cross(out.across[0], x) + cross(out.across[1], y);
    out.thread = (ds * c - dc * s) * (inverse * (-loop.lead));
    out.sine = s;
    out.cosine_about = c;
    out.inverse_square = inverse;
    constexpr double full_turn = 6.283185307179586;
    const double turn_length = full_turn * std::fabs(loop.lead);
    const auto off = residual - loop.lead * angle_of(s, c);
    residual = off - turn_length * whole(off * (1.0 / turn_length));
}

template <class Space>
FOURBAR_INLINE void demand_axis(const Pose<Space>& P, const Pose<Space>& S, Demands<Space>& out,
                                typename Space::Scalar* residual) {
    const auto b = S.axes[2];
    const auto c = dot<Space>(P.axes[2], b);
    const auto flipped = 1.0 + c < half_turn;
    const auto one = Space::scalar(1.0), zero = Space::scalar(0.0);
    const auto rest = choose(flipped, one, 1.0 + c);
    const auto f = root(2.0 / rest);  // 2 sin(t/2) = f sin(t)
    const auto bx = dot<Space>(P.axes[0], b), by = dot<Space>(P.axes[1], b);
    residual[0] = choose(flipped, one + one, zero - f * by);
    residual[1] = choose(flipped, zero, f * bx);
    // d(f t.(z x b)) = f (c t - (t.b) z).w + f' t.(z x b) (b x z).w
    const auto turning = cross(b, P.axes[2]);
    const auto slope = 0.5 * f / rest;
    out.turns[0] = (P.axes[0] * c - P.axes[2] * bx) * f + turning * (slope * by);
    out.turns[1] = (P.axes[1] * c - P.axes[2] * by) * f - turning * (slope * bx);
    out.image = b;
    out.cosine = c;
    out.scale = f;
}

template <class Space>
FOURBAR_INLINE void demand_all(const Pose<Space>& P, const Pose<Space>& S, Demands<Space>& out,
                               typename Space::Scalar* residual) {
    const auto at = [&](int i, int j) { return dot<Space>(P.axes[i], S.axes[j]); };
    const auto square = 1.0 + at(0, 0) + at(1, 1) + at(2, 2);  // 4 w^2 = 2 (1 + cos t)
    const auto flipped = square < 2.0 * half_turn;
    const auto one = Space::scalar(1.0), zero = Space::scalar(0.0);
    const auto w = 0.5 * root(choose(flipped, one, square));
    const auto share = 0.25 / w;
    const auto x = (at(2, 1) - at(1, 2)) * share, y = (at(0, 2) - at(2, 0)) * share,
               z = (at(1, 0) - at(0, 1)) * share;
    residual[0] = choose(flipped, one + one, x + x);
    residual[1] = choose(flipped, zero, y + y);
    residual[2] = choose(flipped, zero, z + z);
    // The quaternion's vector part moves with (w omega + omega x u) / 2.
    out.turns[0] = P.axes[0] * w + P.axes[1] * z - P.axes[2] * y;
    out.turns[1] = P.axes[1] * w + P.axes[2] * x - P.axes[0] * z;
    out.turns[2] = P.axes[2] * w + P.axes[0] * y - P.axes[1] * x;
    out.quaternion[0] = x;
    out.quaternion[1] = y;
    out.quaternion[2] = z;
}

template <class Space>
FOURBAR_INLINE void demand_cross(const LoopJoint& loop, const Pose<Space>& P, const Pose<Space>& S,
                                 Demands<Space>& out, typename Space::Scalar* residual) {
    const auto b = turn<Space>(S, loop.second);
    residual[0] = (loop.cosine - dot<Space>(P.axes[2], b)) * loop.inverse_sine;
    out.turns[0] = cross(P.axes[2], b) * loop.inverse_sine;
    out.image = b;
}

// `target` is P in world axes, for the loop that has one; null elsewhere.
template <class Space>
FOURBAR_INLINE void find_demands(const LoopJoint& loop, const State<Space>& state,
                                 const Pose<Space>* target, Demands<Space>& out) {
    Pose<Space> P, S;
    if (FOURBAR_UNLIKELY(target != nullptr)) {
        P = *target;
    } else {
        place<Space>(loop.on_predecessor, state.poses[loop.predecessor], P);
    }
    place<Space>(loop.on_successor, state.poses[loop.successor], S);
    out.point = S.position;
    for (int k = 0; k < 3; ++k) out.axes[k] = P.axes[k];
    const auto d = S.position - P.position;
    for (int k = 0; k < loop.slide_count; ++k) {
        out.slides[k] = P.axes[loop.slides[k]];
        out.residual[k] = dot<Space>(out.slides[k], d);
    }
    if (FOURBAR_UNLIKELY(loop.lead != 0.0)) demand_thread<Space>(loop, P, S, out, out.residual[2]);
    auto* turning = out.residual + loop.slide_count;
    switch (loop.turning) {
        case Turning::axis: demand_axis<Space>(P, S, out, turning); break;
        case Turning::none: demand_all<Space>(P, S, out, turning); break;
        case Turning::cross: demand_cross<Space>(loop, P, S, out, turning); break;
        case Turning::any: break;
    }
}

// Where the columns of K are: side by side as in a matrix, or only those that a loop has.
enum class Layout { matrix, entries };

// The columns of one loop: sign * demand . (motion of each degree of freedom), at S's origin. Counts
// of rows that are known here keep the demands in registers; -1 is any.
template <Layout layout, int known_slides, int known_turns, class Space>
FOURBAR_INLINE void put_columns(const System& system, const LoopJoint& loop,
                                const Demands<Space>& demands, const State<Space>& state,
                                typename Space::Scalar* K) {
    using Vector = typename Space::Vector;
    constexpr bool packed = layout == Layout::entries;
    const int slides = known_slides < 0 ? loop.slide_count : known_slides;
    const int turns_count = known_turns < 0 ? rows_of(loop.turning) : known_turns;
    const long stride = packed ? loop.width : system.tree.nv;
    auto* const first = K + (packed ? loop.entry : loop.row * stride);
    const auto zero = Space::scalar(0.0);
    for (int n = 0; n < loop.chain_count; ++n) {
        const int i = loop.chain[n].body;
        const double sign = loop.chain[n].sign;
        const Body& body = system.tree.bodies[i];
        const Pose<Space>& pose = state.poses[i];
        const auto arm = demands.point - pose.position;
        auto* const columns = first + (packed ? loop.chain[n].place : body.v);
        for_each_freedom<Space>(
            body, pose, [&](int freedom, const Vector& unsigned_axis, auto kind)
                            FOURBAR_INLINE_LAMBDA {
            const Vector axis = unsigned_axis * sign;
            const Vector moved = linear_of(kind, axis, arm);
            auto* to = columns + freedom;
            for (int k = 0; k < slides; ++k) to[k * stride] = dot<Space>(demands.slides[k], moved);
            to += slides * stride;
            for (int k = 0; k < turns_count; ++k) {
                to[k * stride] = turns<decltype(kind)> ? dot<Space>(demands.turns[k], axis) : zero;
            }
            if constexpr (known_slides < 0 && turns<decltype(kind)>) {
                if (loop.lead != 0.0) {
                    to[-stride] = to[-stride] + dot<Space>(demands.thread, axis);
                }
            }
        });
    }
}

template <Layout layout, class Space>
FOURBAR_INLINE void put_columns(const System& system, const LoopJoint& loop,
                                const Demands<Space>& demands, const State<Space>& state,
                                typename Space::Scalar* K) {
    const int turns = rows_of(loop.turning);
    if (loop.lead != 0.0) {
        put_columns<layout, -1, -1, Space>(system, loop, demands, state, K);
    } else if (loop.slide_count == 3 && turns == 0) {
        put_columns<layout, 3, 0, Space>(system, loop, demands, state, K);
    } else if (loop.slide_count == 3 && turns == 2) {
        put_columns<layout, 3, 2, Space>(system, loop, demands, state, K);
    } else if (loop.slide_count == 3 && turns == 3) {
        put_columns<layout, 3, 3, Space>(system, loop, demands, state, K);
    } else {
        put_columns<layout, -1, -1, Space>(system, loop, demands, state, K);
    }
}

// -d^2 phi/dt^2 at zero joint acceleration. Derivatives are taken in P's axes, that is, of what an
// observer on the predecessor sees.
template <class Space>
FOURBAR_INLINE void put_bias(const LoopJoint& loop, const Demands<Space>& demands,
                             const State<Space>& state, typename Space::Scalar* k) {
    const auto at_point = [&](int body, Twist<Space>& velocity, Twist<Space>& acceleration) {
        const auto arm = demands.point - state.poses[body].position;
        const auto w = state.velocities[body].angular;
        velocity = {state.velocities[body].linear + cross(w, arm), w};
        acceleration = {state.accelerations[body].linear +
                            cross(state.accelerations[body].angular, arm) + cross(w, cross(w, arm)),
                        state.accelerations[body].angular};
    };
    Twist<Space> vp, ap, vs, as;
    at_point(loop.predecessor, vp, ap);
    at_point(loop.successor, vs, as);
    const auto drift = vs.linear - vp.linear;
    const auto w = vs.angular - vp.angular;
    const auto linear = as.linear - ap.linear - cross(vp.angular, drift) * 2.0;
    const auto angular = as.angular - ap.angular - cross(vp.angular, w);
    const auto zero = Space::scalar(0.0);
    k += loop.row;
    for (int i = 0; i < loop.slide_count; ++i) {
        k[i] = zero - dot<Space>(demands.slides[i], linear);
    }
    if (FOURBAR_UNLIKELY(loop.lead != 0.0)) {
        // t'' = (c s'' - s c'') / n - 2 (c c' + s s') (c s' - s c') / n^2 with n = c^2 + s^2.
        const auto& x = demands.axes[0];
        const auto& y = demands.axes[1];
        const auto s = demands.sine, c = demands.cosine_about, inverse = demands.inverse_square;
        const auto u1 = cross(w, demands.across[0]), v1 = cross(w, demands.across[1]);
        const auto u2 = cross(angular, demands.across[0]) + cross(w, u1);
        const auto v2 = cross(angular, demands.across[1]) + cross(w, v1);
        const auto s1 = dot<Space>(y, u1) - dot<Space>(x, v1), c1 = dot<Space>(x, u1) + dot<Space>(y, v1);
        const auto s2 = dot<Space>(y, u2) - dot<Space>(x, v2), c2 = dot<Space>(x, u2) + dot<Space>(y, v2);
        const auto second = (c * s2 - s * c2) * inverse -
                            2.0 * (c * c1 + s * s1) * (c * s1 - s * c1) * inverse * inverse;
        k[2] = k[2] + loop.lead * second;
    }
    k += loop.slide_count;
    if (loop.turning == Turning::none) {
        const auto half_square = 0.5 * dot<Space>(w, w);
        for (int i = 0; i < 3; ++i) {
            k[i] = demands.quaternion[i] * half_square - dot<Space>(demands.turns[i], angular);
        }
    } else if (loop.turning != Turning::any) {
        const auto b = demands.image;
        const auto b1 = cross(w, b);
        const auto b2 = cross(angular, b) + cross(w, b1);
        const auto z = demands.axes[2];
        if (loop.turning == Turning::cross) {
            k[0] = dot<Space>(z, b2) * loop.inverse_sine;
            return;
        }
        // phi = f g with f = sqrt(2 / (1 + c)), c = z.b, and g = -y.b or x.b.
        const auto rest = 1.0 + demands.cosine;
        const auto f = demands.scale;
        const auto c1 = dot<Space>(z, b1), c2 = dot<Space>(z, b2);
        const auto slope = zero - 0.5 * f / rest;
        const auto f1 = slope * c1;
        const auto f2 = slope * c2 + 0.75 * f / (rest * rest) * c1 * c1;
        for (int i = 0; i < 2; ++i) {
            const auto& t = demands.axes[1 - i];
            const auto second = f2 * dot<Space>(t, b) + 2.0 * f1 * dot<Space>(t, b1) +
                                f * dot<Space>(t, b2);
            k[i] = i == 0 ? second : zero - second;
        }
    }
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
