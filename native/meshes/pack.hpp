// Triangles as the arrays of a glTF file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "triangles.hpp"

namespace fourbar::meshes {

struct Packed {
    std::vector<float> positions;       // (n, 3)
    std::vector<float> normals;         // (n, 3) or empty
    std::vector<std::uint16_t> colors;  // (n, 4) or empty; 65535 is full intensity
    std::vector<std::uint16_t> narrow;  // vertex numbers where they fit into 16 bits, or empty
    float low[3], high[3];              // bounds of the positions
};

// Axis order[i] of the mesh becomes axis i. Texture coordinates, and vertex numbers that do not
// fit, are as they are in `from`, which has at least one vertex.
Packed pack(const Triangles& from, const int* order);

}  // namespace fourbar::meshes
