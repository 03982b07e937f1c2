// Numbers of mesh files in the terms of glTF.
#pragma once

#include <cstddef>
#include <vector>

namespace fourbar::meshes {

// What numbers stand for.
enum class Meaning {
    plain,
    texcoord,  // v points upwards in files, and downwards in glTF
    color,     // sRGB in files, linear in glTF, which always has an opacity
};

// One channel of sRGB as linear light (IEC 61966-2-1); what lies outside 0 to 1 is clipped, NaN is 0.
float linear_channel(double srgb);

// These columns of rows of `stride` numbers, for texture coordinates two. A colour has
// three or four, and becomes four.
std::vector<float> select_columns(const double* numbers, std::size_t rows, std::size_t stride,
                                  const std::vector<std::size_t>& columns, Meaning meaning);

}  // namespace fourbar::meshes
