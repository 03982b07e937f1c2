// The mass matrix: the composite rigid body algorithm (Walker and Orin 1982; Featherstone, Rigid Body
// Dynamics Algorithms, 2008, chapter 6), in world axes about body origins.
#pragma once

#include "constraints.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

// Calls visit(column) for the entries of a force in all degrees of freedom from body i to the ground,
// with the force shifted to each body in turn.
template <class Space, class Visit>
FOURBAR_INLINE void for_each_ancestor(const Tree& tree, const State<Space>& state, int i,
                                      Wrench<Space> force, const Visit& visit) {
    while (true) {
        const Body& body = tree.bodies[i];
        for_each_freedom<Space>(body, state.poses[i],
                                [&](int k, const typename Space::Vector& axis, auto kind)
                                    FOURBAR_INLINE_LAMBDA {
            visit(body.v + k, effort_of<Space>(kind, axis, force));
        });
        if (body.parent == 0) return;
        force = shifted<Space>(force, state.poses[i].position - state.poses[body.parent].position);
        i = body.parent;
    }
}

template <class Space>
FOURBAR_OUTLINE void find_rigid(const Mechanism& mechanism, Memory<Space>& at) {
    const Tree& tree = mechanism.tree();
    for (int i = 1; i < tree.body_count; ++i) {
        at.rigid[i] = rigid_inertia<Space>(tree.bodies[i], at.state.poses[i]);
    }
}

// Adds a body's inertia, which is complete, to its parent's.
template <class Space>
FOURBAR_INLINE void compose(const Tree& tree, int i, Memory<Space>& at) {
    const int parent = tree.bodies[i].parent;
    if (parent == 0) return;
    add_shifted<Space>(at.rigid[parent], at.rigid[i],
                       at.state.poses[i].position - at.state.poses[parent].position);
}

// H (nv x nv), whole: a joint's motion needs the force I S on what hangs on it, which all joints
// below feel.
template <class Space>
FOURBAR_OUTLINE void find_mass(const Mechanism& mechanism, Memory<Space>& at) {
    const Tree& tree = mechanism.tree();
    const int nv = tree.nv;
    for (int i = 0; i < nv * nv; ++i) at.H[i] = Space::scalar(0.0);
    find_rigid<Space>(mechanism, at);
    for (int i = tree.body_count - 1; i > 0; --i) {
        const Body& body = tree.bodies[i];
        for_each_freedom<Space>(body, at.state.poses[i],
                                [&](int k, const typename Space::Vector& axis, auto kind)
                                    FOURBAR_INLINE_LAMBDA {
            const int c = body.v + k;
            const Wrench<Space> force = moving<Space>(kind, axis, at.rigid[i]);
            for_each_ancestor<Space>(tree, at.state, i, force, [&](int other, const auto& effort)
                FOURBAR_INLINE_LAMBDA {
                at.H[c * nv + other] = effort;
                at.H[other * nv + c] = effort;
            });
            at.H[c * nv + c] = at.H[c * nv + c] + mechanism.armature[c];
        });
        compose<Space>(tree, i, at);
    }
}

// G^T H G in the first nu x nu entries of `out`. H is overwritten.
template <class Space>
void project_square(const Mechanism& mechanism, const Memory<Space>& at, typename Space::Scalar* H,
                    typename Space::Scalar* out) {
    const int nv = mechanism.tree().nv, nu = mechanism.nu;
    for (int b = 0; b < mechanism.system.block_count; ++b) {
        const auto& form = at.forms[b];
        for (int j = 0; j < form.dependent_count; ++j) {
            const int d = form.dependent[j];
            const auto* X = form.X + j * form.independent_count;
            for (int c = 0; c < form.independent_count; ++c) {
                const int i = form.independent[c];
                for (int r = 0; r < nv; ++r) H[r * nv + i] += H[r * nv + d] * X[c];
            }
        }
    }
    for (int b = 0; b < mechanism.system.block_count; ++b) {
        const auto& form = at.forms[b];
        for (int j = 0; j < form.dependent_count; ++j) {
            const int d = form.dependent[j];
            const auto* X = form.X + j * form.independent_count;
            for (int c = 0; c < form.independent_count; ++c) {
                const int i = form.independent[c];
                for (int r = 0; r < nu; ++r) {
                    const int column = mechanism.independent[r];
                    H[i * nv + column] += H[d * nv + column] * X[c];
                }
            }
        }
    }
    for (int r = 0; r < nu; ++r) {
        for (int c = 0; c < nu; ++c) {
            out[r * nu + c] = H[mechanism.independent[r] * nv + mechanism.independent[c]];
        }
    }
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
