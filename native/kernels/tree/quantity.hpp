// What can be asked of a tree: one row each.
//
// A new quantity is a row here and a Kernel in quantities.hpp. What Python calls it is a row of
// boundary/tree/functions.hpp.
#pragma once

#include "tree.hpp"

namespace fourbar::mechanics {

// How far a workspace has been filled, and how far a quantity needs it: each level includes those
// before.
enum class Level : int { none, positions, velocities, accelerations };

// Which bodies a quantity depends on.
enum class Scope : int {
    chain,    // those that move the frame, whose poses batches need not keep
    support,  // those that move the frame
    tree,     // all
};

enum class Shape : int {
    pose,          // 4 x 4
    poses,         // frames x 4 x 4
    columns,       // Request::row_count x nv, or x the supporting columns
    twist,         // Request::row_count
    point,         // 3
    point_columns, // 3 x nv
};

//  name, level, scope, shape
#define FOURBAR_QUANTITIES(row)                                               \
    row(pose, positions, chain, pose)                                         \
    row(poses, positions, tree, poses)                                        \
    row(jacobian, positions, chain, columns)                                  \
    row(jacobian_dot, velocities, support, columns)                           \
    row(bias, velocities, support, twist) /* derivative of the Jacobian, times v */ \
    row(velocity, velocities, support, twist)                                 \
    row(acceleration, accelerations, support, twist)                          \
    row(com, positions, tree, point)                                          \
    row(com_jacobian, positions, tree, point_columns)

#define FOURBAR_NAME(name, level, scope, shape) name,
enum class Quantity : int { FOURBAR_QUANTITIES(FOURBAR_NAME) };
#undef FOURBAR_NAME

struct QuantityEntry {
    const char* name;
    Level level;
    Scope scope;
    Shape shape;

    constexpr bool needs_v() const { return level >= Level::velocities; }
    constexpr bool needs_a() const { return level >= Level::accelerations; }
    constexpr bool whole_tree() const { return scope == Scope::tree; }
};

#define FOURBAR_ENTRY(name, level, scope, shape) {#name, Level::level, Scope::scope, Shape::shape},
constexpr QuantityEntry quantity_table[] = {FOURBAR_QUANTITIES(FOURBAR_ENTRY)};
#undef FOURBAR_ENTRY

constexpr const QuantityEntry& entry_of(Quantity quantity) {
    return quantity_table[static_cast<int>(quantity)];
}

// Where a frame's velocity is taken and in which axes it is written.
enum class Reference : int {
    world,                // at the world's origin, world axes
    local,                // at the frame's point, its own axes
    local_world_aligned,  // at the frame's point, world axes
};

struct Request {
    Quantity quantity;
    int frame = 0;
    Reference reference = Reference::local_world_aligned;
    const double* point = nullptr;  // [m] in the frame; null is its origin
    int first_row = 0;              // rows of the 6 x nv matrix that are wanted
    int row_count = 6;
    bool support_only = false;      // leave out the columns that are zero by structure
    bool with_pose = false;         // a Jacobian's batch also gives poses
    bool moving_only = false;       // centre of mass without the ground's mass
};

inline int column_count(const Tree& tree, const Request& request) {
    return request.support_only ? tree.frames[request.frame].width : tree.nv;
}

// Entries per configuration that a quantity has in the user's array.
inline long result_size(const Tree& tree, const Request& request) {
    switch (entry_of(request.quantity).shape) {
        case Shape::pose: return 16;
        case Shape::poses: return 16L * tree.frame_count;
        case Shape::columns:
            return static_cast<long>(request.row_count) * column_count(tree, request);
        case Shape::twist: return request.row_count;
        case Shape::point: return 3;
        case Shape::point_columns: return 3L * tree.nv;
    }
    return 0;
}

}  // namespace fourbar::mechanics
