// Derivatives of a tree's efforts along positions and velocities, and its mass matrix: the analytical
// recursion of Singh, Russell and Wensing (Efficient analytical derivatives of rigid-body dynamics using
// spatial vector algebra, 2022), in the lineage of Carpentier and Mansard (2018).
//
// About one point, with v and a of the body that a joint with motion S is on, let S' = v x S and
// S'' = a x S + v x S'; with v of the body that it carries, R = S' + v x S. Where the joint moves, all that
// it carries turns with it, and what its bodies need changes by I S'' + 2 B S' beyond that; where its
// velocity changes, by I R + 2 B S. B is that of coriolis.hpp. Its six columns have a structure: with the
// momentum p, moment h and tensor J of a body and E = tr(J)/2 - J,
//   2 B (a, d) = (d x 2 p, D d),  D d = 2 (h . v) d - 2 v (h . d) - 2 w x E d.
// Work is proportional to the pairs of joints of which one carries the other.
#pragma once

#include "crba.hpp"
#include "rnea.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

// 2 B times a motion, of which only the turning counts.
template <class Space>
FOURBAR_INLINE Wrench<Space> swirled(const Carried<Space>& at, const typename Space::Vector& angular) {
    return {cross(angular, at.momentum), at.swirl * angular};
}

// Adds what velocities do, about the point of reference: 2 p, D and the force of one body.
template <class Space>
FOURBAR_INLINE Carried<Space> carried_by(const Rigid<Space>& I, const Twist<Space>& v,
                                         const Twist<Space>& a) {
    const Wrench<Space> momentum = I * v;
    const auto along = 2.0 * dot<Space>(I.moment, v.linear), trace = size_of<Space>(I.tensor);
    const auto zero = Space::scalar(0.0);
    const auto twice = v.linear * 2.0;
    const auto column = [&](int k, const auto& h, const auto& unit) FOURBAR_INLINE_LAMBDA {
        return cross(v.angular, I.tensor.column[k] * 2.0 - unit(trace)) - twice * h + unit(along);
    };
    const auto x = [&](const auto& s) FOURBAR_INLINE_LAMBDA { return Space::direction(s, zero, zero); };
    const auto y = [&](const auto& s) FOURBAR_INLINE_LAMBDA { return Space::direction(zero, s, zero); };
    const auto z = [&](const auto& s) FOURBAR_INLINE_LAMBDA { return Space::direction(zero, zero, s); };
    return {momentum.force * 2.0,
            {{column(0, Space::x(I.moment), x), column(1, Space::y(I.moment), y),
              column(2, Space::z(I.moment), z)}},
            I * a + cross_wrench<Space>(v, momentum)};
}

// Motions of all bodies about their points of reference, and what each needs; v and a of the joints are
// in at.v and at.a. Velocities and accelerations of bodies are spatial vectors here.
template <class Space>
FOURBAR_OUTLINE void sweep_bodies(const Mechanism& mechanism, Memory<Space>& at) {
    const Tree& tree = mechanism.tree();
    Twist<Space>* velocities = at.state.velocities;
    Twist<Space>* accelerations = at.state.accelerations;
    for (int i = 1; i < tree.body_count; ++i) {
        const Body& body = tree.bodies[i];
        const Twist<Space> v0 = velocities[body.parent], a0 = accelerations[body.parent];
        const int first = body.v, last = body.v + velocity_count(body.motion);
        Twist<Space> v = v0, a = a0;
        for (int c = first; c < last; ++c) v = v + at.motions[c] * at.v[c];
        for (int c = first; c < last; ++c) {
            const Twist<Space>& S = at.motions[c];
            const Twist<Space> before = cross_motion<Space>(v0, S);
            // A joint of one velocity does not turn its own axis.
            const Twist<Space> after = last - first == 1 ? before : cross_motion<Space>(v, S);
            const Twist<Space> second = cross_motion<Space>(a0, S) + cross_motion<Space>(v0, before);
            a = a + S * at.a[c] + after * at.v[c];
            const int place = mechanism.place[c];
            at.panel.template put<Space>(place, S);
            Slopes<Space>& slopes = at.slopes[c];
            slopes = {before, second, before + after};
            at.turned.template put<Space>(place, before.angular);
            at.second.template put<Space>(place, second);
            at.both.template put<Space>(place, slopes.both);
        }
        velocities[i] = v;
        accelerations[i] = a;
        at.carried[i] = carried_by<Space>(at.rigid[i], v, a);
    }
}

