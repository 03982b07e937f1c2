#include "moments.hpp"

#include <algorithm>
#include <cmath>

namespace fourbar::meshes {
namespace {

// A sum that keeps what rounding takes (Neumaier): the order of triangles does not matter beyond
// the last digit.
class Sum {
public:
    void add(double term) {
        const double next = sum_ + term;
        lost_ += std::fabs(sum_) >= std::fabs(term) ? (sum_ - next) + term : (term - next) + sum_;
        sum_ = next;
    }
    double value() const { return sum_ + lost_; }

private:
    double sum_ = 0, lost_ = 0;
};

}  // namespace

// The tetrahedra between a point and each triangle, signed by orientation. With corners 0, a, b, c,
// s = a + b + c and d = a . (b x c): the volume is d/6, the first moment d/24 s, and the second
// d/120 (aa' + bb' + cc' + ss').
template <typename T>
Moments measure_moments(const T* points, const std::uint32_t* corners, std::size_t count) {
    Moments found;
    if (count == 0) return found;
    const auto point = [&](std::size_t corner) {
        const T* const p = points + 3 * std::size_t{corners[corner]};
        return Vector{static_cast<double>(p[0]), static_cast<double>(p[1]),
                      static_cast<double>(p[2])};
    };
    Vector low = point(0), high = low;
    for (std::size_t i = 1; i < 3 * count; ++i) {
        const Vector p = point(i);
        low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
        high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    // From the middle, the sums of a distant mesh do not cancel.
    const Vector middle = (low + high) * 0.5;
    Sum volume, first[3], second[6];
    for (std::size_t t = 0; t < count; ++t) {
        const Vector a = point(3 * t) - middle, b = point(3 * t + 1) - middle,
                     c = point(3 * t + 2) - middle;
        const double d = dot(a, cross(b, c));
        const Vector s = a + b + c;
        volume.add(d);
        first[0].add(d * s.x);
        first[1].add(d * s.y);
        first[2].add(d * s.z);
        const auto product = [&](double Vector::*i, double Vector::*k) {
            return d * (a.*i * a.*k + b.*i * b.*k + c.*i * c.*k + s.*i * s.*k);
        };
        second[0].add(product(&Vector::x, &Vector::x));
        second[1].add(product(&Vector::y, &Vector::y));
        second[2].add(product(&Vector::z, &Vector::z));
        second[3].add(product(&Vector::x, &Vector::y));
        second[4].add(product(&Vector::x, &Vector::z));
        second[5].add(product(&Vector::y, &Vector::z));
    }
    found.volume = volume.value() / 6;
    Vector offset{0, 0, 0};
    if (found.volume != 0) {
        offset = Vector{first[0].value(), first[1].value(), first[2].value()} *
                 (1 / (24 * found.volume));
    }
    found.centre = middle + offset;
    const double v = found.volume;
    const double xx = second[0].value() / 120 - v * offset.x * offset.x;
    const double yy = second[1].value() / 120 - v * offset.y * offset.y;
    const double zz = second[2].value() / 120 - v * offset.z * offset.z;
    found.inertia[0] = yy + zz;
    found.inertia[1] = xx + zz;
    found.inertia[2] = xx + yy;
    found.inertia[3] = v * offset.x * offset.y - second[3].value() / 120;
    found.inertia[4] = v * offset.x * offset.z - second[4].value() / 120;
    found.inertia[5] = v * offset.y * offset.z - second[5].value() / 120;
    return found;
}

template Moments measure_moments(const float*, const std::uint32_t*, std::size_t);
template Moments measure_moments(const double*, const std::uint32_t*, std::size_t);

}  // namespace fourbar::meshes
