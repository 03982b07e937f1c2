#include "tree.hpp"

#include <algorithm>
#include <cmath>

#include "solvers/numerics.hpp"

namespace fourbar::mechanics {

// Sines of right angles and products of rotations are not exact; what is this close to a swap of
// axes, or to no offset at all, is taken for it (the error is below the last digit of any result).
using numerics::exact;

Placement make_placement(const double* matrix) {
    Placement placement{};
    placement.identity = true;
    bool swaps = true;
    for (int k = 0; k < 3; ++k) {
        for (int r = 0; r < 3; ++r) {
            const double x = matrix[4 * r + k];
            placement.columns[k][r] = x;
            if (std::fabs(x - (r == k)) > exact) placement.identity = false;
            if (std::fabs(x) > exact && std::fabs(std::fabs(x) - 1.0) > exact) swaps = false;
            if (std::fabs(x) > 0.5) {
                placement.from[k] = r;
                placement.sign[k] = x > 0.0 ? 1.0 : -1.0;
            }
        }
    }
    double longest = 0.0;
    for (int k = 0; k < 3; ++k) longest = std::fmax(longest, std::fabs(matrix[4 * k + 3]));
    for (int k = 0; k < 3; ++k) {
        const double x = matrix[4 * k + 3];
        placement.along[k] = std::fabs(x) > exact * longest;
        placement.offset[k] = placement.along[k] ? x : 0.0;
    }
    const int* from = placement.from;
    const bool flips = swaps && from[0] == 0 && from[1] == 1 && from[2] == 2;
    placement.kind = placement.identity ? RotationKind::identity
                     : flips            ? RotationKind::flips
                     : swaps            ? RotationKind::swaps
                                        : RotationKind::general;
    for (const bool moved : placement.along) placement.identity = placement.identity && !moved;
    return placement;
}

OwnedTree::OwnedTree(const TreeArrays& arrays) {
    const std::size_t bodies = arrays.parents.size;
    const std::size_t frames = arrays.frame_bodies.size;
    check(bodies > 0 && arrays.motions.size == bodies && arrays.axes.size == bodies && arrays.pitches.size == bodies &&
              arrays.placements.size == 12 * bodies && arrays.masses.size == bodies &&
              arrays.moments.size == 3 * bodies && arrays.tensors.size == 9 * bodies && arrays.frame_placements.size == 12 * frames,
          "the arrays of a tree must have the same length");
    int nq = 0;
    int nv = 0;
    for (std::size_t i = 0; i < bodies; ++i) {
        Body body{};
        body.parent = arrays.parents.data[i];
        check(i == 0 || (body.parent >= 0 && static_cast<std::size_t>(body.parent) < i),
              "a body must come after its parent");
        const int motion = arrays.motions.data[i];
        check(motion >= 0 && motion < motion_count, "a motion is out of range");
        body.motion = static_cast<Motion>(motion);
        body.axis = arrays.axes.data[i];
        check(body.axis >= 0 && body.axis < 3, "an axis is out of range");
        body.pitch = arrays.pitches.data[i];
        body.q = nq;
        body.v = nv;
        if (i > 0) {
            const int quaternion = entry_of(body.motion).quaternion;
            if (quaternion >= 0) quaternions_.push_back(nq + quaternion);
            nq += position_count(body.motion);
            nv += velocity_count(body.motion);
            moving_.push_back(static_cast<int>(i));
        }
        body.placement = make_placement(arrays.placements.data + 12 * i);
        body.mass = body.subtree_mass = arrays.masses.data[i];
        for (int k = 0; k < 3; ++k) body.moment[k] = arrays.moments.data[3 * i + static_cast<std::size_t>(k)];
        body.massive = body.mass != 0.0;
        for (int k = 0; k < 3; ++k) {
            const double* column = arrays.tensors.data + 9 * i + 3 * static_cast<std::size_t>(k);
            for (int r = 0; r < 3; ++r) {
                body.tensor[k][r] = column[r];
                body.massive = body.massive || column[r] != 0.0;
            }
        }
        bodies_.push_back(body);
    }
    for (std::size_t i = bodies; i-- > 1;) {
        bodies_[static_cast<std::size_t>(bodies_[i].parent)].subtree_mass += bodies_[i].subtree_mass;
    }
    std::vector<int> widths(bodies);
    for (std::size_t i = 1; i < bodies; ++i) {
        widths[i] = widths[static_cast<std::size_t>(bodies_[i].parent)] + velocity_count(bodies_[i].motion);
    }
    for (std::size_t f = 0; f < frames; ++f) {
        Frame frame{};
        frame.body = arrays.frame_bodies.data[f];
        check(frame.body >= 0 && static_cast<std::size_t>(frame.body) < bodies,
              "a frame must be on a body");
        frame.placement = make_placement(arrays.frame_placements.data + 12 * f);
        if (frame.body > 0) moving_frames_.push_back(static_cast<int>(f));
        frame.width = widths[static_cast<std::size_t>(frame.body)];
        frames_.push_back(frame);
    }
    supports_.resize(frames);
    columns_.resize(frames);
    tree_.nq = nq;
    tree_.nv = nv;
    tree_.body_count = static_cast<int>(bodies);
    tree_.frame_count = static_cast<int>(frames);
    tree_.bodies = bodies_.data();
    tree_.frames = frames_.data();
    tree_.moving = moving_.data();
    tree_.moving_frames = moving_frames_.data();
    tree_.moving_frame_count = static_cast<int>(moving_frames_.size());
    tree_.mass = bodies_[0].subtree_mass;
}

// The bodies below a frame, for the first who asks: those of all frames together would need memory
// that grows with the square of a chain's length.
void OwnedTree::add_support(std::size_t f) const {
    Frame& frame = frames_[f];
    std::vector<int>& support = supports_[f];
    for (int i = frame.body; i > 0; i = bodies_[static_cast<std::size_t>(i)].parent) {
        support.push_back(i);
    }
    std::reverse(support.begin(), support.end());
    std::vector<Columns>& runs = columns_[f];
    for (const int i : support) {
        const Body& body = bodies_[static_cast<std::size_t>(i)];
        const int count = velocity_count(body.motion);
        if (!runs.empty() && runs.back().first + runs.back().count == body.v) {
            runs.back().count += count;
        } else {
            runs.push_back({body.v, count});
        }
    }
    frame.support = support.data();
    frame.columns = runs.data();
    frame.columns_count = static_cast<int>(runs.size());
    frame.support_count = static_cast<int>(support.size());
}

}  // namespace fourbar::mechanics
