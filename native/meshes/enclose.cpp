#include "enclose.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <vector>

#include "directions.hpp"
#include "hash.hpp"
#include "hull.hpp"

namespace fourbar::meshes {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double pi = 3.14159265358979323846;

Vector unit(const Vector& a) { return a * (1 / length(a)); }

// Any two directions across a unit vector.
void span_across(const Vector& z, Vector& x, Vector& y) {
    const Vector least = std::fabs(z.x) <= std::fabs(z.y) && std::fabs(z.x) <= std::fabs(z.z)
                             ? Vector{1, 0, 0}
                         : std::fabs(z.y) <= std::fabs(z.z) ? Vector{0, 1, 0}
                                                            : Vector{0, 0, 1};
    x = unit(cross(least, z));
    y = cross(z, x);
}

// Axes of round shapes are looked for among the normals of so many faces.
constexpr std::size_t most_axes = 200;
// Corners times faces that a search over all faces may look at; of a hull with more, only the
// largest faces count, and never fewer than those above.
constexpr std::size_t most_work = 20'000'000;

// Corners of a hull that are looked at, about: those of more that reach farthest in each of the cells
// that so many rows make.
constexpr std::size_t most_corners = 10'000;
constexpr std::size_t direction_rows = 40;

// The corners of a solid hull, and the normals of its faces, those of large ones first.
struct Solid {
    std::vector<Vector> corners;
    std::vector<Vector> normals;
};

struct Range {
    double low = infinity, high = -infinity;
    void add(double value) {
        low = std::min(low, value);
        high = std::max(high, value);
    }
    double middle() const { return (low + high) / 2; }
    double size() const { return high - low; }
};

// Those that reach farthest from the middle of the box around them, in its proportions: (k, 3).
std::vector<double> far_corners(const double* points, const std::vector<std::uint32_t>& corners) {
    const auto at = [points](std::uint32_t v) { return points + 3 * std::size_t{v}; };
    std::array<Range, 3> box;
    for (const std::uint32_t v : corners) {
        for (std::size_t k = 0; k < 3; ++k) box[k].add(at(v)[k]);
    }
    std::vector<std::uint32_t> best(direction_cells(direction_rows), no_index);
    std::vector<double> reach(best.size(), 0.0);
    for (const std::uint32_t v : corners) {
        const auto share = [&](std::size_t k) { return (at(v)[k] - box[k].middle()) / box[k].size(); };
        const Vector out{share(0), share(1), share(2)};
        const double square = dot(out, out);
        if (!(square > 0)) continue;
        const std::size_t cell = direction_cell(out, direction_rows);
        if (square > reach[cell]) {
            reach[cell] = square;
            best[cell] = v;
        }
    }
    std::vector<double> found;
    for (const std::uint32_t v : best) {
        if (v != no_index) found.insert(found.end(), at(v), at(v) + 3);
    }
    return found;
}

Solid solid_of(const double* points, const Hull& hull) {
    if (hull.dimension != 3) throw std::invalid_argument("the points are in one plane");
    if (hull.vertices.size() > most_corners) {
        const std::vector<double> few = far_corners(points, hull.vertices);
        const Hull around = convex_hull(few.data(), few.size() / 3);
        if (around.dimension == 3) return solid_of(few.data(), around);
    }
    const auto at = [points](std::uint32_t v) {
        return Vector{points[3 * v], points[3 * v + 1], points[3 * v + 2]};
    };
    Solid solid;
    for (const std::uint32_t v : hull.vertices) solid.corners.push_back(at(v));
    std::vector<Vector> areas;
    for (std::size_t f = 0; f < hull.face_count(); ++f) {
        const Vector first = at(hull.corners[hull.starts[f]]);
        Vector normal{0, 0, 0};
        for (std::uint32_t k = hull.starts[f] + 1; k + 1 < hull.starts[f + 1]; ++k) {
            normal = normal + cross(at(hull.corners[k]) - first, at(hull.corners[k + 1]) - first);
        }
        areas.push_back(normal);
    }
    std::stable_sort(areas.begin(), areas.end(), [](const Vector& a, const Vector& b) {
        return dot(a, a) > dot(b, b);
    });
    areas.resize(std::min(areas.size(), std::max(most_axes, most_work / solid.corners.size())));
    for (const Vector& area : areas) {
        if (length(area) > 0) solid.normals.push_back(unit(area));
    }
    return solid;
}

Solid solid_of(const double* points, std::size_t count) {
    return solid_of(points, convex_hull(points, count));
}

// Circles and balls

struct Ball {
    Vector centre{0, 0, 0};
    double square = -1;  // of the radius; nothing is inside the empty ball
};

// The smallest ball with all of up to four points on its surface.
Ball through(const std::array<Vector, 4>& on, std::size_t count) {
    Ball ball;
    if (count == 0) return ball;
    double rows[3][4] = {};
    const std::size_t n = count - 1;
    for (std::size_t i = 0; i < n; ++i) {
        const Vector a = on[i + 1] - on[0];
        for (std::size_t j = 0; j < n; ++j) rows[i][j] = 2 * dot(a, on[j + 1] - on[0]);
        rows[i][3] = dot(a, a);
    }
    std::array<bool, 3> solved{};
    for (std::size_t k = 0; k < n; ++k) {
        // The matrix is one of scalar products: diagonal pivots will do. A point that depends on the
        // others has none and does not count.
        if (!(rows[k][k] > 1e-14 * rows[k][3])) continue;
        solved[k] = true;
        for (std::size_t i = 0; i < n; ++i) {
            if (i == k) continue;
            const double factor = rows[i][k] / rows[k][k];
            for (std::size_t j = 0; j < 4; ++j) rows[i][j] -= factor * rows[k][j];
        }
    }
    ball.centre = on[0];
    for (std::size_t k = 0; k < n; ++k) {
        if (solved[k]) ball.centre = ball.centre + (on[k + 1] - on[0]) * (rows[k][3] / rows[k][k]);
    }
    const Vector out = ball.centre - on[0];
    ball.square = dot(out, out);
    return ball;
}

// Around the first `count` points, with `fixed` of `on` on its surface; at most `most` can be.
Ball smallest(std::vector<Vector>& points, std::size_t count, std::array<Vector, 4>& on,
              std::size_t fixed, std::size_t most) {
    Ball ball = through(on, fixed);
    if (fixed == most) return ball;
    for (std::size_t i = 0; i < count; ++i) {
        const Vector p = points[i];
        const Vector out = p - ball.centre;
        if (dot(out, out) <= ball.square * (1 + 1e-12)) continue;
        on[fixed] = p;
        ball = smallest(points, i, on, fixed + 1, most);
        std::rotate(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(i),
                    points.begin() + static_cast<std::ptrdiff_t>(i) + 1);
    }
    return ball;
}

// In an order that has nothing to do with the shape: the expected time is linear then.
Ball smallest_around(std::vector<Vector> points, std::size_t most) {
    std::uint64_t state = 0x9e3779b97f4a7c15u;
    for (std::size_t i = points.size(); i > 1; --i) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        std::swap(points[i - 1], points[(state >> 33) % i]);
    }
    std::array<Vector, 4> on{};
    return smallest(points, points.size(), on, 0, most);
}

