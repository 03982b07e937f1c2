// Polygons to triangles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fourbar::meshes {

struct Triangulated {
    std::vector<std::uint32_t> corners;  // (t, 3) numbers of corners
    std::size_t fanned = 0;              // concave polygons cut into a fan, the budget being spent
};

// Cuts polygons into triangles of the same winding. Polygon k has `sizes[k]` corners, which follow
// those of polygon k - 1; corner c stands at vertex `vertices[c]`, which the caller has checked.
// Polygons of fewer than three corners give nothing. Convex polygons become fans, others lose
// their ears one by one; `budget` bounds the corners that all of these may look at.
Triangulated triangulate(const float* positions, const std::uint32_t* vertices,
                         const std::uint32_t* sizes, std::size_t polygons, std::uint64_t budget);

}  // namespace fourbar::meshes
