#include "simplify.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <queue>
#include <tuple>
#include <utility>

#include "patch.hpp"
#include "quadric.hpp"
#include "surface.hpp"

namespace fourbar::meshes {
namespace {

// How far something is from what it was: place, normal, texture coordinates, colour, in the order
// of `attributes`.
using Errors = std::array<double, attributes.size()>;

struct Candidate {
    double cost;
    std::uint32_t place, target;
    std::uint32_t place_age, target_age;
};

// Cheapest first; the numbers make the order the same everywhere.
struct Later {
    bool operator()(const Candidate& a, const Candidate& b) const {
        return std::tie(a.cost, a.place, a.target) > std::tie(b.cost, b.place, b.target);
    }
};

// No vertex is taken to a place with more triangles around it: each would have all of them looked at
// again.
constexpr std::size_t largest_fan = 1024;

using Mapped = std::vector<std::pair<std::uint32_t, std::uint32_t>>;

class Simplifier {
public:
    Simplifier(const std::vector<const Triangles*>& parts, const Tolerances& tolerances)
        : surface_(parts),
          allowed_{tolerances.distance, tolerances.normal, tolerances.texcoord, tolerances.color},
          quadrics_(surface_.place_count()),
          ages_(surface_.place_count(), 0),
          errors_(surface_.faces().size(), Errors{}) {
        add_quadrics();
        for (std::uint32_t place = 0; place < surface_.place_count(); ++place) offer(place);
    }

    void run(std::size_t wanted) {
        while (surface_.face_count() > wanted && !heap_.empty()) {
            const Candidate next = heap_.top();
            heap_.pop();
            if (next.place_age == ages_[next.place] && next.target_age == ages_[next.target]) {
                try_collapse(next.place, next.target);
            }
        }
    }

    Simplified result() const {
        Simplified found{surface_.parts(), 0.0};
        for (std::size_t f = 0; f < errors_.size(); ++f) {
            if (surface_.faces()[f].alive) {
                found.distance = std::max(found.distance, errors_[f][0]);
            }
        }
        return found;
    }

private:
    void add_quadrics() {
        Surface::Ring ring;
        for (const Surface::Face& face : surface_.faces()) {
            if (!face.alive) continue;
            const auto& [a, b, c] = face.corners;
            const Vector& at = surface_.position(a.place);
            const Vector normal = cross(surface_.position(b.place) - at,
                                        surface_.position(c.place) - at);
            const double area = length(normal);
            if (!(area > 0)) continue;
            for (const Surface::Corner& corner : face.corners) {
                quadrics_[corner.place].add_plane(normal * (1 / area), at, area);
            }
        }
        // Open edges and seams: planes that stand on them keep them straight.
        for (std::uint32_t place = 0; place < surface_.place_count(); ++place) {
            if (!surface_.ring_of(place, ring)) continue;
            const std::size_t count = ring.sides.size();
            for (std::size_t i = 0; i < count; ++i) {
                const bool first = ring.open && i == 0;
                const Surface::Side& side = ring.sides[i];
                const Surface::Side& before = ring.sides[(i + count - 1) % count];
                if (first || before.own.vertex != side.own.vertex) {
                    add_standing_plane(place, side.from.place, side);
                }
            }
            if (ring.open) {
                add_standing_plane(place, ring.sides.back().to.place, ring.sides.back());
            }
        }
    }

    void add_standing_plane(std::uint32_t place, std::uint32_t other, const Surface::Side& side) {
        const Vector& at = surface_.position(place);
        const Vector along = surface_.position(other) - at;
        const Vector normal = cross(surface_.position(side.from.place) - at,
                                    surface_.position(side.to.place) - at);
        const Vector standing = cross(along, normal);
        const double size = length(standing);
        if (size > 0) quadrics_[place].add_plane(standing * (1 / size), at, dot(along, along));
    }

    void offer(std::uint32_t place) {
        surface_.neighbours(place, near_);
        for (const std::uint32_t other : near_) push(place, other);
    }