// Boxes

// The convex outline of points in a plane (z is 0), counter-clockwise.
std::vector<Vector> outline(std::vector<Vector> points) {
    std::sort(points.begin(), points.end(), [](const Vector& a, const Vector& b) {
        return a.x != b.x ? a.x < b.x : a.y < b.y;
    });
    std::vector<Vector> found;
    const auto grow = [&found](const Vector& p, std::size_t least) {
        while (found.size() > least &&
               cross(found.back() - found[found.size() - 2], p - found.back()).z <= 0) {
            found.pop_back();
        }
        found.push_back(p);
    };
    for (const Vector& p : points) grow(p, 1);
    const std::size_t lower = found.size();
    for (std::size_t i = points.size() - 1; i-- > 0;) grow(points[i], lower);
    found.pop_back();
    return found;
}

// The direction along an edge of the outline whose rectangle is the smallest, and its area.
double smallest_rectangle(const std::vector<Vector>& around, Vector& along) {
    const std::size_t n = around.size();
    double best = infinity;
    std::size_t right = 0, top = 0, left = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const Vector edge = around[(i + 1) % n] - around[i];
        const double size = length(edge);
        if (!(size > 0)) continue;
        const Vector u = edge * (1 / size), v{-u.y, u.x, 0};
        // Each support only ever moves forwards as the edge turns.
        const auto advance = [&](std::size_t from, const Vector& d) {
            std::size_t steps = 0;
            while (steps++ < n && dot(around[(from + 1) % n], d) >= dot(around[from], d)) {
                from = (from + 1) % n;
            }
            return from;
        };
        right = advance(i == 0 ? 0 : right, u);
        top = advance(i == 0 ? right : top, v);
        left = advance(i == 0 ? top : left, u * -1);
        const double area = (dot(around[right], u) - dot(around[left], u)) *
                            (dot(around[top], v) - dot(around[i], v));
        if (area < best) {
            best = area;
            along = u;
        }
    }
    return best;
}

Range extent(const std::vector<Vector>& points, const Vector& direction) {
    Range range;
    for (const Vector& p : points) range.add(dot(p, direction));
    return range;
}

