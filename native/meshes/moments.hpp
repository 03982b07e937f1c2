// Volume, centre and inertia of what triangles enclose.
#pragma once

#include <cstddef>
#include <cstdint>

#include "vector.hpp"

namespace fourbar::meshes {

// Of a body of density 1. Triangles that face inwards give a negative volume and inertia.
struct Moments {
    double volume = 0;
    Vector centre{0, 0, 0};
    double inertia[6] = {};  // xx, yy, zz, xy, xz, yz, about the centre
};

// Point k has the coordinates points[3 k] and on; corners are (count, 3) numbers of points.
template <typename T>
Moments measure_moments(const T* points, const std::uint32_t* corners, std::size_t count);

}  // namespace fourbar::meshes
