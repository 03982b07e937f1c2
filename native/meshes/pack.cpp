#include "pack.hpp"

#include <cmath>
#include <cstring>
#include <utility>

#include "crease.hpp"
#include "hash.hpp"

namespace fourbar::meshes {
namespace {

struct Point {
    float x, y, z;
};

bool operator==(const Point& a, const Point& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

bool finite(const Point& p) {
    return std::isfinite(p.x) && std::isfinite(p.y) && std::isfinite(p.z);
}

std::uint32_t bits(float value) {
    value += 0.0f;  // -0.0 is where 0.0 is
    std::uint32_t word;
    std::memcpy(&word, &value, sizeof word);
    return word;
}

// Finite points in order of first appearance, found again through a hash table that grows with
// them: a closed mesh has six times as many corners as vertices.
class Places {
public:
    explicit Places(std::size_t expected) : table_(table_size(expected), no_index) {
        points_.reserve(expected);
        seed_ = table_seed(table_.data());
    }

    std::uint32_t number(const Point& p) {
        std::size_t slot = slot_of(p);
        for (;; slot = (slot + 1) & (table_.size() - 1)) {
            const std::uint32_t found = table_[slot];
            if (found == no_index) break;
            if (points_[found] == p) return found;
        }
        const auto number = static_cast<std::uint32_t>(points_.size());
        table_[slot] = number;
        points_.push_back(p);
        if (2 * points_.size() > table_.size()) grow();
        return number;
    }

    std::vector<Point>& points() { return points_; }

private:
    std::size_t slot_of(const Point& p) const {
        const std::uint64_t xy = std::uint64_t{bits(p.x)} << 32 | bits(p.y);
        const std::uint64_t h = (xy ^ seed_) * 0x9e3779b97f4a7c15ull;
        return static_cast<std::size_t>(mix(h ^ (h >> 29) ^ bits(p.z))) & (table_.size() - 1);
    }

    void grow() {
        table_.assign(2 * table_.size(), no_index);
        for (std::size_t i = 0; i < points_.size(); ++i) {
            std::size_t slot = slot_of(points_[i]);
            while (table_[slot] != no_index) slot = (slot + 1) & (table_.size() - 1);
            table_[slot] = static_cast<std::uint32_t>(i);
        }
    }

    std::vector<std::uint32_t> table_;
    std::vector<Point> points_;
    std::uint64_t seed_;
};

// False where a scaled coordinate does not fit.
bool scale(std::vector<Point>& points, std::vector<std::uint32_t>& triangles, const double* by) {
    if (by[0] == 1.0 && by[1] == 1.0 && by[2] == 1.0) return true;
    for (Point& p : points) {
        // The zero added is the other axes' part: it turns -0.0 into 0.0.
        p = {static_cast<float>(p.x * by[0] + 0.0), static_cast<float>(p.y * by[1] + 0.0),
             static_cast<float>(p.z * by[2] + 0.0)};
        if (!finite(p)) return false;
    }
    if (by[0] * by[1] * by[2] < 0.0) {  // mirrored: the other side is outside
        for (std::size_t t = 0; t < triangles.size(); t += 3) std::swap(triangles[t], triangles[t + 2]);
    }
    return true;
}

void permute(const float* from, float* to, const int* order) {
    const float p[3] = {from[0], from[1], from[2]};
    for (int i = 0; i < 3; ++i) to[i] = p[order[i]];
}

}  // namespace

bool pack_corners(const char* corners, std::size_t stride, std::size_t triangles,
                  const Packing& packing, Packed& packed) {
    Places places(triangles / 2 + 8);
    std::vector<std::uint32_t> indices(3 * triangles);
    for (std::size_t t = 0; t < triangles; ++t) {
        Point three[3];
        std::memcpy(three, corners + t * stride, sizeof three);
        for (int k = 0; k < 3; ++k) {
            if (!finite(three[k])) return false;
            indices[3 * t + static_cast<std::size_t>(k)] = places.number(three[k]);
        }
    }
    std::vector<Point>& points = places.points();
    if (points.empty() || !scale(points, indices, packing.scale)) return false;
    const float* const flat = &points[0].x;
    if (packing.normals) {
        Creased creased = crease(flat, indices.data(), triangles, packing.cosine);
        packed.positions.resize(3 * creased.source.size());
        for (std::size_t i = 0; i < creased.source.size(); ++i) {
            permute(flat + 3 * std::size_t{creased.source[i]}, &packed.positions[3 * i],
                    packing.order);
            permute(&creased.normals[3 * i], &creased.normals[3 * i], packing.order);
        }
        packed.normals = std::move(creased.normals);
        packed.triangles = std::move(creased.triangles);
    } else {
        packed.positions.resize(3 * points.size());
        for (std::size_t i = 0; i < points.size(); ++i) {
            permute(flat + 3 * i, &packed.positions[3 * i], packing.order);
        }
        packed.triangles = std::move(indices);
    }
    for (int k = 0; k < 3; ++k) packed.low[k] = packed.high[k] = packed.positions[std::size_t(k)];
    for (std::size_t i = 0; i < packed.positions.size(); i += 3) {
        for (std::size_t k = 0; k < 3; ++k) {
            const float value = packed.positions[i + k];
            if (value < packed.low[k]) packed.low[k] = value;
            if (value > packed.high[k]) packed.high[k] = value;
        }
    }
    return true;
}

}  // namespace fourbar::meshes
