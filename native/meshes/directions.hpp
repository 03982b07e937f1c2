// Directions sorted into cells, to take one thing for each where there are too many.
#pragma once

#include <cmath>
#include <cstddef>

#include "vector.hpp"

namespace fourbar::meshes {

// Cells on the sides of a cube, `rows` by `rows` on each.
inline std::size_t direction_cells(std::size_t rows) { return 6 * rows * rows; }

// The cell that a vector points at, which must not be zero.
inline std::size_t direction_cell(const Vector& v, std::size_t rows) {
    const double x = std::fabs(v.x), y = std::fabs(v.y), z = std::fabs(v.z);
    const auto cell = [rows](std::size_t side, double along, double a, double b) {
        const auto place = [rows](double share) {
            const auto row = static_cast<std::size_t>((share + 1) / 2 * static_cast<double>(rows));
            return row < rows ? row : rows - 1;
        };
        const double most = std::fabs(along);
        return ((2 * side + (along < 0 ? 1 : 0)) * rows + place(a / most)) * rows + place(b / most);
    };
    if (x >= y && x >= z) return cell(0, v.x, v.y, v.z);
    if (y >= z) return cell(1, v.y, v.z, v.x);
    return cell(2, v.z, v.x, v.y);
}

}  // namespace fourbar::meshes
