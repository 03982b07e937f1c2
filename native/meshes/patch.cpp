#include "patch.hpp"

#include <algorithm>
#include <cmath>

namespace fourbar::meshes {
namespace {

constexpr double full_turn = 6.283185307179586;
constexpr double angle_slack = 1e-6;     // [rad]
constexpr double steepest = 0.2;         // cosine of a new triangle's normal to the mean and the old one
constexpr double flat = 1e-12;           // relative to the patch: areas below are none
constexpr double outside_slack = 1e-9;   // of weights in a triangle

struct Point {
    double x, y;
};
Point operator-(const Point& a, const Point& b) { return {a.x - b.x, a.y - b.y}; }
double cross(const Point& a, const Point& b) { return a.x * b.y - a.y * b.x; }
double dot(const Point& a, const Point& b) { return a.x * b.x + a.y * b.y; }

class Seen {
public:
    explicit Seen(const Patch& patch) : patch_(patch), center_(patch.center) {}

    std::optional<Change> measure() {
        if (!choose_view()) return std::nullopt;
        const double moved = patch_.closed ? 0.0 : move_to_side();
        project();
        if (!covers_once()) return std::nullopt;
        const std::optional<Landing> landing = land();
        if (!landing) return std::nullopt;
        const double at_center = length(point_on(*landing) - center_);
        return Change{moved + std::max(at_center, at_crossings()), *landing};
    }

private:
    std::size_t size() const { return patch_.ring.size(); }
    std::size_t sides() const { return patch_.closed ? size() : size() - 1; }
    std::size_t next(std::size_t i) const { return i + 1 == size() ? 0 : i + 1; }
    const Vector& ring(std::size_t i) const { return patch_.ring[i]; }
    bool is_new(std::size_t side) const {
        return side != patch_.target && next(side) != patch_.target;
    }

    bool choose_view() {
        Vector sum{0, 0, 0};
        for (std::size_t i = 0; i < sides(); ++i) {
            sum = sum + meshes::cross(ring(i) - center_, ring(next(i)) - center_);
        }
        const double size = length(sum);
        if (!(size > 0) || !std::isfinite(size)) return false;
        normal_ = sum * (1 / size);
        const bool along_x = std::abs(normal_.x) < 0.6;
        const Vector other = along_x ? Vector{1, 0, 0} : Vector{0, 1, 0};
        const Vector u = meshes::cross(other, normal_);
        u_ = u * (1 / length(u));
        v_ = meshes::cross(normal_, u_);
        return true;
    }

    // The nearest place to the centre on the side between the ends of an open ring.
    double move_to_side() {
        const Vector a = ring(0), along = ring(size() - 1) - a;
        const double whole = meshes::dot(along, along);
        double share = whole > 0 ? meshes::dot(center_ - a, along) / whole : 0.0;
        share = std::clamp(share, 0.0, 1.0);
        const Vector foot = a + along * share;
        const double moved = length(center_ - foot);
        center_ = foot;
        return moved;
    }

    Point seen(const Vector& p) const {
        const Vector d = p - center_;
        return {meshes::dot(d, u_), meshes::dot(d, v_)};
    }

    void project() {
        points_.clear();
        for (const Vector& p : patch_.ring) points_.push_back(seen(p));
        scale_ = 0;
        for (const Point& p : points_) scale_ = std::max(scale_, dot(p, p));
    }

    // Whether old and new triangles each cover the same outline once, and none is turned too far.
    bool covers_once() const {
        double old_angle = 0, new_angle = 0;
        const Point target = points_[patch_.target];
        const Vector& q = ring(patch_.target);
        for (std::size_t i = 0; i < sides(); ++i) {
            const Point a = points_[i], b = points_[next(i)];
            const double area = cross(a, b);
            if (area < -flat * scale_) return false;
            old_angle += std::atan2(area, dot(a, b));
            if (!is_new(i)) continue;
            const Point c = a - target, d = b - target;
            new_angle += std::atan2(cross(c, d), dot(c, d));
            const Vector turned = meshes::cross(ring(i) - q, ring(next(i)) - q);
            const double size = length(turned);
            if (!(size > flat * scale_) || meshes::dot(turned, normal_) < steepest * size) {
                return false;
            }
            const Vector before =
                meshes::cross(ring(i) - patch_.center, ring(next(i)) - patch_.center);
            if (meshes::dot(turned, before) < steepest * size * length(before)) return false;
        }
        const double around = patch_.closed ? full_turn : 0.5 * full_turn;
        return old_angle < around + angle_slack && new_angle < full_turn - angle_slack;
    }

    // The new triangle in which the centre is seen.
    std::optional<Landing> land() const {
        std::optional<Landing> best;
        double deepest = -outside_slack;
        const Point q = points_[patch_.target];
        for (std::size_t i = 0; i < sides(); ++i) {
            if (!is_new(i)) continue;
            const Point a = points_[i], b = points_[next(i)];
            const double whole = cross(a - q, b - q);
            if (!(whole > 0)) return std::nullopt;
            const double weights[3] = {cross(a, b) / whole, cross(b, q) / whole,
                                       cross(q, a) / whole};
            const double least = std::min({weights[0], weights[1], weights[2]});
            if (least > deepest) {
                deepest = least;
                best = Landing{i, {weights[0], weights[1], weights[2]}};
            }
        }
        return best;
    }

    Vector point_on(const Landing& landing) const {
        return ring(patch_.target) * landing.weights[0] + ring(landing.corner) * landing.weights[1] +
               ring(next(landing.corner)) * landing.weights[2];
    }

    // The farthest apart that an old and a new edge are where they are seen to cross.
    double at_crossings() const {
        double farthest = 0;
        const Point q = points_[patch_.target];
        for (std::size_t j = 0; j < size(); ++j) {
            const bool inner = patch_.closed
                                   ? j != patch_.target && next(j) != patch_.target &&
                                         next(patch_.target) != j
                                   : j != 0 && j + 1 != size();
            if (!inner) continue;  // a side of the outline, not an edge between new triangles
            const Point along = points_[j] - q;
            for (std::size_t i = 0; i < size(); ++i) {
                if (i == j || i == patch_.target) continue;
                const Point from = points_[i];  // the old edge starts at the centre: at zero
                const double turned = cross(from, along);
                if (turned == 0) continue;
                const double s = cross(q, along) / turned, t = cross(q, from) / turned;
                if (s < 0 || s > 1 || t < 0 || t > 1) continue;
                const Vector before = center_ + (ring(i) - center_) * s;
                const Vector after =
                    ring(patch_.target) + (ring(j) - ring(patch_.target)) * t;
                farthest = std::max(farthest, length(after - before));
            }
        }
        return farthest;
    }

    const Patch& patch_;
    Vector center_, normal_{0, 0, 1}, u_{1, 0, 0}, v_{0, 1, 0};
    std::vector<Point> points_;
    double scale_ = 0;
};

}  // namespace

std::optional<Change> measure_removal(const Patch& patch) { return Seen(patch).measure(); }

}  // namespace fourbar::meshes
