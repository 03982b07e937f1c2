// Energy, momentum and the centroidal momentum matrix (Orin, Goswami and Lee 2013).
#pragma once

#include "crba.hpp"
#include "rnea.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {


// Kinetic energy, with that of armatures, and potential energy, which is zero where the centre of mass
// is at the world's origin. The ground's mass has none.
template <class Space>
void put_energy(const Mechanism& mechanism, bool has_v, Memory<Space>& at,
                typename Space::Scalar* out) {
    const Tree& tree = mechanism.tree();
    auto kinetic = Space::scalar(0.0), potential = Space::scalar(0.0);
    const auto g = constant<Space>(mechanism.gravity);
    for (int i = 1; i < tree.body_count; ++i) {
        const Body& body = tree.bodies[i];
        if (!body.massive) continue;
        const Pose<Space>& pose = at.state.poses[i];
        const auto raised = (pose.position - Space::origin()) * body.mass + turn<Space>(pose, body.moment);
        potential = potential - dot<Space>(g, raised);
        if (!has_v) continue;
        const Twist<Space>& v = at.state.velocities[i];
        kinetic += 0.5 * power_of<Space>(rigid_inertia<Space>(body, pose) * v, v);
    }
    for (int c = 0; has_v && c < tree.nv; ++c) {
        kinetic += at.v[c] * at.v[c] * (0.5 * mechanism.armature[c]);
    }
    out[0] = kinetic;
    out[1] = potential;
}

// The centre of mass of all that moves; the world's origin where nothing has mass.
template <class Space>
typename Space::Vector center_of(const Mechanism& mechanism, const Memory<Space>& at) {
    const Tree& tree = mechanism.tree();
    auto sum = zero_vector<Space>();
    double mass = 0.0;
    for (int i = 1; i < tree.body_count; ++i) {
        const Body& body = tree.bodies[i];
        sum = sum + (at.state.poses[i].position - Space::origin()) * body.mass +
              turn<Space>(at.state.poses[i], body.moment);
        mass += body.mass;
    }
    return mass > 0.0 ? Space::origin() + sum * (1.0 / mass) : Space::origin();
}

template <class Space>
FOURBAR_INLINE void put_wrench(const Wrench<Space>& w, typename Space::Scalar* out, long stride) {
    out[0] = Space::x(w.force);
    out[stride] = Space::y(w.force);
    out[2 * stride] = Space::z(w.force);
    out[3 * stride] = Space::x(w.moment);
    out[4 * stride] = Space::y(w.moment);
    out[5 * stride] = Space::z(w.moment);
}

template <class Space>
void put_momentum(const Mechanism& mechanism, bool about_origin, const Memory<Space>& at,
                  typename Space::Scalar* out) {
    const Tree& tree = mechanism.tree();
    const auto about = about_origin ? Space::origin() : center_of<Space>(mechanism, at);
    Wrench<Space> sum{zero_vector<Space>(), zero_vector<Space>()};
    for (int i = 1; i < tree.body_count; ++i) {
        const Pose<Space>& pose = at.state.poses[i];
        const Wrench<Space> own = rigid_inertia<Space>(tree.bodies[i], pose) * at.state.velocities[i];
        sum = sum + shifted<Space>(own, pose.position - about);
    }
    put_wrench<Space>(sum, out, 1);
}

// A (6 x nu) about the centre of mass, and dA/dt v: what forces on the whole would have to be at du = 0.
template <class Space>
void put_centroidal(const Mechanism& mechanism, Memory<Space>& at, typename Space::Scalar* A,
                    typename Space::Scalar* rate) {
    const Tree& tree = mechanism.tree();
    const int nu = mechanism.nu;
    const auto about = center_of<Space>(mechanism, at);
    Wrench<Space> sum{zero_vector<Space>(), zero_vector<Space>()};
    for (int i = 1; i < tree.body_count; ++i) {
        sum = sum + shifted<Space>(at.forces[i], at.state.poses[i].position - about);
    }
    put_wrench<Space>(sum, rate, 1);
    find_rigid<Space>(mechanism, at);
    for (int i = tree.body_count - 1; i > 0; --i) {
        const Body& body = tree.bodies[i];
        const Pose<Space>& pose = at.state.poses[i];
        for_each_freedom<Space>(body, pose,
                                [&](int k, const typename Space::Vector& axis, auto kind)
                                    FOURBAR_INLINE_LAMBDA {
            const Wrench<Space> force = moving<Space>(kind, axis, at.rigid[i]);
            at.columns[body.v + k] = shifted<Space>(force, pose.position - about);
        });
        compose<Space>(tree, i, at);
    }
    for (int b = 0; b < mechanism.system.block_count; ++b) {
        const auto& form = at.forms[b];
        for (int j = 0; j < form.dependent_count; ++j) {
            const Wrench<Space>& own = at.columns[form.dependent[j]];
            for (int c = 0; c < form.independent_count; ++c) {
                const auto& X = form.X[j * form.independent_count + c];
                Wrench<Space>& to = at.columns[form.independent[c]];
                to = {to.force + own.force * X, to.moment + own.moment * X};
            }
        }
    }
    for (int u = 0; u < nu; ++u) put_wrench<Space>(at.columns[mechanism.independent[u]], A + u, nu);
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
