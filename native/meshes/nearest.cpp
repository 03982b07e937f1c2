#include "nearest.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <queue>

namespace fourbar::meshes {
namespace {

constexpr std::size_t leaf = 4;

Vector lowest(const Vector& a, const Vector& b) {
    return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)};
}
Vector highest(const Vector& a, const Vector& b) {
    return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};
}

double square_to_box(const Vector& p, const Vector& low, const Vector& high) {
    const auto beyond = [](double v, double l, double h) { return std::max({l - v, 0.0, v - h}); };
    const double x = beyond(p.x, low.x, high.x), y = beyond(p.y, low.y, high.y),
                 z = beyond(p.z, low.z, high.z);
    return x * x + y * y + z * z;
}

double square_to_segment(const Vector& p, const Vector& a, const Vector& b) {
    const Vector along = b - a;
    const double size = dot(along, along);
    const double t = size > 0 ? std::clamp(dot(p - a, along) / size, 0.0, 1.0) : 0.0;
    const Vector out = p - (a + along * t);
    return dot(out, out);
}

double square_to_triangle(const Vector& p, const Vector& a, const Vector& b, const Vector& c) {
    const Vector normal = cross(b - a, c - a);
    const double size = dot(normal, normal);
    if (size > 0 && dot(cross(b - a, p - a), normal) >= 0 && dot(cross(c - b, p - b), normal) >= 0 &&
        dot(cross(a - c, p - c), normal) >= 0) {
        const double height = dot(p - a, normal);
        return height * height / size;
    }
    return std::min({square_to_segment(p, a, b), square_to_segment(p, b, c),
                     square_to_segment(p, c, a)});
}

constexpr double pi = 3.14159265358979323846;

// Of a triangle seen from the origin, signed (van Oosterom and Strackee, 1983).
double solid_angle(const Vector& a, const Vector& b, const Vector& c) {
    const double x = length(a), y = length(b), z = length(c);
    const double below = x * y * z + dot(a, b) * z + dot(b, c) * x + dot(c, a) * y;
    return 2 * std::atan2(dot(a, cross(b, c)), below);
}

double axis(const Vector& v, int k) { return k == 0 ? v.x : k == 1 ? v.y : v.z; }

}  // namespace

double distance_to_triangle(const Vector& p, const Vector& a, const Vector& b, const Vector& c) {
    return std::sqrt(square_to_triangle(p, a, b, c));
}

TriangleTree::TriangleTree(const double* points, const std::uint32_t* corners, std::size_t count) {
    const auto at = [points](std::uint32_t v) {
        return Vector{points[3 * std::size_t{v}], points[3 * std::size_t{v} + 1],
                      points[3 * std::size_t{v} + 2]};
    };
    triangles_.reserve(count);
    for (std::size_t t = 0; t < count; ++t) {
        triangles_.push_back({at(corners[3 * t]), at(corners[3 * t + 1]), at(corners[3 * t + 2]),
                              static_cast<std::uint32_t>(t)});
    }
    build(0, count);
    place_.resize(count);
    for (std::size_t i = 0; i < count; ++i) place_[triangles_[i].number] = static_cast<std::uint32_t>(i);
}

std::uint32_t TriangleTree::build(std::size_t first, std::size_t count) {
    const auto begin = triangles_.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = begin + static_cast<std::ptrdiff_t>(count);
    Vector low = begin->a, high = begin->a;
    for (auto t = begin; t != end; ++t) {
        for (const Vector& v : {t->a, t->b, t->c}) {
            low = lowest(low, v);
            high = highest(high, v);
        }
    }
    const auto number = static_cast<std::uint32_t>(nodes_.size());
    Vector area{0, 0, 0}, middle{0, 0, 0};
    double whole = 0;
    for (auto t = begin; t != end; ++t) {
        const Vector own = cross(t->b - t->a, t->c - t->a) * 0.5;
        const double size = length(own);
        area = area + own;
        middle = middle + (t->a + t->b + t->c) * (size / 3);
        whole += size;
    }
    middle = whole > 0 ? middle * (1 / whole) : (low + high) * 0.5;
    // The farthest corner of the box is at least as far as any triangle.
    const Vector beyond = highest(high - middle, middle - low);
    nodes_.push_back({low, high, static_cast<std::uint32_t>(first), static_cast<std::uint32_t>(count),
                      0, area, middle, length(beyond)});
    if (count <= leaf) return number;
    const Vector size = high - low;
    const int k = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
    const auto half = static_cast<std::ptrdiff_t>(count / 2);
    std::nth_element(begin, begin + half, end, [k](const Triangle& s, const Triangle& t) {
        const double a = axis(s.a, k) + axis(s.b, k) + axis(s.c, k);
        const double b = axis(t.a, k) + axis(t.b, k) + axis(t.c, k);
        return a != b ? a < b : s.number < t.number;
    });
    build(first, count / 2);
    const std::uint32_t right = build(first + count / 2, count - count / 2);
    nodes_[number].count = 0;
    nodes_[number].right = right;
    return number;
}

