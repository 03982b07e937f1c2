// How far points and surfaces are from a surface.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "vector.hpp"

namespace fourbar::meshes {

// The distance of a point from a triangle.
double distance_to_triangle(const Vector& p, const Vector& a, const Vector& b, const Vector& c);

// A tree of boxes over triangles.
class TriangleTree {
public:
    // (n, 3) points and (m, 3) numbers of them; at least one triangle.
    TriangleTree(const double* points, const std::uint32_t* corners, std::size_t count);

    struct Nearest {
        double distance;
        std::uint32_t triangle;
    };
    Nearest nearest(const Vector& p) const;
    // How often a closed surface goes around a point: crossings of a ray, from outside counted
    // against those from inside.
    int winding(const Vector& p) const;
    // The share of the view from a point that the surface fills, from 0 outside to 1 inside of one
    // that is nearly closed. What is far counts as one piece (Barill et al., "Fast winding numbers
    // for soups and clouds", 2018), which errs by a few hundredths.
    double share(const Vector& p) const;

    std::size_t count() const { return triangles_.size(); }
    double distance(const Vector& p, std::uint32_t triangle) const;
    // The box around all.
    const Vector& low() const { return nodes_[0].low; }
    const Vector& high() const { return nodes_[0].high; }

private:
    struct Triangle {
        Vector a, b, c;
        std::uint32_t number;
    };
    struct Node {
        Vector low, high;
        std::uint32_t first, count;  // triangles of a leaf; of an inner node `count` is 0
        std::uint32_t right;         // the left child follows its parent
        Vector area, middle;         // the sum of the triangles' vector areas; their centre
        double radius;               // of the ball about the centre that they are in
    };
    std::uint32_t build(std::size_t first, std::size_t count);

    std::vector<Triangle> triangles_;
    std::vector<std::uint32_t> place_;  // of each triangle by its number
    std::vector<Node> nodes_;
};

struct Farthest {
    double upper, lower;  // bounds of the distance
    Vector where;         // a point at the lower one
};

// What counts as inside of a surface: nothing; what a closed one goes around; or, of an open one,
// from where it fills more than half of the view.
enum class Inside { none, closed, open };
bool is_inside(const TriangleTree& tree, Inside rule, const Vector& p);

// The largest distance from (m, 3) triangles to the surface of a tree, by dividing them where it may
// be; what is inside has no distance. It ends when the bounds are `gap`, or this share of the lower
// one, apart, or after `budget` divisions. The upper bound always holds; of an open surface it takes
// what is around a point inside, up to the surface, to be inside as well.
Farthest farthest_from(const TriangleTree& tree, Inside rule, const double* points,
                       const std::uint32_t* corners, std::size_t count, double gap, double share,
                       std::size_t budget);

struct Beyond {
    std::vector<double> corners;    // nine numbers of each piece
    std::vector<double> distances;  // of their middles
};

// The pieces of (m, 3) triangles that are farther than `beyond` from the surface of a tree. What is
// neither farther nor nearer as a whole is cut, until its sides are at most `finest` or there are
// `most` pieces; then its middle decides.
Beyond pieces_beyond(const TriangleTree& tree, Inside rule, const double* points,
                     const std::uint32_t* corners, std::size_t count, double beyond, double finest,
                     std::size_t most);

}  // namespace fourbar::meshes
