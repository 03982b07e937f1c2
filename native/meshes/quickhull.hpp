// The convex hull of points that are not in one plane.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hull.hpp"
#include "vector.hpp"

namespace fourbar::meshes {

// Points must be in the range in which `exact` is; `simplex` are four that are not in one plane.
Hull quickhull(const std::vector<Vector>& points, const std::array<std::uint32_t, 4>& simplex);

}  // namespace fourbar::meshes
