// A robot's tree and all that it points to. No Python: what builds without it links this.
#pragma once

#include <vector>

#include "arrays.hpp"
#include "kernels/tree/tree.hpp"

namespace fourbar::mechanics {

// A placement from a 3 x 4 matrix, row by row.
Placement make_placement(const double* matrix);

// Arrays over bodies, then over frames; placements are 3 x 4. Body 0 is the ground.
struct TreeArrays {
    Span<int> parents, motions, axes;
    Span<double> pitches, placements, masses, moments, tensors;
    Span<int> frame_bodies;
    Span<double> frame_placements;
};

// Immutable but for the support of frames, which is found when it is first asked for.
class OwnedTree {
public:
    explicit OwnedTree(const TreeArrays& arrays);
    // The tree points into it.
    OwnedTree(const OwnedTree&) = delete;
    OwnedTree& operator=(const OwnedTree&) = delete;

    const Tree& tree() const { return tree_; }
    const std::vector<int>& quaternions() const { return quaternions_; }

    // Fills in the bodies that move a frame. One thread at a time.
    void find_support(std::size_t frame) const {
        if (frames_[frame].support_count == 0 && frames_[frame].body != 0) add_support(frame);
    }

private:
    void add_support(std::size_t frame) const;

    Tree tree_{};
    std::vector<Body> bodies_;
    mutable std::vector<Frame> frames_;
    std::vector<int> moving_;
    std::vector<int> moving_frames_;
    mutable std::vector<std::vector<int>> supports_;  // of those frames that were asked for
    mutable std::vector<std::vector<Columns>> columns_;
    std::vector<int> quaternions_;  // first entries in q
};

}  // namespace fourbar::mechanics
