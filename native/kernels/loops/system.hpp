// What closes a robot, as flat arrays: loop joints, and linear relations between joint positions.
// No Python, no names, no ownership.
//
// A loop's residual depends on the joints between its two ends only, so the tree below holds just
// the bodies of the loops' subchains; a subchain whose top hangs on no such body hangs on the ground.
#pragma once

#include "kernels/tree/tree.hpp"

namespace fourbar::loops {

using mechanics::Placement;
using mechanics::Tree;

// Which rotations of the successor's frame S in the predecessor's frame P a loop joint allows.
enum class Turning : int {
    any,    // no row
    cross,  // about z of P, then about a second axis of S: one row
    axis,   // about z of P, which is z of S: two rows
    none,   // three rows
};

constexpr int rows_of(Turning turning) { return static_cast<int>(turning); }

// A body whose motion changes a loop, with the sign of eq. 6 of the URDF+ paper: -1 towards the
// predecessor, +1 towards the successor.
struct Step {
    int body;
    double sign;
    int place;  // of its first column among those of the loop
};

struct LoopJoint {
    int row;             // first row
    int slide_count;     // rows along axes of P, in slides[]
    int slides[3];
    Turning turning;
    double lead;         // of a screw [m/rad]: its last slide goes with the angle about z
    int predecessor;     // bodies of the tree; 0 is the ground
    int successor;
    Placement on_predecessor;
    Placement on_successor;
    double second[3];    // Turning::cross: the second axis, in S
    double cosine;       // of the angle between the axes, and 1 / its sine
    double inverse_sine;
    const Step* chain;
    int chain_count;
    int entry;  // where its rows start in System::entries, each `width` long
    int width;
};

// factor * q[q], and factor in column v.
struct Term {
    int q;
    int v;
    double factor;
    int entry;  // in System::entries
};

// sum(terms) + constant = 0, from couplings and mimics.
struct LinearRow {
    const Term* terms;
    int count;
    double constant;
};

// A motion that closing may change: the first of its entries in q and in v.
struct Mover {
    mechanics::Motion motion;
    int q;
    int v;
    bool in_loop;  // see System::in_loop
};

// Rows and columns that only occur together: one diagonal block of K.
struct Block {
    const int* rows;
    int row_count;
    const int* columns;
    int column_count;
};

struct System {
    Tree tree;
    int rows;
    const LoopJoint* loops;
    int loop_count;
    const LinearRow* linear;  // the last rows
    int linear_count;
    const Block* blocks;
    int block_count;
    const int* angles;  // entries of q whose sine and cosine are needed
    int angle_count;
    const int* scalars;      // of every column: its entry of q, or -1 if that is a quaternion's
    // Of every column: whether a loop depends on it. Joints that only couplings and mimics move, as
    // the rotor behind a gear of 100, have one position for each of the others': however far they
    // go, they change no way of assembly, and phi is linear in them.
    const char* in_loop;
    const int* quaternions;  // first entries in q
    int quaternion_count;
    const int* entries;  // of K, row by row, that may be other than zero
    int entry_count;
    const int* sources;  // of every entry of K: its place in entries, or entry_count for a zero
    int target = -1;     // the loop whose P is given with each configuration, or -1
    // Whether K is zero but for `entries` whenever it is evaluated into: of a thousand loops it has
    // hundreds of megabytes, which to clear takes longer than all else.
    bool keeps_zeros = false;
    const Mover* movers;  // all motions that a row depends on
    int mover_count;
};

}  // namespace fourbar::loops
