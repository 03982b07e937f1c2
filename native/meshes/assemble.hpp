// From polygons with separate numbers for each attribute to triangles.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "triangles.hpp"

namespace fourbar::meshes {

// Rows of values, and the column of the corners that numbers them.
struct Values {
    const float* rows = nullptr;  // null: there are none
    std::size_t count = 0;
    std::size_t column = 0;
};

struct Polygons {
    const std::int32_t* corners;  // (c, stride) numbers of values; negative: none
    std::size_t stride;
    const std::uint32_t* starts;  // the first corner of each polygon; null: triangles
    std::vector<std::pair<std::uint32_t, std::uint32_t>> runs;  // polygons [first, last) to take
    Values positions, normals, texcoords, colors;
};

struct Assembled {
    Triangles triangles;
    std::size_t polygons = 0;  // that were looked at
    std::size_t dropped = 0;   // of these, for a corner of theirs is at a vertex that is not there
    std::size_t fanned = 0;    // as for `triangulate`
    // Attributes left out because numbers of theirs are too large.
    bool normals_beyond = false, texcoords_beyond = false, colors_beyond = false;
};

// Triangles with equal vertices made one. An attribute that a corner has no number for is left out.
// The caller has checked that starts, runs and columns are in range.
Assembled assemble(const Polygons& polygons, std::uint64_t budget);

// The first corner of each polygon and, last, of one more; empty where a size is negative or there
// are more corners than 32 bits can number.
std::vector<std::uint32_t> corner_starts(const std::int32_t* sizes, std::size_t count);

// Rows of the triangles of a fan, or of a strip, whose every other triangle is turned.
std::vector<std::int32_t> unroll(const std::int32_t* corners, std::size_t stride, std::size_t count,
                                 bool fan);

// The corners of `count` triangles, nine floats each at `corners` + t * `stride` bytes, of any
// alignment, with equal ones made one.
Triangles merge_corners(const char* corners, std::size_t stride, std::size_t count);

}  // namespace fourbar::meshes
