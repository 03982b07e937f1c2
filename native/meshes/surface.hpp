// A triangle mesh that loses vertices: what is around each, and what is left in the end.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "triangles.hpp"
#include "vector.hpp"

namespace fourbar::meshes {

// Places are positions; vertices are places with attributes, of one part. Both are numbered over
// all parts.
class Surface {
public:
    // Rings are put in order by comparing every side with every other: a fan of a hundred thousand
    // triangles would take hours.
    static constexpr std::size_t longest_ring = 64;

    explicit Surface(const std::vector<const Triangles*>& parts);

    struct Corner {
        std::uint32_t vertex, place;
    };
    struct Face {
        std::array<Corner, 3> corners;
        bool alive;
    };
    // What follows the corner of a place in a face around it.
    struct Side {
        std::uint32_t face;
        Corner own, from, to;
    };
    // The faces around a place in order; `open` where they do not close a circle.
    struct Ring {
        std::vector<Side> sides;
        bool open = false;
    };

    std::size_t place_count() const { return positions_.size(); }
    std::size_t face_count() const { return alive_; }
    const std::vector<Face>& faces() const { return faces_; }
    const Face& face(std::uint32_t number) const { return faces_[number]; }
    const Vector& position(std::uint32_t place) const { return positions_[place]; }
    // Faces around a place, also those that are gone.
    const std::vector<std::uint32_t>& around(std::uint32_t place) const { return around_[place]; }

    // False where the faces around a place make no single fan, or more than `longest_ring` do.
    bool ring_of(std::uint32_t place, Ring& ring) const;
    // Places that share a face with this one, each once, sorted.
    void neighbours(std::uint32_t place, std::vector<std::uint32_t>& found) const;

    // The numbers of an attribute of a vertex, or null where its part has none.
    const float* attribute(std::uint32_t vertex, const Attribute& which) const;

    // Faces with both places go; in the others `place` becomes `target`, and its vertices become
    // those that they are mapped to: pairs of old and new.
    void collapse(std::uint32_t place, std::uint32_t target,
                  const std::vector<std::pair<std::uint32_t, std::uint32_t>>& mapped);

    // What is left of each part, its vertices in their order.
    std::vector<Triangles> parts() const;

private:
    std::size_t part_of(std::uint32_t vertex) const;

    std::vector<Triangles> given_;
    std::vector<std::uint32_t> first_vertex_;  // of each part, and the end
    std::vector<std::uint32_t> first_face_;
    std::vector<Vector> positions_;
    std::vector<Face> faces_;
    std::vector<std::vector<std::uint32_t>> around_;
    std::size_t alive_ = 0;
};

}  // namespace fourbar::meshes
