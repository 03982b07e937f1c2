// The last look at what a reader made: only sound numbers leave.
#pragma once

#include <cstddef>

#include "triangles.hpp"

namespace fourbar::meshes {

struct Tidied {
    Triangles triangles;
    std::size_t beyond = 0;        // triangles left out, for they name vertices that are not there
    std::size_t not_finite = 0;    // vertices that are NaN or infinite; now zero
    std::size_t broken = 0;        // triangles left out because of them
    std::size_t directionless = 0; // normals without a direction: all are dropped then
    bool texcoords_dropped = false;  // for some are NaN or infinite
};

Tidied tidy(Triangles from);

// Whether there is nothing to tidy.
bool is_tidy(const Triangles& triangles);

}  // namespace fourbar::meshes
