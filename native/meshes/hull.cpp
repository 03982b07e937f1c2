#include "hull.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <tuple>

#include "exact.hpp"
#include "hash.hpp"
#include "quickhull.hpp"
#include "vector.hpp"

namespace fourbar::meshes {
namespace {

using Points = std::vector<Vector>;

// Scaled by a power of two into the range in which `exact` is.
Points scaled_points(const double* points, std::size_t count) {
    double largest = 0;
    for (std::size_t i = 0; i < 3 * count; ++i) largest = std::max(largest, std::fabs(points[i]));
    int exponent = 0;
    std::frexp(largest, &exponent);
    // In two steps, for 2^-exponent itself may be out of range.
    const double half = std::ldexp(1.0, -(exponent / 2));
    const double rest = std::ldexp(1.0, -(exponent - exponent / 2));
    const auto scaled = [&](double value) {
        const double result = value * half * rest;
        return std::fabs(result) < 0x1p-300 ? 0.0 : result;
    };
    Points result(count);
    for (std::size_t i = 0; i < count; ++i) {
        const double* const p = points + 3 * i;
        result[i] = {scaled(p[0]), scaled(p[1]), scaled(p[2])};
    }
    return result;
}

// The corners of points in the plane of a triangle, around it (Andrew's monotone chain). The plane
// is looked at along an axis along which the triangle is not an edge, which keeps every order.
std::vector<std::uint32_t> polygon(const Points& points, const std::array<std::uint32_t, 3>& known) {
    double Vector::*const axes[3][2] = {{&Vector::x, &Vector::y}, {&Vector::y, &Vector::z},
                                        {&Vector::z, &Vector::x}};
    const auto& [a, b, c] = known;
    double Vector::*u = axes[0][0];
    double Vector::*v = axes[0][1];
    const auto turn = [&](std::uint32_t i, std::uint32_t j, std::uint32_t k) {
        return exact::turn(points[i].*u, points[i].*v, points[j].*u, points[j].*v, points[k].*u,
                           points[k].*v);
    };
    for (const auto& [first, second] : axes) {
        u = first;
        v = second;
        if (turn(a, b, c) != 0) break;
    }
    std::vector<std::uint32_t> order(points.size());
    std::iota(order.begin(), order.end(), 0u);
    std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
        const Vector &p = points[i], &q = points[j];
        return std::make_tuple(p.*u, p.*v, i) < std::make_tuple(q.*u, q.*v, j);
    });
    std::vector<std::uint32_t> chain;
    for (int pass = 0; pass < 2; ++pass) {
        const std::size_t begin = chain.size();
        for (const std::uint32_t p : order) {
            while (chain.size() >= begin + 2 &&
                   turn(chain[chain.size() - 2], chain.back(), p) <= 0) {
                chain.pop_back();
            }
            const bool same = chain.size() > begin && points[chain.back()].*u == points[p].*u &&
                              points[chain.back()].*v == points[p].*v;
            if (!same) chain.push_back(p);
        }
        chain.pop_back();  // where the other chain starts
        std::reverse(order.begin(), order.end());
    }
    std::rotate(chain.begin(), std::min_element(chain.begin(), chain.end()), chain.end());
    return chain;
}

bool before(const Vector& a, const Vector& b) {
    return std::tie(a.x, a.y, a.z) < std::tie(b.x, b.y, b.z);
}

// The point for which `measure` is largest if `accept` takes it, or else the first that it takes:
// rounding may hide that a point is acceptable, but not from `accept`, which is exact.
template <typename Measure, typename Accept>
std::uint32_t choose(const Points& points, Measure measure, Accept accept) {
    std::uint32_t best = 0;
    double most = -1;
    for (std::uint32_t p = 0; p < points.size(); ++p) {
        const double size = measure(points[p]);
        if (size > most) {
            most = size;
            best = p;
        }
    }
    if (accept(points[best])) return best;
    for (std::uint32_t p = 0; p < points.size(); ++p) {
        if (accept(points[p])) return p;
    }
    return no_index;
}

}  // namespace

std::vector<std::uint32_t> Hull::triangles() const {
    std::vector<std::uint32_t> result;
    for (std::size_t f = 0; f < face_count(); ++f) {
        for (std::uint32_t k = starts[f] + 2; k < starts[f + 1]; ++k) {
            result.insert(result.end(), {corners[starts[f]], corners[k - 1], corners[k]});
        }
    }
    return result;
}

Hull convex_hull(const double* coordinates, std::size_t count) {
    Hull hull;
    if (count == 0) return hull;
    const Points points = scaled_points(coordinates, count);
    const auto first = static_cast<std::uint32_t>(
        std::min_element(points.begin(), points.end(), before) - points.begin());
    const Vector& a = points[first];
    const std::uint32_t second = choose(
        points, [&](const Vector& p) { return dot(p - a, p - a); },
        [&](const Vector& p) { return !exact::same(p, a); });
    if (second == no_index) {
        hull.dimension = 0;
        hull.vertices = {first};
        return hull;
    }
    const Vector& b = points[second];
    const auto area = [&](const Vector& p) {
        const Vector normal = cross(b - a, p - a);
        return dot(normal, normal);
    };
    const std::uint32_t third =
        choose(points, area, [&](const Vector& p) { return !exact::collinear(a, b, p); });
    if (third == no_index) {
        const auto last = static_cast<std::uint32_t>(
            std::max_element(points.begin(), points.end(), before) - points.begin());
        hull.dimension = 1;
        hull.vertices = {first, last};
        return hull;
    }
    const Vector& c = points[third];
    const Vector normal = cross(b - a, c - a);
    const std::uint32_t fourth = choose(
        points, [&](const Vector& p) { return std::fabs(dot(normal, p - a)); },
        [&](const Vector& p) { return exact::side(a, b, c, p) != 0; });
    if (fourth == no_index) {
        hull.dimension = 2;
        hull.vertices = polygon(points, {first, second, third});
        return hull;
    }
    return quickhull(points, {first, second, third, fourth});
}

}  // namespace fourbar::meshes
