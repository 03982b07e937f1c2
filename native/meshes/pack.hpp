// From the corners of triangles straight to the arrays of a glTF file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fourbar::meshes {

struct Packing {
    double scale[3] = {1.0, 1.0, 1.0};
    int order[3] = {0, 1, 2};  // axis order[i] of the mesh becomes axis i
    bool normals = true;       // or positions and triangles alone
    double cosine = 0.0;       // as for `crease`
};

struct Packed {
    std::vector<float> positions;          // (v, 3)
    std::vector<float> normals;            // (v, 3) or empty
    std::vector<std::uint32_t> triangles;  // (m, 3)
    float low[3], high[3];                 // bounds of the positions
};

// Merges equal corners, scales, makes normals and reorders axes. Triangle t has its nine floats,
// of any alignment, at `corners` + t * `stride` bytes. False where a coordinate is not finite,
// scaled or not: what to do about that is for a slower way to say.
bool pack_corners(const char* corners, std::size_t stride, std::size_t triangles,
                  const Packing& packing, Packed& packed);

}  // namespace fourbar::meshes
