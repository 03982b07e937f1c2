#include "outer.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "enclose.hpp"
#include "hull.hpp"
#include "vector.hpp"

namespace fourbar::meshes {
namespace {

// The side n . x <= offset of a plane.
struct Plane {
    Vector normal;
    double offset;
};

// Corners closer than this, for a body of size 1, are one.
constexpr double same_corner = 1e-9;
// Planes that cut off less are left out.
constexpr double least_cut = 1e-7;
// Planes that would make too many corners, before it ends.
constexpr int most_refused = 8;

Vector row(const std::vector<double>& points, std::size_t i) {
    return {points[3 * i], points[3 * i + 1], points[3 * i + 2]};
}

// The plane's offset is that of the farthest point, so that all are on its side.
Plane support(const std::vector<Vector>& points, const Vector& normal) {
    double most = dot(points[0], normal);
    for (const Vector& p : points) most = std::max(most, dot(p, normal));
    return {normal, most};
}

// The corners of what all planes leave; the origin is inside. By duality they are the faces of the
// hull of the points normal / offset.
std::vector<Vector> corners_of(const std::vector<Plane>& planes) {
    std::vector<double> dual;
    for (const Plane& plane : planes) {
        const Vector p = plane.normal * (1 / plane.offset);
        dual.insert(dual.end(), {p.x, p.y, p.z});
    }
    const Hull hull = convex_hull(dual.data(), planes.size());
    std::vector<Vector> found;
    for (std::size_t f = 0; f < hull.face_count(); ++f) {
        const Vector a = row(dual, hull.corners[hull.starts[f]]);
        Vector normal{0, 0, 0};
        for (std::uint32_t k = hull.starts[f] + 1; k + 1 < hull.starts[f + 1]; ++k) {
            normal = normal + cross(row(dual, hull.corners[k]) - a, row(dual, hull.corners[k + 1]) - a);
        }
        const double offset = dot(normal, a);
        if (!(offset > 0)) continue;
        const Vector corner = normal * (1 / offset);
        const bool known = std::any_of(found.begin(), found.end(), [&](const Vector& other) {
            return length(corner - other) < same_corner;
        });
        if (!known) found.push_back(corner);
    }
    return found;
}

}  // namespace

std::vector<double> outer_hull(const double* points, std::size_t count, std::size_t most) {
    const Hull hull = convex_hull(points, count);
    if (hull.dimension != 3) throw std::invalid_argument("the points are in one plane");
    if (most < 8) throw std::invalid_argument("a body of fewer than 8 corners is not made");
    // About the middle and of size 1.
    std::vector<double> own(points, points + 3 * count);
    Vector middle{0, 0, 0};
    for (const std::uint32_t v : hull.vertices) {
        middle = middle + row(own, v) * (1.0 / static_cast<double>(hull.vertices.size()));
    }
    double size = 0;
    for (const std::uint32_t v : hull.vertices) size = std::max(size, length(row(own, v) - middle));
    const auto scaled = [&](std::uint32_t v) { return (row(own, v) - middle) * (1 / size); };

    std::vector<Vector> corners;
    for (const std::uint32_t v : hull.vertices) corners.push_back(scaled(v));
    std::vector<Plane> faces;
    for (std::size_t f = 0; f < hull.face_count(); ++f) {
        const Vector a = scaled(hull.corners[hull.starts[f]]);
        Vector normal{0, 0, 0};
        for (std::uint32_t k = hull.starts[f] + 1; k + 1 < hull.starts[f + 1]; ++k) {
            normal = normal + cross(scaled(hull.corners[k]) - a, scaled(hull.corners[k + 1]) - a);
        }
        const double area = length(normal);
        if (area > 0) faces.push_back(support(corners, normal * (1 / area)));
    }

    const Frame box = smallest_box(points, count);
    std::vector<Plane> planes;
    for (const Vector& axis : {box.x, box.y, box.z}) {
        planes.push_back(support(corners, axis));
        planes.push_back(support(corners, axis * -1));
    }
    std::vector<Vector> found = corners_of(planes);
    std::vector<bool> used(faces.size());
    for (int refused = 0; refused < most_refused;) {
        double farthest = least_cut;
        std::size_t best = faces.size();
        for (std::size_t f = 0; f < faces.size(); ++f) {
            if (used[f]) continue;
            for (const Vector& corner : found) {
                const double beyond = dot(corner, faces[f].normal) - faces[f].offset;
                if (beyond > farthest) {
                    farthest = beyond;
                    best = f;
                }
            }
        }
        if (best == faces.size()) break;
        used[best] = true;
        planes.push_back(faces[best]);
        std::vector<Vector> next = corners_of(planes);
        if (next.size() > most) {
            planes.pop_back();
            ++refused;
        } else {
            found = std::move(next);
        }
    }
    std::vector<double> result;
    for (const Vector& corner : found) {
        const Vector p = corner * size + middle;
        result.insert(result.end(), {p.x, p.y, p.z});
    }
    return result;
}

}  // namespace fourbar::meshes