// What wrenches that do not turn with their links take from the derivatives: N of -w' = N s for a motion
// s of the link, N (a, d) = (d x force, a x fixed + turning d).
template <class Space>
FOURBAR_INLINE void hold(Held<Space>& at, const Wrench<Space>& load, const typename Space::Vector& point,
                         bool fixed) {
    const auto zero = Space::scalar(0.0), one = Space::scalar(1.0);
    const auto& F = load.force;
    const auto& M = load.moment;
    const typename Space::Vector units[3] = {Space::direction(one, zero, zero),
                                             Space::direction(zero, one, zero),
                                             Space::direction(zero, zero, one)};
    const typename Space::Scalar entries[3] = {Space::x(point), Space::y(point), Space::z(point)};
    const auto along = dot<Space>(point, F);
    for (int k = 0; k < 3; ++k) {
        auto column = cross(units[k], M);
        if (!fixed) column = column + units[k] * along - F * entries[k];
        at.turning.column[k] = at.turning.column[k] + column;
    }
    at.force = at.force + F;
    if (fixed) at.fixed = at.fixed + F;
}

// Takes loads from the forces, about points of reference.
template <class Space>
void hold_loads(const Mechanism& mechanism, const Request& request, long row, Memory<Space>& at) {
    const Tree& tree = mechanism.tree();
    const auto none = zero_vector<Space>();
    for (int i = 1; i < tree.body_count; ++i) at.held[i] = {none, none, {{none, none, none}}};
    for (int n = 0; n < request.load_count; ++n) {
        const Load& load = request.loads[n];
        const Frame& frame = tree.frames[load.frame];
        if (frame.body == 0) continue;
        const Wrench<Space> given = load_at<Space>(load, row);
        const Wrench<Space> own = shifted<Space>(
            wrench_of<Space>(frame, load.reference, at.state, given.force, given.moment), at.arms[frame.body]);
        Wrench<Space>& force = at.carried[frame.body].force;
        force = {force.force - own.force, force.moment - own.moment};
        if (load.reference == Reference::local) continue;  // turns with its link
        const bool fixed = load.reference == Reference::world;
        Pose<Space> pose;
        place<Space>(frame.placement, at.state.poses[frame.body], pose);
        const auto point = at.arms[frame.body] + (pose.position - at.state.poses[frame.body].position);
        hold<Space>(at.held[frame.body], fixed ? own : given, point, fixed);
    }
}

// Where derivatives of efforts go, and M, unless it is known already; rows are `stride` apart.
template <class S>
struct Slanted {
    S *dq, *dv, *M;
    long stride;
};

// The entries of the matrices in one row and one column, for the joints of a list.
template <bool loaded, bool composed, class Space>
struct Pairing {
    using S = typename Space::Scalar;
    WideWrench along_q, along_v;  // what the column's joint asks of those that carry it
    WideWrench inertia;           // I S
    WideVector swirl;             // the turning part of (2 B)^T S, which has no other
    WideWrench held;              // N^T S
    Slanted<S> to;

    FOURBAR_INLINE void put(const Mechanism& mechanism, const Memory<Space>& at, int place, const int* list,
                            int begin, int count) const {
        const int* entries = mechanism.joints.entries;
        const long c = entries[place], stride = to.stride;
        for_each_piece<S>(list, begin, count, [&](int first, int from, int end) FOURBAR_INLINE_LAMBDA {
            const Piece<S> column_q(at.panel.power(first, along_q)), column_v(at.panel.power(first, along_v));
            const Piece<S> mass(composed ? Lane{} : at.panel.power(first, inertia));
            Lane along = at.turned.times(first, swirl) + at.second.power(first, inertia);
            if (loaded) along += at.panel.power(first, held);
            const Piece<S> row_q(along);
            const Piece<S> row_v(at.panel.angular.times(first, swirl) + at.both.power(first, inertia));
            for (int p = from; p < end; ++p) {
                const int l = list[p] - first;
                const long d = entries[list[p]];
                to.dq[d * stride + c] = column_q[l];
                to.dv[d * stride + c] = column_v[l];
                to.dq[c * stride + d] = row_q[l];
                to.dv[c * stride + d] = row_v[l];
                if (!composed) to.M[d * stride + c] = to.M[c * stride + d] = mass[l];
            }
        });
    }
};

