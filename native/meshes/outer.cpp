#include "outer.hpp"

#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "directions.hpp"
#include "enclose.hpp"
#include "hash.hpp"
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
// The plane of a face is known to 1e-10, unless the face is narrower than this.
constexpr double narrow = 1e-5;
constexpr double plane_slack = 1e-10;
// Of more faces than there are cells, the largest of each cell of normals counts.
constexpr std::size_t direction_rows = 40;

Vector row(const double* points, std::size_t i) {
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
        const auto at = [&](std::uint32_t k) { return row(dual.data(), hull.corners[k]); };
        const Vector a = at(hull.starts[f]);
        Vector normal{0, 0, 0};
        for (std::uint32_t k = hull.starts[f] + 1; k + 1 < hull.starts[f + 1]; ++k) {
            normal = normal + cross(at(k) - a, at(k + 1) - a);
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

// The planes of the faces of a hull whose corners, about its middle and of size 1, are `scaled`.
template <typename Scaled>
std::vector<Plane> planes_of(const Hull& hull, const std::vector<Vector>& corners,
                             const Scaled& scaled) {
    struct Face {
        Vector normal;
        double area;    // twice
        double reach;   // the products of sides that it is a sum of
        double offset;  // of its own corners
    };
    const auto measured = [&](std::size_t f) {
        const Vector a = scaled(hull.corners[hull.starts[f]]);
        Face face{{0, 0, 0}, 0, 0, 0};
        for (std::uint32_t k = hull.starts[f] + 1; k + 1 < hull.starts[f + 1]; ++k) {
            const Vector u = scaled(hull.corners[k]) - a, v = scaled(hull.corners[k + 1]) - a;
            face.normal = face.normal + cross(u, v);
            face.reach += length(u) * length(v);
        }
        face.area = length(face.normal);
        if (!(face.area > 0)) return face;
        face.normal = face.normal * (1 / face.area);
        face.offset = dot(a, face.normal);
        for (std::uint32_t k = hull.starts[f]; k < hull.starts[f + 1]; ++k) {
            face.offset = std::max(face.offset, dot(scaled(hull.corners[k]), face.normal));
        }
        return face;
    };
    std::vector<Face> faces;
    if (hull.face_count() <= direction_cells(direction_rows)) {
        for (std::size_t f = 0; f < hull.face_count(); ++f) faces.push_back(measured(f));
    } else {
        std::vector<Face> best(direction_cells(direction_rows), Face{{0, 0, 0}, 0, 0, 0});
        for (std::size_t f = 0; f < hull.face_count(); ++f) {
            const Face face = measured(f);
            if (!(face.area > 0)) continue;
            Face& known = best[direction_cell(face.normal, direction_rows)];
            if (face.area > known.area) known = face;
        }
        faces = std::move(best);
    }
    std::vector<Plane> planes;
    for (const Face& face : faces) {
        if (!(face.area > 0)) continue;
        planes.push_back(face.area > narrow * face.reach
                             ? Plane{face.normal, face.offset + plane_slack}
                             : support(corners, face.normal));
    }
    return planes;
}

}  // namespace

std::vector<double> outer_hull(const double* points, std::size_t count, std::size_t most) {
    const Hull hull = convex_hull(points, count);
    if (hull.dimension != 3) throw std::invalid_argument("the points are in one plane");
    if (most < 8) throw std::invalid_argument("a body of fewer than 8 corners is not made");
    // About the middle and of size 1.
    Vector middle{0, 0, 0};
    for (const std::uint32_t v : hull.vertices) {
        middle = middle + row(points, v) * (1.0 / static_cast<double>(hull.vertices.size()));
    }
    double size = 0;
    for (const std::uint32_t v : hull.vertices) size = std::max(size, length(row(points, v) - middle));
    const auto scaled = [&](std::uint32_t v) { return (row(points, v) - middle) * (1 / size); };

    std::vector<Vector> corners;
    for (const std::uint32_t v : hull.vertices) corners.push_back(scaled(v));
    const std::vector<Plane> faces = planes_of(hull, corners, scaled);
    const Frame box = smallest_box(points, hull);
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
