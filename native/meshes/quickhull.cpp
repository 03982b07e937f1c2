#include "quickhull.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "exact.hpp"
#include "hash.hpp"

namespace fourbar::meshes {
namespace {

using Points = std::vector<Vector>;

// Quickhull (Barber, Dobkin, Huhdanpaa, 1996) with triangles: points outside wait at a facet that
// sees them, the farthest of one facet is added, and those of the facets that it sees are handed to
// the new ones.
//
// A facet sees a point strictly on its outer side. With exact signs the facets that see a point are
// then a disc, whose rim is a simple cycle; no triangle of the new point with an edge of the rim is
// degenerate, for the facet that it replaces sees the point and so the point is not on the edge's
// line; and a point that a removed facet saw is either seen by a new facet or inside. Facets in one
// plane do no harm and are made one polygon in the end.
class Quickhull {
public:
    Quickhull(const Points& points, const std::array<std::uint32_t, 4>& simplex)
        : points_(points), next_(points.size(), no_index), first_(points.size(), no_index) {
        Vector low = points[0], high = points[0];
        for (const Vector& p : points) {
            low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
            high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
        }
        extent_ = high - low;
        start(simplex);
        while (!waiting_.empty()) {
            const std::uint32_t facet = waiting_.back();
            waiting_.pop_back();
            if (facets_[facet].alive && facets_[facet].outside != no_index) add_point(facet);
        }
    }

    Hull result() const;

private:
    struct Facet {
        std::array<std::uint32_t, 3> corners;
        std::array<std::uint32_t, 3> beside;  // across the edge from corner k to k + 1
        Vector normal;                        // of any length
        double slack;                         // how wrong a height may be by rounding
        std::uint32_t outside;                // the first of a chain of points, or no_index
        std::uint32_t farthest;
        double height;
        std::uint32_t seen;  // the last step in which it was looked at
        bool alive;
        bool has_exact;  // whether its place in `exact_` is filled
    };

    struct RimEdge {
        std::uint32_t from, to;
        std::uint32_t beyond;  // the facet that stays
    };

    double height(const Facet& facet, std::uint32_t point) const {
        return dot(facet.normal, points_[point] - points_[facet.corners[0]]);
    }

    // Whether it sees the point, and how far away it is for choosing (rounded).
    bool sees(std::uint32_t number, std::uint32_t point, double& above) {
        Facet& facet = facets_[number];
        above = height(facet, point);
        if (above > facet.slack) return true;
        if (above < -facet.slack) return false;
        const auto& [a, b, c] = facet.corners;
        if (!facet.has_exact) {
            exact_.resize(facets_.size());
            exact_[number] = exact::normal_of(points_[a], points_[b], points_[c]);
            facet.has_exact = true;
        }
        return exact::side(exact_[number], points_[a], points_[b], points_[c], points_[point]) > 0;
    }

    std::uint32_t make(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        const Vector u = points_[b] - points_[a], v = points_[c] - points_[a];
        // A height is a sum of six products of three differences: eight roundings of the sum of
        // their sizes, for which twice as much stands, and underflow.
        const auto size = [](double p, double q, double r, double s) {
            return std::fabs(p * q) + std::fabs(r * s);
        };
        const double slack =
            0x1p-49 * (size(u.y, v.z, u.z, v.y) * extent_.x + size(u.z, v.x, u.x, v.z) * extent_.y +
                       size(u.x, v.y, u.y, v.x) * extent_.z) +
            0x1p-900;
        const Facet facet{{a, b, c}, {no_index, no_index, no_index}, cross(u, v), slack,
                          no_index,  no_index, 0, step_, true, false};
        if (!free_.empty()) {
            const std::uint32_t number = free_.back();
            free_.pop_back();
            facets_[number] = facet;
            return number;
        }
        facets_.push_back(facet);
        return static_cast<std::uint32_t>(facets_.size() - 1);
    }

