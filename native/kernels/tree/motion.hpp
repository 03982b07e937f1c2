// The elementary motions that joints are chains of: one row each.
//
// A new motion is a row here, its displacement and its velocity in recursion.hpp (`displace`,
// `relative`) and, if its velocities are neither rotations nor translations, their columns
// (`for_each_column` in columns.hpp, from which Jacobians of links and of loops are made).
#pragma once

namespace fourbar::mechanics {

enum class Motion : int { revolute, prismatic, screw, spherical, floating };

struct MotionEntry {
    const char* name;
    int positions;   // entries of q
    int velocities;  // entries of v: translations first, then rotations
    int slides;      // how many of them are translations
    int quaternion;  // where its quaternion x y z w begins among its entries of q, or -1
    bool is_angle;   // its one position is an angle, whose sine and cosine are needed
};

// Of several velocities, those of each kind are along or about x, y, z of the body frame, and
// positions before the quaternion are a translation in the parent's placement. Motions of one
// velocity are along or about the coordinate axis Body::axis: whoever compiles a tree turns body
// frames until that holds. A screw's velocity is a rotation that also slides, Body::pitch per radian.
constexpr MotionEntry motion_table[] = {
    {"revolute", 1, 1, 0, -1, true},
    {"prismatic", 1, 1, 1, -1, false},
    {"screw", 1, 1, 0, -1, true},
    {"spherical", 4, 3, 0, 0, false},
    {"floating", 7, 6, 3, 3, false},
};

constexpr int motion_count = static_cast<int>(sizeof motion_table / sizeof motion_table[0]);

constexpr const MotionEntry& entry_of(Motion motion) {
    return motion_table[static_cast<int>(motion)];
}

constexpr int position_count(Motion motion) { return entry_of(motion).positions; }
constexpr int velocity_count(Motion motion) { return entry_of(motion).velocities; }
// Moved by one number, which is its position and whose derivative is its velocity.
constexpr bool is_scalar(Motion motion) { return entry_of(motion).velocities == 1; }
// How many of its positions are lengths or angles that add up; a quaternion follows them.
constexpr int added_count(Motion motion) {
    return entry_of(motion).quaternion < 0 ? entry_of(motion).positions : entry_of(motion).quaternion;
}

}  // namespace fourbar::mechanics
