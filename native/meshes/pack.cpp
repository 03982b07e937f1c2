#include "pack.hpp"

#include <cmath>

namespace fourbar::meshes {
namespace {

// The last of the 16-bit numbers is kept for restarts.
constexpr std::size_t narrow_limit = 65535;

std::vector<float> permuted(const std::vector<float>& from, const int* order) {
    std::vector<float> to(from.size());
    for (std::size_t i = 0; i < from.size(); i += 3) {
        for (std::size_t k = 0; k < 3; ++k) to[i + k] = from[i + static_cast<std::size_t>(order[k])];
    }
    return to;
}

}  // namespace

Packed pack(const Triangles& from, const int* order) {
    Packed packed;
    packed.positions = permuted(from.positions, order);
    packed.normals = permuted(from.normals, order);
    // Sixteen bits keep linear light apart where eight would show bands.
    packed.colors.reserve(from.colors.size());
    for (const float color : from.colors) {
        packed.colors.push_back(static_cast<std::uint16_t>(std::nearbyint(color * 65535.0f)));
    }
    if (from.vertex_count() < narrow_limit) {
        packed.narrow.assign(from.corners.begin(), from.corners.end());
    }
    for (std::size_t k = 0; k < 3; ++k) packed.low[k] = packed.high[k] = packed.positions[k];
    for (std::size_t i = 0; i < packed.positions.size(); i += 3) {
        for (std::size_t k = 0; k < 3; ++k) {
            const float value = packed.positions[i + k];
            if (value < packed.low[k]) packed.low[k] = value;
            if (value > packed.high[k]) packed.high[k] = value;
        }
    }
    return packed;
}

}  // namespace fourbar::meshes