    void push(std::uint32_t place, std::uint32_t target) {
        Quadric sum = quadrics_[place];
        sum.add(quadrics_[target]);
        const Vector& to = surface_.position(target);
        // Where nothing is lost either way, short edges go first: their triangles are the thin ones.
        const Vector along = to - surface_.position(place);
        const double cost = sum.at(to) + 1e-9 * dot(along, along) * dot(along, along);
        if (!std::isfinite(cost)) return;
        heap_.push({cost, place, target, ages_[place], ages_[target]});
    }

    void try_collapse(std::uint32_t place, std::uint32_t target) {
        if (surface_.around(target).size() > largest_fan) return;
        if (!surface_.ring_of(place, ring_)) return;
        Patch patch{surface_.position(place), {}, !ring_.open, 0};
        std::optional<std::size_t> at;
        for (const Surface::Side& side : ring_.sides) {
            if (side.from.place == target) at = patch.ring.size();
            patch.ring.push_back(surface_.position(side.from.place));
        }
        if (ring_.open) {
            if (ring_.sides.back().to.place == target) at = patch.ring.size();
            patch.ring.push_back(surface_.position(ring_.sides.back().to.place));
            if (!at || (*at != 0 && *at + 1 != patch.ring.size())) return;
        }
        if (!at || !stays_simple(place, target)) return;
        patch.target = *at;
        Mapped mapped;
        if (!map_vertices(target, mapped)) return;
        const std::optional<Change> change = measure_removal(patch);
        if (!change) return;
        Errors errors = worst_around();
        errors[0] += change->distance;
        add_attribute_errors(change->landing, mapped, errors);
        for (std::size_t k = 0; k < attributes.size(); ++k) {
            if (!(errors[k] <= allowed_[k])) return;
        }
        collapse(place, target, mapped, errors);
    }

    // Whether only the faces between the two places are lost: nothing else may touch both.
    bool stays_simple(std::uint32_t place, std::uint32_t target) {
        surface_.neighbours(place, near_);
        surface_.neighbours(target, far_);
        std::size_t shared = 0, between = 0;
        for (const std::uint32_t other : near_) {
            shared += std::binary_search(far_.begin(), far_.end(), other);
        }
        for (const Surface::Side& side : ring_.sides) {
            between += side.from.place == target || side.to.place == target;
        }
        if (shared != between) return false;
        if (ring_.open || ring_.sides.size() > 3) return true;
        // Of three faces one is left: it must not be there already, on the other side.
        for (const std::uint32_t number : surface_.around(target)) {
            const Surface::Face& face = surface_.face(number);
            if (!face.alive) continue;
            std::size_t common = 0;
            for (const Surface::Corner& corner : face.corners) {
                common += std::binary_search(near_.begin(), near_.end(), corner.place);
            }
            if (common == 3) return false;
        }
        return true;
    }

    // The vertex of the target that takes over from each vertex of the place: the one that a face
    // between the two has there.
    bool map_vertices(std::uint32_t target, Mapped& mapped) const {
        for (const Surface::Side& side : ring_.sides) {
            const Surface::Corner* other = side.from.place == target ? &side.from
                                           : side.to.place == target ? &side.to
                                                                     : nullptr;
            if (other == nullptr) continue;
            const std::uint32_t* known = find(mapped, side.own.vertex);
            if (known == nullptr) {
                mapped.emplace_back(side.own.vertex, other->vertex);
            } else if (*known != other->vertex) {
                return false;
            }
        }
        for (const Surface::Side& side : ring_.sides) {
            if (find(mapped, side.own.vertex) == nullptr) return false;
        }
        return true;
    }

    static const std::uint32_t* find(const Mapped& mapped, std::uint32_t vertex) {
        for (const auto& [before, after] : mapped) {
            if (before == vertex) return &after;
        }
        return nullptr;
    }

    Errors worst_around() const {
        Errors worst{};
        for (const Surface::Side& side : ring_.sides) {
            for (std::size_t k = 0; k < attributes.size(); ++k) {
                worst[k] = std::max(worst[k], errors_[side.face][k]);
            }
        }
        return worst;
    }

