// How often a closed surface goes around points.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "triangles.hpp"

namespace fourbar::meshes {

// For each of (count, 3) points: 1 inside a closed surface that faces outwards, 0 outside, sums of
// these where surfaces overlap. For open surfaces the number depends on the direction looked in.
std::vector<std::int32_t> winding_numbers(const Triangles& surface, const double* points,
                                          std::size_t count);

}  // namespace fourbar::meshes