// Where it is `composed`, at.composite has the inertias of all that hangs on each body, and M is known.
template <bool loaded, bool composed, class Space>
FOURBAR_OUTLINE void pair_joints(const Mechanism& mechanism, Memory<Space>& at,
                                 const Slanted<typename Space::Scalar>& to) {
    const Tree& tree = mechanism.tree();
    const long stride = to.stride;
    for (long e = 0; e < tree.nv * stride; ++e) {
        to.dq[e] = to.dv[e] = Space::scalar(0.0);
        if (!composed) to.M[e] = Space::scalar(0.0);
    }
    for (int i = tree.body_count - 1; i > 0; --i) {
        const Body& body = tree.bodies[i];
        const Rigid<Space>& I = (composed ? at.composite : at.rigid)[i];
        const Carried<Space>& carried = at.carried[i];
        const Matrix<Space> swirl = transposed(carried.swirl);
        const Matrix<Space> turning = loaded ? transposed(at.held[i].turning) : Matrix<Space>{};
        const int count = velocity_count(body.motion);
        const int below = mechanism.joints.related_count[mechanism.place[body.v]];
        for (int k = 0; k < count; ++k) {
            const int c = body.v + k, place = mechanism.place[c];
            const Twist<Space>& S = at.motions[c];
            const Slopes<Space>& slopes = at.slopes[c];
            const Wrench<Space> inertia = I * S;
            Wrench<Space> along_q = swirled<Space>(carried, slopes.first.angular) + I * slopes.second;
            const Wrench<Space> along_v = swirled<Space>(carried, S.angular) + I * slopes.both;
            Pairing<loaded, composed, Space> pairing;
            if constexpr (loaded) {
                const Held<Space>& N = at.held[i];
                along_q = along_q + Wrench<Space>{cross(S.angular, N.force),
                                                  cross(S.linear, N.fixed) + N.turning * S.angular};
                pairing.held = widened_wrench<Space>(
                    {cross(N.fixed, S.angular), cross(N.force, S.linear) + turning * S.angular});
            }
            pairing.along_v = widened_wrench<Space>(along_v);
            pairing.inertia = widened_wrench<Space>(inertia);
            pairing.swirl =
                widened_vector<Space>(cross(carried.momentum, S.linear) + swirl * S.angular);
            pairing.to = to;
            // Forces turn with what the joint carries, and so do its own axes, but not those below.
            pairing.along_q = widened_wrench<Space>(along_q + cross_wrench<Space>(S, carried.force));
            const int* list = mechanism.joints.related[place];
            pairing.put(mechanism, at, place, list, 0, below);
            if (k > 0) {
                pairing.along_q = widened_wrench<Space>(along_q);
                pairing.put(mechanism, at, place, list, below, below + k);
            }
            const long own = c * (stride + 1);
            to.dq[own] = power_of<Space>(along_q, S);
            to.dv[own] = power_of<Space>(along_v, S);
            if (!composed) to.M[own] = power_of<Space>(inertia, S) + mechanism.armature[c];
        }
        if (body.parent == 0) continue;
        if (!composed) at.rigid[body.parent] = at.rigid[body.parent] + I;
        Carried<Space>& sum = at.carried[body.parent];
        sum = {sum.momentum + carried.momentum, sum.swirl + carried.swirl, sum.force + carried.force};
        if constexpr (loaded) {
            Held<Space>& below_it = at.held[body.parent];
            const Held<Space>& own = at.held[i];
            below_it = {below_it.force + own.force, below_it.fixed + own.fixed,
                        below_it.turning + own.turning};
        }
    }
}

// Poses are known, and v and a are those of all joints. Nothing may close a loop.
template <class Space>
void put_derivatives(const Mechanism& mechanism, const Request& request, long row, Memory<Space>& at,
                     typename Space::Scalar* dq, typename Space::Scalar* dv, typename Space::Scalar* M) {
    const int nv = mechanism.tree().nv;
    place_columns<Space>(mechanism, at);
    sweep_bodies<Space>(mechanism, at);
    const Slanted<typename Space::Scalar> to{dq, dv, M, nv};
    if (request.load_count > 0) {
        hold_loads<Space>(mechanism, request, row, at);
        pair_joints<true, false, Space>(mechanism, at, to);
    } else {
        pair_joints<false, false, Space>(mechanism, at, to);
    }
    for (int n = 0; request.springs && n < mechanism.spring_count; ++n) {
        const long own = static_cast<long>(mechanism.springs[n].column) * (nv + 1);
        dq[own] = dq[own] + mechanism.springs[n].stiffness;
    }
    if (request.friction == Friction::none) return;
    // Of Coulomb friction only its value counts: how steeply it turns round at rest is not physics.
    for (int c = 0; c < nv; ++c) dv[c * nv + c] = dv[c * nv + c] + mechanism.damping[c];
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
