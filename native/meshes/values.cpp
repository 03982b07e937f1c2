#include "values.hpp"

#include <cmath>

namespace fourbar::meshes {
namespace {

double clipped(double value, double of_nan) {
    if (std::isnan(value)) return of_nan;
    return value < 0.0 ? 0.0 : value > 1.0 ? 1.0 : value;
}

}  // namespace

float linear_channel(double srgb) {
    const double value = clipped(srgb, 0.0);
    return static_cast<float>(value <= 0.04045 ? value / 12.92
                                               : std::pow((value + 0.055) / 1.055, 2.4));
}

std::vector<float> select_columns(const double* numbers, std::size_t rows, std::size_t stride,
                                  const std::vector<std::size_t>& columns, Meaning meaning) {
    std::vector<float> result;
    result.reserve(rows * (meaning == Meaning::color ? 4 : columns.size()));
    for (std::size_t i = 0; i < rows; ++i, numbers += stride) {
        switch (meaning) {
            case Meaning::plain:
                for (const std::size_t k : columns) result.push_back(static_cast<float>(numbers[k]));
                break;
            case Meaning::texcoord:
                result.push_back(static_cast<float>(numbers[columns[0]]));
                result.push_back(1.0f - static_cast<float>(numbers[columns[1]]));
                break;
            case Meaning::color:
                for (std::size_t k = 0; k < 3; ++k) {
                    result.push_back(linear_channel(numbers[columns[k]]));
                }
                result.push_back(
                    columns.size() < 4
                        ? 1.0f
                        : static_cast<float>(clipped(numbers[columns[3]], 1.0)));
                break;
        }
    }
    return result;
}

}  // namespace fourbar::meshes
