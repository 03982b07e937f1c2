// Accelerations from efforts, of one configuration of a tree in which few joints carry each other: M of composite
// rigid bodies (crba.hpp), factored and solved (ldl.hpp).
//
// Articulated bodies (aba.hpp) are fewer operations where chains are long, but every body waits for the pivot of
// the one that it carries, and a processor for both. Here inertias are sums, and only the factors wait for each
// other. Of several configurations, in lanes, operations count and articulated bodies are as fast.
#pragma once

#include "ldl.hpp"
#include "rnea.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

// a from tau and what bodies need where joints do not accelerate. Returns the entry of v of a motion without
// inertia, or -1.
FOURBAR_OUTLINE inline int accelerate_shallow(const Mechanism& mechanism, Memory<Single>& at) {
    const Tree& tree = mechanism.tree();
    for (int i = tree.body_count - 1; i > 0; --i) {
        const Body& body = tree.bodies[i];
        const Pose<Single>& pose = at.state.poses[i];
        const Wrench<Single> force = at.forces[i];
        for_each_freedom<Single>(body, pose, [&](int k, const Single::Vector& axis, auto kind) FOURBAR_INLINE_LAMBDA {
            const int c = body.v + k;
            at.rest[mechanism.place[c]] = at.tau[c] - effort_of<Single>(kind, axis, force);
        });
        if (body.parent == 0) continue;
        const auto arm = pose.position - at.state.poses[body.parent].position;
        at.forces[body.parent] = at.forces[body.parent] + shifted<Single>(force, arm);
    }
    int massless = find_ordered_mass<Single>(mechanism, at, at.H);
    if (massless >= 0) return massless;
    const int* entries = mechanism.joints.entries;
    solve_sparse(at.H, row_stride(tree.nv), mechanism.joints, at.pivots, at.rest,
                 [&](int p, double pivot, double diagonal) FOURBAR_INLINE_LAMBDA {
                     note(is_massless(pivot, diagonal), entries[p], massless);
                 });
    for (int p = 0; p < tree.nv; ++p) at.a[entries[p]] += at.rest[p];
    return massless;
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
