// A robot's tree as flat arrays: what kernels see of a Model. No Python, no names, no ownership.
//
// Body 0 is the ground: the root link and all that is fixed to it. Every other body moves on an
// earlier one by one elementary motion; a universal or planar joint is a chain of them. Links
// are frames: each hangs at a constant placement on a body.
#pragma once

#include <cstddef>

#include "motion.hpp"

namespace fourbar::mechanics {

// Rotations cost nine multiplications per vector unless they only swap and flip axes, as most
// in real robots do.
enum class RotationKind : int { identity, flips, swaps, general };

struct Placement {
    double columns[3][3];  // rotation, column by column
    double offset[3];
    RotationKind kind;
    int from[3];           // swaps: column k is sign[k] times the parent's column from[k]
    double sign[3];        // flips: times the parent's column k
    bool along[3];         // which entries of offset are not zero
    bool identity;
};

struct Body {
    int parent;
    Motion motion;
    int axis;     // of the body frame, that a motion of one velocity is about or along
    double pitch; // of a screw [m/rad]
    int q;        // first entry in the configuration
    int v;        // first entry in the velocity
    Placement placement;
    double mass;
    double moment[3];  // mass times centre of mass, in the body frame
    double tensor[3][4];  // columns of the inertia about the body's origin, in its axes; then a zero
    bool massive;  // has mass or inertia of its own
    double subtree_mass;
};

// A run of consecutive velocity entries that move a frame.
struct Columns {
    int first;
    int count;
};

struct Frame {
    int body;
    Placement placement;
    const int* support;  // the bodies that move this frame, parents first; found with its number
    int support_count;
    const Columns* columns;  // the same as velocity entries, joined into runs
    int columns_count;
    int width;  // number of velocity entries in all runs
};

struct Tree {
    int nq;
    int nv;
    int body_count;
    int frame_count;
    const Body* bodies;
    const Frame* frames;
    const int* moving;  // 1, 2, ..., body_count - 1
    const int* moving_frames;  // the frames that are not on the ground
    int moving_frame_count;
    double mass;
};

}  // namespace fourbar::mechanics
