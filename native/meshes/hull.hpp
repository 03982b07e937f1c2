// The convex hull of points, decided exactly.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fourbar::meshes {

struct Hull {
    // 3; 2, 1 or 0 for points in one plane, on one line or in one place; -1 for none.
    int dimension = -1;
    // The corners, as numbers of points: increasing for a solid, around it for a polygon, both ends
    // of a line. Of equal points one is taken; a point on an edge or in a face is not a corner.
    std::vector<std::uint32_t> vertices;
    // The faces of a solid: convex polygons of numbers of points, counter-clockwise seen from
    // outside, no two in one plane. Face f has the corners from starts[f] to starts[f + 1].
    std::vector<std::uint32_t> starts;
    std::vector<std::uint32_t> corners;

    std::size_t face_count() const { return starts.empty() ? 0 : starts.size() - 1; }
    // Each face as a fan.
    std::vector<std::uint32_t> triangles() const;
};

// The hull of (count, 3) finite coordinates.
//
// Every decision is that of exact arithmetic, so that every point is inside or on every face without
// any tolerance, and the same points give the same hull. Coordinates smaller than 2^-300 of the
// largest count as 0.
Hull convex_hull(const double* points, std::size_t count);

}  // namespace fourbar::meshes