double TriangleTree::distance(const Vector& p, std::uint32_t triangle) const {
    const Triangle& t = triangles_[place_[triangle]];
    return std::sqrt(square_to_triangle(p, t.a, t.b, t.c));
}

TriangleTree::Nearest TriangleTree::nearest(const Vector& p) const {
    double best = std::numeric_limits<double>::infinity();
    std::uint32_t found = 0;
    std::array<std::uint32_t, 128> stack;  // deeper than halving 2^32 triangles goes
    std::size_t depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        const std::uint32_t number = stack[--depth];
        const Node& node = nodes_[number];
        if (square_to_box(p, node.low, node.high) >= best) continue;
        for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
            const Triangle& t = triangles_[i];
            const double square = square_to_triangle(p, t.a, t.b, t.c);
            if (square < best) {
                best = square;
                found = t.number;
            }
        }
        if (node.count > 0) continue;
        const std::uint32_t left = number + 1, right = node.right;
        const double to_left = square_to_box(p, nodes_[left].low, nodes_[left].high);
        const double to_right = square_to_box(p, nodes_[right].low, nodes_[right].high);
        stack[depth++] = to_left < to_right ? right : left;
        stack[depth++] = to_left < to_right ? left : right;
    }
    return {std::sqrt(best), found};
}

int TriangleTree::winding(const Vector& p) const {
    // Not along anything that a drawing has.
    const Vector ray{0.5375287, 0.2803891, 0.7952913};
    int number = 0;
    std::array<std::uint32_t, 128> stack;
    std::size_t depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        const std::uint32_t at = stack[--depth];
        const Node& node = nodes_[at];
        double first = 0, last = std::numeric_limits<double>::infinity();
        for (int k = 0; k < 3; ++k) {
            first = std::max(first, (axis(node.low, k) - axis(p, k)) / axis(ray, k));
            last = std::min(last, (axis(node.high, k) - axis(p, k)) / axis(ray, k));
        }
        if (first > last * (1 + 1e-12)) continue;
        if (node.count == 0) {
            stack[depth++] = at + 1;
            stack[depth++] = node.right;
            continue;
        }
        for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
            const Triangle& t = triangles_[i];
            const Vector a = t.a - p, b = t.b - p, c = t.c - p;
            const double u = dot(ray, cross(a, b)), v = dot(ray, cross(b, c)),
                         w = dot(ray, cross(c, a));
            const bool out = u > 0 && v > 0 && w > 0, in = u < 0 && v < 0 && w < 0;
            if (!out && !in) continue;
            // In front of p if the plane is: a . n has the sign of ray . n, which is that of u.
            const double height = dot(a, cross(t.b - t.a, t.c - t.a));
            if (out && height > 0) ++number;
            if (in && height < 0) --number;
        }
    }
    return number;
}

double TriangleTree::share(const Vector& p) const {
    double angle = 0;  // the solid angle, signed
    std::array<std::uint32_t, 128> stack;
    std::size_t depth = 0;
    stack[depth++] = 0;
    while (depth > 0) {
        const std::uint32_t at = stack[--depth];
        const Node& node = nodes_[at];
        const Vector to = node.middle - p;
        const double away = length(to);
        if (away > 2.5 * node.radius) {
            angle += dot(node.area, to) / (away * away * away);
            continue;
        }
        if (node.count == 0) {
            stack[depth++] = at + 1;
            stack[depth++] = node.right;
            continue;
        }
        for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
            angle += solid_angle(triangles_[i].a - p, triangles_[i].b - p, triangles_[i].c - p);
        }
    }
    return std::abs(angle) / (4 * pi);
}

bool is_inside(const TriangleTree& tree, Inside rule, const Vector& p) {
    switch (rule) {
        case Inside::closed: return tree.winding(p) != 0;
        case Inside::open: return tree.share(p) > 0.5;
        default: return false;
    }
}