    // Hands the point to the first of the facets that sees it, if one does.
    void hand(std::uint32_t point, const std::vector<std::uint32_t>& facets) {
        double above = 0;
        for (const std::uint32_t number : facets) {
            Facet& facet = facets_[number];
            if (!sees(number, point, above)) continue;
            if (facet.outside == no_index) waiting_.push_back(number);
            if (facet.outside == no_index || above > facet.height ||
                (above == facet.height && point < facet.farthest)) {
                facet.height = above;
                facet.farthest = point;
            }
            next_[point] = facet.outside;
            facet.outside = point;
            return;
        }
    }

    void start(const std::array<std::uint32_t, 4>& simplex) {
        auto [a, b, c, d] = simplex;
        if (exact::side(points_[a], points_[b], points_[c], points_[d]) > 0) std::swap(b, c);
        // d is now below a, b, c.
        const std::vector<std::uint32_t> facets{make(a, b, c), make(b, a, d), make(c, b, d),
                                                make(a, c, d)};
        facets_[facets[0]].beside = {facets[1], facets[2], facets[3]};
        facets_[facets[1]].beside = {facets[0], facets[3], facets[2]};
        facets_[facets[2]].beside = {facets[0], facets[1], facets[3]};
        facets_[facets[3]].beside = {facets[0], facets[2], facets[1]};
        for (std::uint32_t p = 0; p < points_.size(); ++p) hand(p, facets);
    }

    void add_point(std::uint32_t facet) {
        const std::uint32_t point = facets_[facet].farthest;
        find_rim(facet, point);
        fresh_.clear();
        for (const RimEdge& edge : rim_) {
            const std::uint32_t made = make(edge.from, edge.to, point);
            facets_[made].beside[0] = edge.beyond;
            Facet& beyond = facets_[edge.beyond];
            for (std::size_t k = 0; k < 3; ++k) {
                if (beyond.corners[k] == edge.to && beyond.corners[(k + 1) % 3] == edge.from) {
                    beyond.beside[k] = made;
                }
            }
            first_[edge.from] = made;
            fresh_.push_back(made);
        }
        for (const std::uint32_t made : fresh_) {
            const std::uint32_t after = first_[facets_[made].corners[1]];
            facets_[made].beside[1] = after;
            facets_[after].beside[2] = made;
        }
        for (const std::uint32_t number : visible_) {
            for (std::uint32_t p = facets_[number].outside, next; p != no_index; p = next) {
                next = next_[p];
                if (p != point) hand(p, fresh_);
            }
            facets_[number].alive = false;
        }
        // Only now: the new facets must not take the place of one whose points still wait.
        free_.insert(free_.end(), visible_.begin(), visible_.end());
    }

    // The facets that see the point, and the edges around them.
    void find_rim(std::uint32_t facet, std::uint32_t point) {
        ++step_;
        rim_.clear();
        visible_.assign(1, facet);
        facets_[facet].seen = step_;
        double above = 0;
        for (std::size_t i = 0; i < visible_.size(); ++i) {
            const Facet& from = facets_[visible_[i]];
            for (std::size_t k = 0; k < 3; ++k) {
                const std::uint32_t number = from.beside[k];
                Facet& other = facets_[number];
                if (other.seen == step_) continue;
                if (sees(number, point, above)) {
                    other.seen = step_;
                    visible_.push_back(number);
                } else {
                    rim_.push_back({from.corners[k], from.corners[(k + 1) % 3], number});
                }
            }
        }
    }

