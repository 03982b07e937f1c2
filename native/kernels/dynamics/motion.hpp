// From what a caller gives to the motion of all bodies, loops closed or refused.
#pragma once

#include "rnea.hpp"
#include "constraints.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

// What Memory holds of the caller's numbers: v and a of all entries, or of the independent ones only.
struct Given {
    bool v = false;
    bool v_spanning = false;
    bool a = false;
    bool a_spanning = false;
};

// The first lane in which a number is above zero, or not a number at all; -1 where there is none.
FOURBAR_INLINE int first_above(double x, int) { return x <= 0.0 ? -1 : 0; }
FOURBAR_INLINE int first_above(Lane x, int filled) {
    for (int l = 0; l < filled; ++l) {
        if (!(x[l] <= 0.0)) return l;
    }
    return -1;
}

// Motions of all bodies, parents first (recursion.hpp).
template <class Space>
FOURBAR_OUTLINE void place_bodies(const Tree& tree, Memory<Space>& at) {
    compute_poses<Space>(tree, tree.moving, tree.body_count - 1,
                         KnownAngles<typename Space::Scalar>{at.q, at.sin, at.cos}, at.state);
}
template <class Space>
FOURBAR_OUTLINE void move_bodies(const Tree& tree, Memory<Space>& at) {
    compute_velocities<Space>(tree, tree.moving, tree.body_count - 1, at.v, at.state);
}
template <class Space>
FOURBAR_OUTLINE void accelerate_bodies(const Tree& tree, const typename Space::Scalar* a, Memory<Space>& at) {
    compute_accelerations<Space>(tree, tree.moving, tree.body_count - 1, at.v, a, at.state,
                                 at.state.accelerations);
}
// Adds what joint accelerations cause to those that velocities cause: no term of the latter is found twice.
template <class Space>
FOURBAR_OUTLINE void drive_bodies(const Tree& tree, const typename Space::Scalar* a, Memory<Space>& at) {
    at.rates[0] = {zero_vector<Space>(), zero_vector<Space>()};
    for (int n = 0; n < tree.body_count - 1; ++n) {
        const int i = tree.moving[n];
        const Body& body = tree.bodies[i];
        const Pose<Space>& pose = at.state.poses[i];
        const auto arm = pose.position - at.state.poses[body.parent].position;
        at.rates[i] = moved<Space>(at.rates[body.parent], arm) + relative<Space>(body, pose, a);
        at.state.accelerations[i] = at.state.accelerations[i] + at.rates[i];
    }
}

// Poses of all bodies from q and its sines and cosines, and the explicit form of the loops there.
// `quality` is the share that the smallest pivot has of the largest. Refuses where loops are open.
template <class Space>
Verdict find_pose(const Mechanism& mechanism, int filled, Memory<Space>& at,
                  typename Space::Scalar& quality, int& lane) {
    place_bodies<Space>(mechanism.tree(), at);
    quality = Space::scalar(1.0);
    if (mechanism.system.block_count == 0) return Verdict::fine;
    find_rows<Space>(mechanism, at);
    lane = first_above(gap_of<Space>(mechanism, at), filled);
    if (lane >= 0) return Verdict::open;
    quality = find_forms<Space>(mechanism, false, at);
    if (first_above(numerics::dynamics::repivot - quality, filled) >= 0) {
        quality = find_forms<Space>(mechanism, true, at);
    }
    return Verdict::fine;
}

// Velocities and the accelerations at du = 0, or at the a that is given; at.a then holds all of it.
// Refuses what opens the loops.
template <class Space>
Verdict find_motion(const Mechanism& mechanism, const Given& given, int filled, Memory<Space>& at,
                    int& lane) {
    const Tree& tree = mechanism.tree();
    const bool closed = mechanism.system.block_count > 0;
    if (!given.v) {
        for (int i = 0; i < tree.nv; ++i) at.v[i] = Space::scalar(0.0);
    } else if (closed) {
        if (given.v_spanning) {
            lane = first_above(violation_of<Space>(mechanism, at, at.v, false), filled);
            if (lane >= 0) return Verdict::velocity;
        } else {
            spread_rates<Space>(mechanism, at, at.v);
        }
    }
    move_bodies<Space>(tree, at);
    if (closed && given.v) {
        accelerate_bodies<Space>(tree, nullptr, at);
        find_row_biases<Space>(mechanism, at);
    } else if (closed) {
        for (int i = 0; i < mechanism.system.rows; ++i) at.k[i] = Space::scalar(0.0);
    }
    if (!given.a) {
        for (int i = 0; i < tree.nv; ++i) at.a[i] = Space::scalar(0.0);
    }
    if (closed) {
        if (given.a && given.a_spanning) {
            lane = first_above(violation_of<Space>(mechanism, at, at.a, true), filled);
            if (lane >= 0) return Verdict::acceleration;
        } else {
            spread_rates<Space>(mechanism, at, at.a);
            if (given.v) add_bias<Space>(mechanism, at, at.a);
        }
    }
    if (closed && given.v) {
        drive_bodies<Space>(tree, at.a, at);
    } else {
        accelerate_bodies<Space>(tree, at.a, at);
    }
    return Verdict::fine;
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
