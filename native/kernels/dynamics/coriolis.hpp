// The Coriolis matrix C with C v = h and dH/dt - 2 C skew: the numerical method of Echeandia and Wensing
// (2021), composite like the mass matrix.
//
// Each body has the 6 x 6 matrix B m = 1/2 [v x* (I m) + m x* (I v) - I (v x m)]; what hangs on it is
// added, and with S' = v x S the columns are S_i^T (I S_j' + B S_j) and, in the other triangle,
// S_i'^T I S_j + S_i^T B^T S_j.
#pragma once

#include "crba.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

// A 6 x 6 matrix from motions to wrenches: force = A a + B d, moment = C a + D d.
template <class Space>
struct Full {
    Matrix<Space> A, B, C, D;

    FOURBAR_INLINE Wrench<Space> operator*(const Twist<Space>& t) const {
        return {A * t.linear + B * t.angular, C * t.linear + D * t.angular};
    }
};

template <class Space>
FOURBAR_INLINE Full<Space> flipped(const Full<Space>& m) {
    return {transposed(m.A), transposed(m.C), transposed(m.B), transposed(m.D)};
}

template <class Space>
FOURBAR_INLINE void add_shifted(Full<Space>& to, const Full<Space>& child,
                                const typename Space::Vector& r) {
    const Matrix<Space> B = child.B - times_cross<Space>(child.A, r);
    to.A = to.A + child.A;
    to.B = to.B + B;
    to.C = to.C + child.C + crossed<Space>(r, child.A);
    to.D = to.D + child.D - times_cross<Space>(child.C, r) + crossed<Space>(r, B);
}

template <class Space>
FOURBAR_INLINE Full<Space> coriolis_of(const Rigid<Space>& I, const Twist<Space>& v) {
    const Wrench<Space> momentum = I * v;
    const auto column = [&](const Twist<Space>& m) {
        const Wrench<Space> first = cross_wrench<Space>(v, I * m);
        const Wrench<Space> second = cross_wrench<Space>(m, momentum);
        const Wrench<Space> third = I * cross_motion<Space>(v, m);
        return Wrench<Space>{(first.force + second.force - third.force) * 0.5,
                             (first.moment + second.moment - third.moment) * 0.5};
    };
    const auto one = Space::scalar(1.0), zero = Space::scalar(0.0);
    const auto none = zero_vector<Space>();
    const typename Space::Vector units[3] = {Space::direction(one, zero, zero),
                                             Space::direction(zero, one, zero),
                                             Space::direction(zero, zero, one)};
    Full<Space> result;
    for (int k = 0; k < 3; ++k) {
        const Wrench<Space> slide = column({units[k], none}), turned = column({none, units[k]});
        result.A.column[k] = slide.force;
        result.C.column[k] = slide.moment;
        result.B.column[k] = turned.force;
        result.D.column[k] = turned.moment;
    }
    return result;
}

// C (nv x nv) in at.H, from velocities. `full` has a matrix for every body.
template <class Space>
void find_coriolis(const Mechanism& mechanism, Full<Space>* full, Memory<Space>& at) {
    const Tree& tree = mechanism.tree();
    const int nv = tree.nv;
    for (int e = 0; e < nv * nv; ++e) at.H[e] = Space::scalar(0.0);
    find_rigid<Space>(mechanism, at);
    for (int i = 1; i < tree.body_count; ++i) {
        full[i] = coriolis_of<Space>(at.rigid[i], at.state.velocities[i]);
    }
    for (int i = tree.body_count - 1; i > 0; --i) {
        const Body& body = tree.bodies[i];
        for_each_freedom<Space>(body, at.state.poses[i],
                                [&](int k, const typename Space::Vector& axis, auto kind) {
            const int c = body.v + k;
            const Twist<Space> S = motion_of<Space>(kind, axis);
            const Twist<Space> rate = cross_motion<Space>(at.state.velocities[i], S);
            Wrench<Space> first = at.rigid[i] * rate + full[i] * S;
            Wrench<Space> second = at.rigid[i] * S;
            Wrench<Space> third = flipped(full[i]) * S;
            for (int j = i;;) {
                const Body& below = tree.bodies[j];
                for_each_freedom<Space>(below, at.state.poses[j],
                                        [&](int f, const typename Space::Vector& other, auto other_kind) {
                    const int d = below.v + f;
                    const Twist<Space> own = motion_of<Space>(other_kind, other);
                    const Twist<Space> own_rate = cross_motion<Space>(at.state.velocities[j], own);
                    at.H[d * nv + c] = power_of<Space>(first, own);
                    if (j != i) {
                        at.H[c * nv + d] = power_of<Space>(second, own_rate) + power_of<Space>(third, own);
                    }
                });
                if (below.parent == 0) break;
                const auto arm = at.state.poses[j].position - at.state.poses[below.parent].position;
                first = shifted<Space>(first, arm);
                second = shifted<Space>(second, arm);
                third = shifted<Space>(third, arm);
                j = below.parent;
            }
        });
        if (body.parent == 0) continue;
        const auto arm = at.state.poses[i].position - at.state.poses[body.parent].position;
        add_shifted<Space>(full[body.parent], full[i], arm);
        compose<Space>(tree, i, at);
    }
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