    const Points& points_;
    Vector extent_;
    std::vector<Facet> facets_;
    std::vector<exact::Normal> exact_;  // of facets that some point was too close to
    std::vector<std::uint32_t> free_;
    std::vector<std::uint32_t> waiting_;  // facets with points outside
    std::vector<std::uint32_t> next_;     // of each point, in the chain it waits in
    std::vector<std::uint32_t> first_;    // the new facet that starts at a point of the rim
    std::uint32_t step_ = 0;
    std::vector<std::uint32_t> visible_, fresh_;
    std::vector<RimEdge> rim_;
};

// Facets in one plane made one polygon, without the points that are not corners of the hull.
Hull Quickhull::result() const {
    const std::size_t count = facets_.size();
    // The number of one facet of each plane.
    std::vector<std::uint32_t> plane(count, no_index);
    std::vector<std::uint32_t> stack;
    const auto flat = [&](const Facet& facet, const Facet& other) {
        for (const std::uint32_t corner : other.corners) {
            const auto& [a, b, c] = facet.corners;
            if (corner == a || corner == b || corner == c) continue;
            if (std::fabs(height(facet, corner)) > facet.slack) return false;
            return exact::side(points_[a], points_[b], points_[c], points_[corner]) == 0;
        }
        return true;
    };
    for (std::uint32_t f = 0; f < count; ++f) {
        if (!facets_[f].alive || plane[f] != no_index) continue;
        plane[f] = f;
        stack.assign(1, f);
        while (!stack.empty()) {
            const Facet& facet = facets_[stack.back()];
            stack.pop_back();
            for (const std::uint32_t other : facet.beside) {
                if (plane[other] != no_index || !flat(facet, facets_[other])) continue;
                plane[other] = f;
                stack.push_back(other);
            }
        }
    }
    // Edges between planes. A corner of the hull is where at least three of them start.
    struct Side {
        std::uint32_t plane, from, to;
    };
    std::vector<Side> sides;
    std::vector<std::uint32_t> meeting(points_.size(), 0);
    for (std::uint32_t f = 0; f < count; ++f) {
        const Facet& facet = facets_[f];
        if (!facet.alive) continue;
        for (std::size_t k = 0; k < 3; ++k) {
            if (plane[facet.beside[k]] == plane[f]) continue;
            sides.push_back({plane[f], facet.corners[k], facet.corners[(k + 1) % 3]});
            ++meeting[facet.corners[k]];
        }
    }
    std::stable_sort(sides.begin(), sides.end(),
                     [](const Side& a, const Side& b) { return a.plane < b.plane; });
    Hull hull;
    hull.dimension = 3;
    for (std::uint32_t p = 0; p < points_.size(); ++p) {
        if (meeting[p] >= 3) hull.vertices.push_back(p);
    }
    std::vector<std::uint32_t> corners;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> faces;  // from and to in `corners`
    std::vector<std::uint32_t> after(points_.size(), no_index);
    for (std::size_t begin = 0, end; begin < sides.size(); begin = end) {
        for (end = begin; end < sides.size() && sides[end].plane == sides[begin].plane; ++end) {
            after[sides[end].from] = sides[end].to;
        }
        const std::size_t first = corners.size();
        std::uint32_t at = sides[begin].from;
        do {
            if (meeting[at] >= 3) corners.push_back(at);
            at = after[at];
        } while (at != sides[begin].from);
        const auto face = corners.begin() + static_cast<std::ptrdiff_t>(first);
        std::rotate(face, std::min_element(face, corners.end()), corners.end());
        faces.emplace_back(first, corners.size());
    }
    const std::uint32_t* const all = corners.data();
    std::sort(faces.begin(), faces.end(), [all](const auto& a, const auto& b) {
        return std::lexicographical_compare(all + a.first, all + a.second, all + b.first,
                                            all + b.second);
    });
    hull.starts.push_back(0);
    hull.corners.reserve(corners.size());
    for (const auto& [from, to] : faces) {
        hull.corners.insert(hull.corners.end(), all + from, all + to);
        hull.starts.push_back(static_cast<std::uint32_t>(hull.corners.size()));
    }
    return hull;
}

}  // namespace

Hull quickhull(const Points& points, const std::array<std::uint32_t, 4>& simplex) {
    return Quickhull(points, simplex).result();
}

}  // namespace fourbar::meshes
