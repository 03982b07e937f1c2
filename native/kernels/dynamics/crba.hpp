// The mass matrix: the composite rigid body algorithm (Walker and Orin 1982; Featherstone, Rigid Body
// Dynamics Algorithms, 2008, chapter 6), in world axes about body origins.
#pragma once

#include "constraints.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

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

// Motions of all degrees of freedom and inertias of bodies, about one point: the origin of one body. About
// one point, inertias are plain sums, and nothing is shifted from body to body; it moves with the robot, so
// that no number grows with the distance from the world's origin.
template <class Space>
FOURBAR_OUTLINE void place_columns(const Mechanism& mechanism, Memory<Space>& at) {
    const Tree& tree = mechanism.tree();
    for (int i = 1; i < tree.body_count; ++i) {
        const Body& body = tree.bodies[i];
        const Pose<Space>& pose = at.state.poses[i];
        const auto arm = pose.position - at.state.poses[mechanism.center[i]].position;
        at.arms[i] = arm;
        at.rigid[i] = shifted<Space>(rigid_inertia<Space>(body, pose), arm);
        for_each_freedom<Space>(body, pose,
                                [&](int k, const typename Space::Vector& axis, auto kind)
                                    FOURBAR_INLINE_LAMBDA {
            at.motions[body.v + k] = motion_about<Space>(arm, kind, axis);
        });
    }
}

// The mass matrix of the tree: a joint's motion needs the force I S on what hangs on it, which all joints
// below feel. Calls put(c, d, entry) once for two entries of v, c of a body that d carries or moves, where
// the entry may be other than zero, and put_own(c, entry, I) for those of the diagonal.
template <class Space, class Put, class PutOwn>
FOURBAR_INLINE void for_each_mass(const Mechanism& mechanism, Memory<Space>& at, const Put& put,
                                  const PutOwn& put_own) {
    const Tree& tree = mechanism.tree();
    place_columns<Space>(mechanism, at);
    if (tree.body_count == 1) return;
    Rigid<Space> I = at.rigid[tree.body_count - 1];
    for (int i = tree.body_count - 1; i > 0; --i) {
        const Body& body = tree.bodies[i];
        for (int c = body.v; c < body.v + velocity_count(body.motion); ++c) {
            const Wrench<Space> force = I * at.motions[c];
            for (int d = body.v; d < c; ++d) put(c, d, power_of<Space>(force, at.motions[d]));
            put_own(c, power_of<Space>(force, at.motions[c]) + mechanism.armature[c], I);
            for (int j = body.parent; j != 0; j = tree.bodies[j].parent) {
                const Body& below = tree.bodies[j];
                for (int d = below.v; d < below.v + velocity_count(below.motion); ++d) {
                    put(c, d, power_of<Space>(force, at.motions[d]));
                }
            }
        }
        // In a chain the sum stays in registers.
        if (body.parent == i - 1) {
            I = at.rigid[i - 1] + I;
            continue;
        }
        if (body.parent != 0) at.rigid[body.parent] = at.rigid[body.parent] + I;
        I = at.rigid[i - 1];
    }
}

// H (nv x nv), whole.
template <class Space>
FOURBAR_OUTLINE void find_mass(const Mechanism& mechanism, Memory<Space>& at, typename Space::Scalar* H) {
    const int nv = mechanism.tree().nv;
    for (int e = 0; e < nv * nv; ++e) H[e] = Space::scalar(0.0);
    for_each_mass<Space>(
        mechanism, at,
        [&](int c, int d, const auto& entry) FOURBAR_INLINE_LAMBDA { H[c * nv + d] = H[d * nv + c] = entry; },
        [&](int c, const auto& entry, const auto&) FOURBAR_INLINE_LAMBDA { H[c * (nv + 1)] = entry; });
}

// A pivot of an inertia that is as good as none, beside that of the body about or along any axis.
template <class S>
FOURBAR_INLINE auto is_massless(const S& pivot, const S& size) {
    return pivot <= size * numerics::dynamics::massless;
}

FOURBAR_INLINE void note(bool bad, int column, int& found) {
    if (bad) found = column;
}
template <class Bits>
FOURBAR_INLINE void note(const Bits& bad, int column, int& found) {
    for (int l = 0; l < lane_count; ++l) {
        if (bad[l]) found = column;
    }
}

// What a motion would need of an inertia along and about any axis.
template <class Space>
FOURBAR_INLINE typename Space::Scalar size_along(const Rigid<Space>& I, const Twist<Space>& motion) {
    return power_of<Space>({motion.linear * I.mass, motion.angular * size_of<Space>(I.tensor)}, motion);
}

// Its lower triangle in the order of Mechanism::joints, in rows of whole registers. Returns the entry of v
// of a motion without inertia, or -1.
template <class Space>
FOURBAR_OUTLINE int find_ordered_mass(const Mechanism& mechanism, Memory<Space>& at,
                                      typename Space::Scalar* M) {
    const int nv = mechanism.tree().nv;
    const long stride = row_stride(nv);
    int massless = -1;
    for (long e = 0; e < nv * stride; ++e) M[e] = Space::scalar(0.0);
    for_each_mass<Space>(
        mechanism, at,
        [&](int c, int d, const auto& entry) FOURBAR_INLINE_LAMBDA {
            M[mechanism.place[c] * stride + mechanism.place[d]] = entry;
        },
        [&](int c, const auto& entry, const auto& I) FOURBAR_INLINE_LAMBDA {
            M[mechanism.place[c] * (stride + 1)] = entry;
            note(is_massless(entry, size_along<Space>(I, at.motions[c])), c, massless);
        });
    return massless;
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
