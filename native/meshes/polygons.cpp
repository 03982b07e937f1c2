#include "polygons.hpp"

#include <cmath>
#include <utility>

namespace fourbar::meshes {
namespace {

struct Point {
    double x, y;
};

// Twice the signed area of a, b, c.
double area(const Point& a, const Point& b, const Point& c) {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// One polygon laid into the plane of its Newell normal, counter-clockwise.
class Flat {
public:
    Flat(const float* positions, const std::uint32_t* vertices, std::size_t size) {
        double n[3] = {0.0, 0.0, 0.0};
        const auto at = [&](std::size_t i) {
            return positions + 3 * std::size_t{vertices[i % size]};
        };
        for (std::size_t i = 0; i < size; ++i) {
            const float* const a = at(i);
            const float* const b = at(i + 1);
            n[0] += (double{a[1]} - b[1]) * (double{a[2]} + b[2]);
            n[1] += (double{a[2]} - b[2]) * (double{a[0]} + b[0]);
            n[2] += (double{a[0]} - b[0]) * (double{a[1]} + b[1]);
        }
        // Dropping the normal's largest component keeps the shape; u x v points along the normal.
        int drop = 0;
        if (std::fabs(n[1]) > std::fabs(n[drop])) drop = 1;
        if (std::fabs(n[2]) > std::fabs(n[drop])) drop = 2;
        int u = (drop + 1) % 3;
        int v = (drop + 2) % 3;
        if (n[drop] < 0.0) std::swap(u, v);
        points_.reserve(size);
        for (std::size_t i = 0; i < size; ++i) points_.push_back({at(i)[u], at(i)[v]});
    }

    const Point& operator[](std::size_t i) const { return points_[i]; }

    // No corner turns the wrong way. (A polygon that winds round twice passes; a fan is as good
    // as anything for it.)
    bool convex() const {
        const std::size_t size = points_.size();
        for (std::size_t i = 0; i < size; ++i) {
            if (area(points_[i], points_[(i + 1) % size], points_[(i + 2) % size]) < 0.0) {
                return false;
            }
        }
        return true;
    }

private:
    std::vector<Point> points_;
};

bool inside(const Point& p, const Point& a, const Point& b, const Point& c) {
    return area(a, b, p) >= 0.0 && area(b, c, p) >= 0.0 && area(c, a, p) >= 0.0;
}

bool same(const Point& a, const Point& b) { return a.x == b.x && a.y == b.y; }

// Whether the corner between `before` and `after` can be cut off the ring.
bool is_ear(const Flat& flat, const std::vector<std::uint32_t>& ring, std::size_t i,
            std::uint64_t& spent) {
    const std::size_t size = ring.size();
    ++spent;
    const Point& a = flat[ring[(i + size - 1) % size]];
    const Point& b = flat[ring[i]];
    const Point& c = flat[ring[(i + 1) % size]];
    if (area(a, b, c) <= 0.0) return false;
    for (std::size_t k = 2; k + 1 < size; ++k) {
        ++spent;
        const Point& p = flat[ring[(i + k) % size]];
        // A polygon with a hole touches itself along the cut that leads to the hole.
        if (same(p, a) || same(p, b) || same(p, c)) continue;
        if (inside(p, a, b, c)) return false;
    }
    return true;
}

void fan(std::uint32_t first, std::size_t size, std::vector<std::uint32_t>& corners) {
    for (std::uint32_t i = 1; i + 1 < size; ++i) {
        corners.insert(corners.end(), {first, first + i, first + i + 1});
    }
}

}  // namespace

Triangulated triangulate(const float* positions, const std::uint32_t* vertices,
                         const std::uint32_t* sizes, std::size_t polygons, std::uint64_t budget) {
    Triangulated result;
    std::uint64_t spent = 0;
    std::uint32_t first = 0;
    std::vector<std::uint32_t> ring;
    for (std::size_t k = 0; k < polygons; first += sizes[k++]) {
        const std::size_t size = sizes[k];
        if (size < 3) continue;
        if (size == 3) {
            result.corners.insert(result.corners.end(), {first, first + 1, first + 2});
            continue;
        }
        const Flat flat(positions, vertices + first, size);
        if (flat.convex()) {
            fan(first, size, result.corners);
            continue;
        }
        if (spent > budget) {
            ++result.fanned;
            fan(first, size, result.corners);
            continue;
        }
        ring.resize(size);
        for (std::uint32_t i = 0; i < size; ++i) ring[i] = i;
        std::size_t i = 0;
        std::size_t refused = 0;
        while (ring.size() > 3 && spent <= budget && refused < ring.size()) {
            if (!is_ear(flat, ring, i, spent)) {
                i = (i + 1) % ring.size();
                ++refused;
                continue;
            }
            const std::size_t n = ring.size();
            result.corners.insert(result.corners.end(),
                                  {first + ring[(i + n - 1) % n], first + ring[i],
                                   first + ring[(i + 1) % n]});
            ring.erase(ring.begin() + static_cast<std::ptrdiff_t>(i));
            spent += n / 16;
            // Going on past the new neighbour keeps a round polygon from becoming slivers.
            i = (i + 1) % ring.size();
            refused = 0;
        }
        // One triangle, or what has no ear because it crosses itself.
        if (spent > budget) ++result.fanned;
        for (std::size_t j = 1; j + 1 < ring.size(); ++j) {
            result.corners.insert(result.corners.end(),
                                  {first + ring[0], first + ring[j], first + ring[j + 1]});
        }
    }
    return result;
}

}  // namespace fourbar::meshes
