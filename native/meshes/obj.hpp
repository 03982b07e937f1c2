// Wavefront OBJ.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fourbar::meshes {

// A statement that is no geometry, with the faces before it: [begin, end) is its line's text.
struct ObjStatement {
    std::uint32_t face;
    std::size_t begin;
    std::size_t end;
};

struct Obj {
    std::vector<float> positions;        // (n, 3)
    std::vector<float> colors;           // (n, 4) or empty: linear, from red, green, blue after z
    std::vector<float> texcoords;        // (t, 2), v downwards
    std::vector<float> normals;          // (k, 3)
    std::vector<std::int32_t> corners;   // (c, 3) position, texcoord, normal from 0; -1: none
    std::vector<std::uint32_t> starts{0};  // (f + 1) the first corner of each face, and the end
    std::vector<ObjStatement> statements;  // o, g, usemtl, mtllib
    std::uint32_t others = 0;            // lines, points, curves and surfaces passed over
    std::uint32_t unknown = 0;           // lines that begin with no word of the format
    std::size_t first_unknown = 0;       // where the first of them begins
    const char* problem = nullptr;       // what is wrong, if anything
    std::size_t offset = 0;              // and where
};

// Reads a file up to its first problem. Indices are made absolute; one that is out of range (0,
// or before the first vertex) becomes INT32_MAX for the caller to find.
Obj parse_obj(const char* text, std::size_t length);

}  // namespace fourbar::meshes
