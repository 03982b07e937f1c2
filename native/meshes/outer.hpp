// A simpler convex body around a convex body.
#pragma once

#include <cstddef>
#include <vector>

namespace fourbar::meshes {

// (k, 3) corners of a convex body with at most `most` of them (8 or more) that contains the hull of
// points, up to rounding.
//
// Made from the outside: it starts as the smallest box and is cut along the planes of the hull's own
// faces, the one that takes most off a corner first. The planes that are left out are what it has
// more than the hull. With enough corners it is the hull.
std::vector<double> outer_hull(const double* points, std::size_t count, std::size_t most);

}  // namespace fourbar::meshes
