// Where the smallest boxes, cylinders, capsules and balls around points are.
//
// Only places and directions: who writes a shape rounds them first and measures the points in the
// frame that was written, so that the shape contains them whatever was rounded here.
#pragma once

#include <cstddef>

#include "hull.hpp"
#include "vector.hpp"

namespace fourbar::meshes {

// Unit axes, right-handed, and the centre.
struct Frame {
    Vector x, y, z, centre;
};

// Points must not be in one plane: std::invalid_argument otherwise. Of a hull with more than 10,000
// corners those that reach farthest in each direction are looked at, and of many faces the largest:
// more would take longer without being much smaller.

// The box of least volume among those with a side in a face of the hull, and with an edge of that
// face's outline along an axis.
Frame smallest_box(const double* points, std::size_t count);
// Of points whose hull is known.
Frame smallest_box(const double* points, const Hull& hull);

// The cylinder (along z) of least volume about the normals of the hull's 200 largest faces, the
// axes of the smallest box and a longest distance between points.
Frame smallest_cylinder(const double* points, std::size_t count);

// The capsule, likewise.
Frame smallest_capsule(const double* points, std::size_t count);

// The centre of the smallest ball around any points (Welzl, with moving to the front).
Vector smallest_ball(const double* points, std::size_t count);

}  // namespace fourbar::meshes
