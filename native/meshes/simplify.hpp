// Fewer triangles, with a bound on how far the surface moves.
#pragma once

#include <vector>

#include "triangles.hpp"

namespace fourbar::meshes {

// How far the result may be from what was given.
struct Tolerances {
    double distance;  // [m]
    double texcoord;
    double color;
    double normal;  // between unit vectors
};

struct Simplified {
    std::vector<Triangles> parts;
    double distance = 0;  // [m]: no point of either surface is farther from the other
};

// At most `wanted` triangles, or as few as the tolerances allow.
//
// Vertices are taken away one by one, the one first whose loss the quadrics say matters least, and
// what is left of them stays where it is, with the attributes it has. Parts are surfaces that belong
// together: where they meet, they still do. Vertices at the same place that differ in an attribute or
// a part make a seam, and a vertex of a seam is only taken along it. A closed surface stays closed.
Simplified simplify(const std::vector<const Triangles*>& parts, std::size_t wanted,
                    const Tolerances& tolerances);

}  // namespace fourbar::meshes