    // What the new triangles have where the vertex was, against what it had itself. Every vertex
    // of a seam is compared with its own side: with the triangle it landed on, or else along the
    // seam.
    void add_attribute_errors(const Landing& landing, const Mapped& mapped, Errors& errors) const {
        const Surface::Side& under = ring_.sides[landing.corner];
        for (std::size_t k = 1; k < attributes.size(); ++k) {
            const Attribute& which = attributes[k];
            double worst = 0;
            for (const auto& [vertex, target] : mapped) {
                const float* had = surface_.attribute(vertex, which);
                if (had == nullptr) continue;
                const Blend blend =
                    under.own.vertex == vertex
                        ? Blend{target, under.from.vertex, under.to.vertex, landing.weights[1],
                                landing.weights[2]}
                        : along_seam(vertex, target);
                double apart = 0;
                for (std::size_t i = 0; i < which.width; ++i) {
                    const double a = surface_.attribute(blend.target, which)[i];
                    const double has = a + blend.b_share * (at(blend.b, which, i) - a) +
                                       blend.c_share * (at(blend.c, which, i) - a);
                    apart += (has - had[i]) * (has - had[i]);
                }
                if (!(std::sqrt(apart) <= worst)) worst = std::sqrt(apart);  // NaN is the worst
            }
            errors[k] += worst;
        }
    }

    // Vertices and how much of two of them is in a place.
    struct Blend {
        std::uint32_t target, b, c;
        double b_share, c_share;
    };

    double at(std::uint32_t vertex, const Attribute& which, std::size_t i) const {
        return surface_.attribute(vertex, which)[i];
    }

    // On the line from the target to the vertex's other neighbour on the seam, by length.
    Blend along_seam(std::uint32_t vertex, std::uint32_t target) const {
        const std::size_t count = ring_.sides.size();
        const Surface::Corner *near = nullptr, *far = nullptr;
        for (std::size_t s = 0; s < count; ++s) {
            const Surface::Side& side = ring_.sides[s];
            if (side.own.vertex != vertex) continue;
            const bool starts = (ring_.open && s == 0) ||
                                ring_.sides[(s + count - 1) % count].own.vertex != vertex;
            const bool stops = (ring_.open && s + 1 == count) ||
                               ring_.sides[(s + 1) % count].own.vertex != vertex;
            if (starts) (side.from.vertex == target ? near : far) = &side.from;
            if (stops) (side.to.vertex == target ? near : far) = &side.to;
        }
        if (near == nullptr || far == nullptr) return {target, target, target, 0, 0};
        const Vector& here = surface_.position(ring_.sides.front().own.place);
        const double back = length(surface_.position(near->place) - here);
        const double on = length(surface_.position(far->place) - here);
        return {target, far->vertex, target, back + on > 0 ? back / (back + on) : 0.0, 0};
    }

    void collapse(std::uint32_t place, std::uint32_t target, const Mapped& mapped,
                  const Errors& errors) {
        for (const Surface::Side& side : ring_.sides) errors_[side.face] = errors;
        surface_.collapse(place, target, mapped);
        quadrics_[target].add(quadrics_[place]);
        ++ages_[place];
        ++ages_[target];
        offer(target);
        for (const std::uint32_t other : near_) push(other, target);
        // What could not go before may now: the faces along the ring are new.
        for (const Surface::Side& side : ring_.sides) {
            if (side.from.place == target || side.to.place == target) continue;
            push(side.from.place, side.to.place);
            push(side.to.place, side.from.place);
        }
    }

    Surface surface_;
    Errors allowed_;
    std::vector<Quadric> quadrics_;
    std::vector<std::uint32_t> ages_;
    std::vector<Errors> errors_;  // of each face
    std::priority_queue<Candidate, std::vector<Candidate>, Later> heap_;
    Surface::Ring ring_;
    std::vector<std::uint32_t> near_, far_;
};

}  // namespace

Simplified simplify(const std::vector<const Triangles*>& parts, std::size_t wanted,
                    const Tolerances& tolerances) {
    Simplifier simplifier(parts, tolerances);
    simplifier.run(wanted);
    return simplifier.result();
}

}  // namespace fourbar::meshes
