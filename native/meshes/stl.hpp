// STL written as text.
#pragma once

#include <cstddef>
#include <vector>

namespace fourbar::meshes {

struct AsciiStl {
    std::vector<float> positions;     // (3 * triangles, 3)
    const char* problem = nullptr;    // what is wrong, if anything
    std::size_t offset = 0;           // and where
    bool ended = false;               // an `endsolid` closes the last solid
};

// Reads every `facet ... outer loop, three vertices, endloop, endfacet`. Keywords in any case; what
// stands on the lines of `solid` and `endsolid` is a name. Stops at the first problem.
AsciiStl parse_stl(const char* text, std::size_t length);

}  // namespace fourbar::meshes