Frame box_of(const Solid& solid) {
    double best = infinity;
    Frame frame{};
    std::vector<Vector> flat(solid.corners.size());
    for (const Vector& normal : solid.normals) {
        Vector x, y;
        span_across(normal, x, y);
        for (std::size_t i = 0; i < flat.size(); ++i) {
            flat[i] = {dot(solid.corners[i], x), dot(solid.corners[i], y), 0};
        }
        Vector along{1, 0, 0};
        const double area = smallest_rectangle(outline(flat), along);
        const double volume = area * extent(solid.corners, normal).size();
        if (volume < best) {
            best = volume;
            frame.z = normal;
            frame.x = unit(x * along.x + y * along.y);
            frame.y = cross(frame.z, frame.x);
        }
    }
    frame.centre = frame.x * extent(solid.corners, frame.x).middle() +
                   frame.y * extent(solid.corners, frame.y).middle() +
                   frame.z * extent(solid.corners, frame.z).middle();
    return frame;
}

// Round shapes

std::vector<Vector> candidate_axes(const Solid& solid) {
    std::vector<Vector> axes = solid.normals;
    axes.resize(std::min(axes.size(), most_axes));
    const Frame box = box_of(solid);
    axes.insert(axes.end(), {box.x, box.y, box.z});
    double longest = 0;
    Vector along{0, 0, 1};
    for (const Vector& normal : solid.normals) {
        const auto [low, high] = std::minmax_element(
            solid.corners.begin(), solid.corners.end(),
            [&](const Vector& a, const Vector& b) { return dot(a, normal) < dot(b, normal); });
        const Vector chord = *high - *low;
        if (length(chord) > longest) {
            longest = length(chord);
            along = chord * (1 / longest);
        }
    }
    axes.push_back(along);
    return axes;
}

// The frame about whose z axis the shape is the smallest: `measure` takes places along the axis and
// squares of distances from it, and gives the volume and the middle.
template <typename Measure>
Frame about_best_axis(const Solid& solid, const Measure& measure) {
    double best = infinity;
    Frame frame{};
    std::vector<Vector> flat(solid.corners.size());
    std::vector<double> along(flat.size()), square(flat.size());
    for (const Vector& axis : candidate_axes(solid)) {
        Vector x, y;
        span_across(axis, x, y);
        for (std::size_t i = 0; i < flat.size(); ++i) {
            flat[i] = {dot(solid.corners[i], x), dot(solid.corners[i], y), 0};
            along[i] = dot(solid.corners[i], axis);
        }
        const Ball circle = smallest_around(outline(flat), 3);
        for (std::size_t i = 0; i < flat.size(); ++i) {
            const Vector out = flat[i] - circle.centre;
            square[i] = dot(out, out);
        }
        double middle = 0;
        const double volume = measure(along, square, middle);
        if (volume < best) {
            best = volume;
            frame = {x, y, axis, x * circle.centre.x + y * circle.centre.y + axis * middle};
        }
    }
    return frame;
}

}  // namespace

Frame smallest_box(const double* points, std::size_t count) {
    return box_of(solid_of(points, count));
}

Frame smallest_box(const double* points, const Hull& hull) { return box_of(solid_of(points, hull)); }

Frame smallest_cylinder(const double* points, std::size_t count) {
    return about_best_axis(solid_of(points, count),
                           [](const auto& along, const auto& square, double& middle) {
        Range range;
        for (const double value : along) range.add(value);
        middle = range.middle();
        return pi * *std::max_element(square.begin(), square.end()) * range.size();
    });
}

Frame smallest_capsule(const double* points, std::size_t count) {
    return about_best_axis(solid_of(points, count),
                           [](const auto& along, const auto& square, double& middle) {
        const double r2 = *std::max_element(square.begin(), square.end());
        // A point is covered if the segment meets the chord that its distance leaves on the axis.
        double first = infinity, last = -infinity;
        for (std::size_t i = 0; i < along.size(); ++i) {
            const double half = std::sqrt(std::max(0.0, r2 - square[i]));
            first = std::min(first, along[i] + half);
            last = std::max(last, along[i] - half);
        }
        middle = (first + last) / 2;
        const double rod = std::max(0.0, last - first);
        return pi * r2 * (rod + 4.0 / 3.0 * std::sqrt(r2));
    });
}

Vector smallest_ball(const double* points, std::size_t count) {
    std::vector<Vector> all(count);
    for (std::size_t i = 0; i < count; ++i) {
        all[i] = {points[3 * i], points[3 * i + 1], points[3 * i + 2]};
    }
    return smallest_around(std::move(all), 4).centre;
}

}  // namespace fourbar::meshes
