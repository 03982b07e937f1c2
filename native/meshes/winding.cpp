#include "winding.hpp"

#include "exact.hpp"
#include "vector.hpp"

namespace fourbar::meshes {
namespace {

// Whether the edge from u to v, seen from above, is crossed by a ray from p along x: 1 upwards, -1
// downwards. Ends belong to one of the two edges that meet there.
int crossing(const Vector& u, const Vector& v, const Vector& p) {
    if (u.y <= p.y && p.y < v.y) return exact::turn(u.x, u.y, v.x, v.y, p.x, p.y) > 0 ? 1 : 0;
    if (v.y <= p.y && p.y < u.y) return exact::turn(v.x, v.y, u.x, u.y, p.x, p.y) > 0 ? -1 : 0;
    return 0;
}

}  // namespace

std::vector<std::int32_t> winding_numbers(const Triangles& surface, const double* points,
                                          std::size_t count) {
    std::vector<std::int32_t> numbers(count, 0);
    const auto corner = [&](std::size_t k) {
        const float* const p = &surface.positions[3 * std::size_t{surface.corners[k]}];
        return Vector{p[0], p[1], p[2]};
    };
    // Along a ray upwards, faces that look up are left through and those that look down entered.
    for (std::size_t t = 0; t < surface.count(); ++t) {
        const Vector a = corner(3 * t), b = corner(3 * t + 1), c = corner(3 * t + 2);
        const Vector normal = cross(b - a, c - a);
        for (std::size_t i = 0; i < count; ++i) {
            const Vector p{points[3 * i], points[3 * i + 1], points[3 * i + 2]};
            if ((p.y < a.y && p.y < b.y && p.y < c.y) || (p.y > a.y && p.y > b.y && p.y > c.y)) {
                continue;
            }
            const int around = crossing(a, b, p) + crossing(b, c, p) + crossing(c, a, p);
            if (around != 0 && around * dot(normal, p - a) < 0) numbers[i] += around;
        }
    }
    return numbers;
}

}  // namespace fourbar::meshes
