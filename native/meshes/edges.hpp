// The edges of a triangle mesh and the triangles beside them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fourbar::meshes {

// An edge between vertices `low` < `high`. Half-edge h is the side of triangle h / 3 that starts
// at its corner h % 3.
struct Edge {
    std::uint32_t low;
    std::uint32_t high;
    std::uint32_t first;     // a half-edge on it
    std::uint32_t second;    // another one, or no_index
    std::uint32_t sides;     // how many half-edges there are
    std::int32_t direction;  // half-edges from low to high minus those from high to low
};

// All edges in order of first appearance; sides of zero length (equal vertices) are left out.
std::vector<Edge> collect_edges(const std::uint32_t* triangles, std::size_t count);

struct EdgeCensus {
    std::size_t edges = 0;
    std::size_t open = 0;     // beside one triangle only
    std::size_t crowded = 0;  // beside more than two
    std::size_t turned = 0;   // beside two that run through it the same way
    bool closed = true;       // every edge is run through equally often both ways
};

EdgeCensus count_edges(const std::uint32_t* triangles, std::size_t count);

}  // namespace fourbar::meshes
