#include "tidy.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "transform.hpp"

namespace fourbar::meshes {
namespace {

bool all_finite(const std::vector<float>& values) {
    return std::all_of(values.begin(), values.end(), [](float v) { return std::isfinite(v); });
}

// Leaves out the triangles with a bad corner; returns how many.
template <typename Bad>
std::size_t drop_triangles(std::vector<std::uint32_t>& corners, Bad bad) {
    std::size_t kept = 0;
    for (std::size_t t = 0; t < corners.size(); t += 3) {
        if (bad(corners[t]) || bad(corners[t + 1]) || bad(corners[t + 2])) continue;
        std::copy_n(&corners[t], 3, &corners[kept]);
        kept += 3;
    }
    const std::size_t dropped = (corners.size() - kept) / 3;
    corners.resize(kept);
    return dropped;
}

}  // namespace

Tidied tidy(Triangles from) {
    Tidied result;
    const std::size_t count = from.vertex_count();
    result.beyond = drop_triangles(from.corners, [&](std::uint32_t v) { return v >= count; });
    if (!all_finite(from.positions)) {
        const auto bad = [&](std::uint32_t v) {
            const float* const p = &from.positions[3 * std::size_t{v}];
            return !(std::isfinite(p[0]) && std::isfinite(p[1]) && std::isfinite(p[2]));
        };
        result.broken = drop_triangles(from.corners, bad);
        for (std::uint32_t v = 0; v < count; ++v) {
            if (!bad(v)) continue;
            ++result.not_finite;
            std::fill_n(&from.positions[3 * std::size_t{v}], 3, 0.0f);
        }
    }
    if (!all_finite(from.texcoords)) {
        result.texcoords_dropped = true;
        from.texcoords.clear();
    }
    result.directionless = make_unit(from.normals);
    if (result.directionless > 0) from.normals.clear();
    result.triangles = std::move(from);
    return result;
}

bool is_tidy(const Triangles& triangles) {
    const std::size_t count = triangles.vertex_count();
    const std::vector<std::uint32_t>& corners = triangles.corners;
    return std::all_of(corners.begin(), corners.end(), [&](auto v) { return v < count; }) &&
           all_finite(triangles.positions) && all_finite(triangles.texcoords) &&
           are_unit(triangles.normals);
}

}  // namespace fourbar::meshes
