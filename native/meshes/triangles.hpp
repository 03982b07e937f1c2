// Triangles of one material: what every reader makes, and every later step takes and gives.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fourbar::meshes {

struct Triangles {
    std::vector<float> positions;        // (n, 3) [m]
    std::vector<float> normals;          // (n, 3) unit vectors, or empty
    std::vector<float> texcoords;        // (n, 2) or empty
    std::vector<float> colors;           // (n, 4) linear, or empty
    std::vector<std::uint32_t> corners;  // (m, 3) numbers of vertices

    std::size_t vertex_count() const { return positions.size() / 3; }
    std::size_t count() const { return corners.size() / 3; }
};

// One attribute of all vertices, and how many numbers each has.
struct Attribute {
    std::vector<float> Triangles::*values;
    std::size_t width;
};
inline constexpr std::array<Attribute, 4> attributes{{{&Triangles::positions, 3},
                                                      {&Triangles::normals, 3},
                                                      {&Triangles::texcoords, 2},
                                                      {&Triangles::colors, 4}}};

// The vertices that `source` numbers, in that order; `corners` stays empty.
Triangles take_vertices(const Triangles& from, const std::vector<std::uint32_t>& source);

// All of them behind each other. An attribute that one of them lacks is left out, and with `bare`
// every attribute but the position.
Triangles join(const std::vector<const Triangles*>& parts, bool bare);

// Equal vertices made one: all attributes are, bit by bit, but for the sign of zero. Nothing is
// rounded, so that nothing thin collapses.
Triangles merge_vertices(const Triangles& from);

// New normals, made by `crease`; vertices at creases are there once for every side. The edge of a
// texture is no crease.
Triangles crease_vertices(const Triangles& from, double cosine);

struct Bounds {
    float low[3], high[3];
    bool any = false;
};

// Of the vertices that triangles use.
Bounds measure_bounds(const Triangles& of);

}  // namespace fourbar::meshes
