// Moving, turning and scaling triangles; vectors of unit length.
#pragma once

#include <cstddef>
#include <vector>

#include "triangles.hpp"

namespace fourbar::meshes {

// By the affine T (4, 4), row by row; a mirroring one also turns the winding. Computed in double
// precision and rounded once.
Triangles transform(const Triangles& from, const double* T);

// Brings (n, 3) vectors to length one. Rows whose length is one to 1e-5 keep their bits; those
// without a direction become +z. Returns how many of these there are.
std::size_t make_unit(std::vector<float>& vectors);

// Whether that would change nothing.
bool are_unit(const std::vector<float>& vectors);

}  // namespace fourbar::meshes
