#include "crease.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "hash.hpp"
#include "vector.hpp"

namespace fourbar::meshes {
namespace {

constexpr double pi = 3.14159265358979323846;

// The unit vector, or zero where there is no direction. Components come from float32 numbers: even
// the products of their products stay within the range of a double.
Vector unit(const Vector& a) {
    const double length = std::sqrt(dot(a, a));
    if (!(length > 0.0)) return {0.0, 0.0, 0.0};
    return {a.x / length, a.y / length, a.z / length};
}

// The angle of the vector (x, y), y > 0, to 4e-11 rad: far below what single precision shows of a
// normal, at a quarter of the time of the library's function, and the same everywhere. Chebyshev
// interpolation of atan(t) / t over t^2.
double angle_of(double y, double x) {
    constexpr double c[] = {0.99999999992930155,   -0.33333331290857771,  0.19999901101290121,
                            -0.14283813245671934,  0.11091922902426976,   -0.089741717367436066,
                            0.072282778424020477,  -0.053956673284119468, 0.033826212304726752,
                            -0.015828319131590735, 0.004732483163631211,  -0.00066339535017808282};
    const double across = std::fabs(x);
    const bool steep = across < y;
    const double t = steep ? across / y : y / across;
    const double s = t * t;
    double sum = c[11];
    for (int k = 10; k >= 0; --k) sum = sum * s + c[k];
    const double folded = steep ? pi / 2 - t * sum : t * sum;
    return x < 0.0 ? pi - folded : folded;
}

struct Face {
    Vector normal;     // of unit length, or zero
    double angles[3];  // at the corners [rad]
};

Face measure(const Vector& a, const Vector& b, const Vector& c) {
    const Vector ab = b - a, bc = c - b, ca = a - c;
    const Vector normal = cross(ab, Vector{-ca.x, -ca.y, -ca.z});
    const double area = std::sqrt(dot(normal, normal));  // twice it, as at every corner
    if (!(area > 0.0)) return {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    const double at_a = angle_of(area, -dot(ab, ca));
    const double at_b = angle_of(area, -dot(bc, ab));
    return {{normal.x / area, normal.y / area, normal.z / area}, {at_a, at_b, pi - at_a - at_b}};
}

// Disjoint sets of corners; halving paths keeps them shallow.
class Sets {
public:
    explicit Sets(std::size_t size) : parent_(size) {
        std::iota(parent_.begin(), parent_.end(), std::uint32_t{0});
    }
    std::uint32_t find(std::uint32_t i) {
        while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
        return i;
    }
    // The smaller number leads, so that the outcome does not depend on the order of joining.
    void join(std::uint32_t a, std::uint32_t b) {
        a = find(a);
        b = find(b);
        if (a < b) parent_[b] = a;
        if (b < a) parent_[a] = b;
    }

private:
    std::vector<std::uint32_t> parent_;
};

std::uint32_t next(std::uint32_t h) { return h % 3 == 2 ? h - 2 : h + 1; }

// The half-edges that start at each vertex. Vertices are numbered as files name them, so that
// neighbours lie near each other here too, which a hash table would scatter.
class Leaving {
public:
    Leaving(const std::uint32_t* triangles, std::size_t count, std::size_t vertices)
        : starts_(vertices + 1, 0), edges_(3 * count) {
        for (std::size_t h = 0; h < 3 * count; ++h) ++starts_[triangles[h]];
        std::uint32_t end = 0;
        for (std::uint32_t& start : starts_) start = end += start;
        for (auto h = static_cast<std::uint32_t>(3 * count); h-- > 0;) {
            edges_[--starts_[triangles[h]]] = {triangles[next(h)], h};
        }
        for (std::size_t v = 0; v < vertices; ++v) {
            if (starts_[v + 1] - starts_[v] > crowd) {
                std::sort(edges_.data() + starts_[v], edges_.data() + starts_[v + 1], before);
            }
        }
    }

    // The only half-edge from one vertex to another, or `no_index` where there are none or several.
    std::uint32_t only(std::uint32_t from, std::uint32_t to) const {
        const Edge* edge = edges_.data() + starts_[from];
        const Edge* const last = edges_.data() + starts_[from + 1];
        if (last - edge > std::ptrdiff_t{crowd}) {
            edge = std::lower_bound(edge, last, Edge{to, 0}, before);
            const bool one = edge != last && edge->to == to &&
                             (edge + 1 == last || edge[1].to != to);
            return one ? edge->half : no_index;
        }
        std::uint32_t found = no_index;
        for (; edge != last; ++edge) {
            if (edge->to != to) continue;
            if (found != no_index) return no_index;
            found = edge->half;
        }
        return found;
    }

private:
    struct Edge {
        std::uint32_t to, half;
    };
    static bool before(const Edge& a, const Edge& b) {
        return a.to != b.to ? a.to < b.to : a.half < b.half;
    }
    static constexpr std::uint32_t crowd = 32;  // more are sorted and found by bisection

    std::vector<std::uint32_t> starts_;
    std::vector<Edge> edges_;
};

}  // namespace

Creased crease(const float* positions, std::size_t vertices, const std::uint32_t* triangles,
               std::size_t count, double cosine) {
    const auto at = [&](std::uint32_t vertex) {
        const float* const p = positions + 3 * std::size_t{vertex};
        return Vector{p[0], p[1], p[2]};
    };
    std::vector<Face> faces;
    faces.reserve(count);
    for (std::size_t t = 0; t < count; ++t) {
        faces.push_back(measure(at(triangles[3 * t]), at(triangles[3 * t + 1]),
                                at(triangles[3 * t + 2])));
    }

    Sets sets(3 * count);
    const Leaving leaving(triangles, count, vertices);
    for (std::uint32_t h = 0; h < 3 * count; ++h) {
        const std::uint32_t from = triangles[h], to = triangles[next(h)];
        if (from >= to) continue;  // each edge once, and not those without length
        const std::uint32_t other = leaving.only(to, from);
        if (other == no_index || leaving.only(from, to) == no_index) continue;
        if (dot(faces[h / 3].normal, faces[other / 3].normal) < cosine) continue;
        // The two run through the edge in opposite directions.
        sets.join(h, next(other));
        sets.join(next(h), other);
    }

    Creased result;
    result.triangles.resize(3 * count);
    std::vector<Vector> sums;
    std::vector<std::uint32_t> number(3 * count, no_index);
    for (std::uint32_t h = 0; h < 3 * count; ++h) {
        std::uint32_t& vertex = number[sets.find(h)];
        if (vertex == no_index) {
            vertex = static_cast<std::uint32_t>(sums.size());
            sums.push_back({0.0, 0.0, 0.0});
            result.source.push_back(triangles[h]);
        }
        result.triangles[h] = vertex;
        const Vector& normal = faces[h / 3].normal;
        const double angle = faces[h / 3].angles[h % 3];
        Vector& sum = sums[vertex];
        sum = {sum.x + angle * normal.x, sum.y + angle * normal.y, sum.z + angle * normal.z};
    }
    result.normals.reserve(3 * sums.size());
    for (const Vector& sum : sums) {
        Vector normal = unit(sum);
        // Only triangles without area meet here: they are not seen, yet need a unit vector.
        if (normal.x == 0.0 && normal.y == 0.0 && normal.z == 0.0) normal.z = 1.0;
        result.normals.push_back(static_cast<float>(normal.x));
        result.normals.push_back(static_cast<float>(normal.y));
        result.normals.push_back(static_cast<float>(normal.z));
    }
    return result;
}

}  // namespace fourbar::meshes
