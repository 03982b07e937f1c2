// Normals for meshes that have none: smooth across flat edges, split at sharp ones.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fourbar::meshes {

struct Creased {
    std::vector<std::uint32_t> source;     // (v) the vertex each new vertex comes from
    std::vector<std::uint32_t> triangles;  // (m, 3) in new vertices
    std::vector<float> normals;            // (v, 3) unit vectors
};

// Corners of a vertex share a normal where a chain of edges, each between exactly two triangles
// whose normals enclose an angle of cosine >= `cosine`, connects their triangles. A shared normal
// is the sum of the triangles' normals weighted by their angles at the vertex (Thuermer and
// Wuethrich 1998), which does not depend on how a flat face is cut into triangles.
Creased crease(const float* positions, std::size_t vertices, const std::uint32_t* triangles,
               std::size_t count, double cosine);

}  // namespace fourbar::meshes