namespace {

using Corners = std::array<Vector, 3>;

Corners corners_of(const double* points, const std::uint32_t* numbers) {
    Corners c;
    for (std::size_t k = 0; k < 3; ++k) {
        const double* const p = &points[3 * std::size_t{numbers[k]}];
        c[k] = {p[0], p[1], p[2]};
    }
    return c;
}

// The distances of a triangle from the surface of a tree, less than 0 inside.
struct Bounds {
    Vector middle;
    double own;     // of the middle
    double radius;  // about the middle
    double upper;   // of any point
};

Bounds bounds_of(const TriangleTree& tree, Inside rule, const Corners& c) {
    const Vector middle = (c[0] + c[1] + c[2]) * (1.0 / 3.0);
    const auto [distance, nearest] = tree.nearest(middle);
    double radius = 0, beside = 0;
    for (const Vector& corner : c) {
        radius = std::max(radius, length(corner - middle));
        // The distance from one triangle is convex: its maximum is at a corner.
        beside = std::max(beside, tree.distance(corner, nearest));
    }
    const double own = is_inside(tree, rule, middle) ? -distance : distance;
    return {middle, own, radius, std::min(own + radius, beside)};
}

// From which corner to the next it is longest.
std::size_t longest_of(const Corners& c) {
    std::size_t k = 0;
    for (std::size_t i = 1; i < 3; ++i) {
        if (length(c[(i + 1) % 3] - c[i]) > length(c[(k + 1) % 3] - c[k])) k = i;
    }
    return k;
}

double longest_side(const Corners& c) {
    const std::size_t k = longest_of(c);
    return length(c[(k + 1) % 3] - c[k]);
}

// Cut across the longest side.
std::array<Corners, 2> halves(const Corners& c) {
    const std::size_t k = longest_of(c);
    const Vector a = c[k], b = c[(k + 1) % 3], tip = c[(k + 2) % 3];
    const Vector half = (a + b) * 0.5;
    return {Corners{a, half, tip}, Corners{half, b, tip}};
}

}  // namespace

Farthest farthest_from(const TriangleTree& tree, Inside rule, const double* points,
                       const std::uint32_t* corners, std::size_t count, double gap, double share,
                       std::size_t budget) {
    struct Piece {
        double upper;
        Corners corners;
    };
    const auto less = [](const Piece& a, const Piece& b) { return a.upper < b.upper; };
    std::priority_queue<Piece, std::vector<Piece>, decltype(less)> open(less);
    Farthest found{0, 0, {points[0], points[1], points[2]}};

    const auto look = [&](const Corners& c) {
        const Bounds bounds = bounds_of(tree, rule, c);
        if (bounds.own > found.lower) {
            found.lower = bounds.own;
            found.where = bounds.middle;
        }
        if (bounds.upper > found.lower) open.push({bounds.upper, c});
    };
    // Most is farthest at a corner: with these known first, little has to be divided.
    std::vector<bool> known(count == 0 ? 0 : 1 + *std::max_element(corners, corners + 3 * count));
    for (std::size_t i = 0; i < 3 * count; ++i) {
        if (known[corners[i]]) continue;
        known[corners[i]] = true;
        const double* const v = &points[3 * std::size_t{corners[i]}];
        const Vector p{v[0], v[1], v[2]};
        const double distance = tree.nearest(p).distance;
        if (distance > found.lower && !is_inside(tree, rule, p)) {
            found.lower = distance;
            found.where = p;
        }
    }
    for (std::size_t t = 0; t < count; ++t) {
        look(corners_of(points, &corners[3 * t]));
    }
    for (std::size_t done = 0; !open.empty() && done < budget; ++done) {
        const Piece piece = open.top();
        if (piece.upper <= found.lower + std::max(gap, share * found.lower)) break;
        open.pop();
        for (const Corners& half : halves(piece.corners)) look(half);
    }
    found.upper = open.empty() ? found.lower : std::max(found.lower, open.top().upper);
    return found;
}

Beyond pieces_beyond(const TriangleTree& tree, Inside rule, const double* points,
                     const std::uint32_t* corners, std::size_t count, double beyond, double finest,
                     std::size_t most) {
    Beyond found;
    std::vector<Corners> open;
    for (std::size_t t = 0; t < count; ++t) {
        open.push_back(corners_of(points, &corners[3 * t]));
        while (!open.empty()) {
            const Corners piece = open.back();
            open.pop_back();
            const Bounds bounds = bounds_of(tree, rule, piece);
            if (bounds.upper <= beyond) continue;
            const bool small = longest_side(piece) <= finest || found.distances.size() >= most;
            if (bounds.own - bounds.radius > beyond || (small && bounds.own > beyond)) {
                for (const Vector& v : piece) found.corners.insert(found.corners.end(), {v.x, v.y, v.z});
                found.distances.push_back(bounds.own);
            } else if (!small) {
                for (const Corners& half : halves(piece)) open.push_back(half);
            }
        }
    }
    return found;
}

}  // namespace fourbar::meshes
