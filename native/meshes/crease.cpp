#include "crease.hpp"

#include <cmath>
#include <numeric>
#include <utility>

#include "hash.hpp"

namespace fourbar::meshes {
namespace {

constexpr double pi = 3.14159265358979323846;

struct Vector {
    double x, y, z;
};

Vector operator-(const Vector& a, const Vector& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }

double dot(const Vector& a, const Vector& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }

Vector cross(const Vector& a, const Vector& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

// The unit vector, or zero where there is no direction. Components come from float32 numbers: even
// the products of their products stay within the range of a double.
Vector unit(const Vector& a) {
    const double length = std::sqrt(dot(a, a));
    if (!(length > 0.0)) return {0.0, 0.0, 0.0};
    return {a.x / length, a.y / length, a.z / length};
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
    const double at_a = std::atan2(area, -dot(ab, ca));
    const double at_b = std::atan2(area, -dot(bc, ab));
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

constexpr std::uint32_t crowded = no_index - 1;

// For each half-edge the other one on its edge; `no_index` where there is none, `crowded` where
// there are several or both run the same way. `collect_edges` knows more, and takes longer.
std::vector<std::uint32_t> pair_half_edges(const std::uint32_t* triangles, std::size_t count) {
    std::vector<std::uint32_t> twin(3 * count, no_index);
    // Of a closed mesh: half as many edges as sides. An open one has at most twice as many.
    std::vector<std::uint32_t> table(table_size(count * 3 / 2 + 8), no_index);
    std::size_t mask = table.size() - 1;
    const std::uint64_t seed = table_seed(table.data());
    std::size_t used = 0;
    const auto slot_of = [&](std::uint32_t from, std::uint32_t to) {
        const std::uint64_t key = from < to ? std::uint64_t{to} << 32 | from
                                            : std::uint64_t{from} << 32 | to;
        return static_cast<std::size_t>(mix(key ^ seed)) & mask;
    };
    for (std::uint32_t h = 0; h < 3 * count; ++h) {
        const std::uint32_t from = triangles[h];
        const std::uint32_t to = triangles[next(h)];
        if (from == to) continue;
        std::size_t slot = slot_of(from, to);
        std::uint32_t first = table[slot];
        bool opposite = false;
        for (; first != no_index; first = table[slot = (slot + 1) & mask]) {
            const std::uint32_t a = triangles[first];
            const std::uint32_t b = triangles[next(first)];
            opposite = a == to && b == from;
            if (opposite || (a == from && b == to)) break;
        }
        if (first == no_index) {
            table[slot] = h;
            if (2 * ++used <= table.size()) continue;
            std::vector<std::uint32_t> larger(2 * table.size(), no_index);
            mask = larger.size() - 1;
            for (const std::uint32_t each : table) {
                if (each == no_index) continue;
                std::size_t free = slot_of(triangles[each], triangles[next(each)]);
                while (larger[free] != no_index) free = (free + 1) & mask;
                larger[free] = each;
            }
            table = std::move(larger);
        } else if (twin[first] == no_index && opposite) {
            twin[first] = h;
            twin[h] = first;
        } else {
            if (twin[first] < crowded) twin[twin[first]] = crowded;
            twin[first] = twin[h] = crowded;
        }
    }
    return twin;
}

}  // namespace

Creased crease(const float* positions, const std::uint32_t* triangles, std::size_t count,
               double cosine) {
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
    const std::vector<std::uint32_t> twin = pair_half_edges(triangles, count);
    for (std::uint32_t h = 0; h < 3 * count; ++h) {
        const std::uint32_t other = twin[h];
        if (other >= crowded || other < h) continue;
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
