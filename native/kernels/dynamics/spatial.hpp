// Wrenches, 3 x 3 matrices and inertias, in world axes about a body's origin.
//
// Linear parts first. Between bodies, quantities are only shifted: nothing is rotated, and no number
// grows with the distance from the world's origin.
#pragma once

#include "kernels/loops/closure.hpp"
#include "mechanism.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

// x + y + z of a direction, whose last entry is zero.
FOURBAR_INLINE double sum_of(Quad v) {
    const Pair half = shuffle<0, 1>(v, v) + shuffle<2, 3>(v, v);
    return half[0] + half[1];
}

template <class Space>
struct Wrench {
    typename Space::Vector force;
    typename Space::Vector moment;
};

template <class Space>
FOURBAR_INLINE typename Space::Vector zero_vector() {
    const auto zero = Space::scalar(0.0);
    return Space::direction(zero, zero, zero);
}

template <class Space>
FOURBAR_INLINE Wrench<Space> operator+(const Wrench<Space>& a, const Wrench<Space>& b) {
    return {a.force + b.force, a.moment + b.moment};
}

template <class Space>
FOURBAR_INLINE Twist<Space> operator+(const Twist<Space>& a, const Twist<Space>& b) {
    return {a.linear + b.linear, a.angular + b.angular};
}
template <class Space, class S>
FOURBAR_INLINE Twist<Space> operator*(const Twist<Space>& t, const S& share) {
    return {t.linear * share, t.angular * share};
}

// v x m of motions, and v x* f of a motion and a wrench.
template <class Space>
FOURBAR_INLINE Twist<Space> cross_motion(const Twist<Space>& v, const Twist<Space>& m) {
    return {cross(v.angular, m.linear) + cross(v.linear, m.angular), cross(v.angular, m.angular)};
}
template <class Space>
FOURBAR_INLINE Wrench<Space> cross_wrench(const Twist<Space>& v, const Wrench<Space>& f) {
    return {cross(v.angular, f.force), cross(v.linear, f.force) + cross(v.angular, f.moment)};
}

// The same wrench about a point from which the old one is at `arm`.
template <class Space>
FOURBAR_INLINE Wrench<Space> shifted(const Wrench<Space>& w, const typename Space::Vector& arm) {
    return {w.force, w.moment + cross(arm, w.force)};
}

// What a body's motion does at a point that is at `arm` from its origin; accelerations without what
// velocities add.
template <class Space>
FOURBAR_INLINE Twist<Space> moved(const Twist<Space>& t, const typename Space::Vector& arm) {
    return {t.linear + cross(t.angular, arm), t.angular};
}

// What a wrench does on a motion. Vectors of one register are added before their entries are.
template <class Space>
FOURBAR_INLINE typename Space::Scalar power_of(const Wrench<Space>& w, const Twist<Space>& t) {
    if constexpr (std::is_same_v<typename Space::Vector, Quad>) {
        return sum_of(w.force * t.linear + w.moment * t.angular);
    } else {
        return dot<Space>(w.force, t.linear) + dot<Space>(w.moment, t.angular);
    }
}

// Columns.
template <class Space>
struct Matrix {
    typename Space::Vector column[3];

    FOURBAR_INLINE typename Space::Vector operator*(const typename Space::Vector& v) const {
        return column[0] * Space::x(v) + column[1] * Space::y(v) + column[2] * Space::z(v);
    }
};

template <class Space>
FOURBAR_INLINE Matrix<Space> transposed(const Matrix<Space>& m) {
    const auto& a = m.column[0];
    const auto& b = m.column[1];
    const auto& c = m.column[2];
    return {{Space::direction(Space::x(a), Space::x(b), Space::x(c)),
             Space::direction(Space::y(a), Space::y(b), Space::y(c)),
             Space::direction(Space::z(a), Space::z(b), Space::z(c))}};
}

template <class Space>
FOURBAR_INLINE Matrix<Space> operator+(const Matrix<Space>& a, const Matrix<Space>& b) {
    return {{a.column[0] + b.column[0], a.column[1] + b.column[1], a.column[2] + b.column[2]}};
}
template <class Space>
FOURBAR_INLINE Matrix<Space> operator-(const Matrix<Space>& a, const Matrix<Space>& b) {
    return {{a.column[0] - b.column[0], a.column[1] - b.column[1], a.column[2] - b.column[2]}};
}

// r x each column.
template <class Space>
FOURBAR_INLINE Matrix<Space> crossed(const typename Space::Vector& r, const Matrix<Space>& m) {
    return {{cross(r, m.column[0]), cross(r, m.column[1]), cross(r, m.column[2])}};
}

// m [r], with [r] the matrix of r x.
template <class Space>
FOURBAR_INLINE Matrix<Space> times_cross(const Matrix<Space>& m, const typename Space::Vector& r) {
    const auto x = Space::x(r), y = Space::y(r), z = Space::z(r);
    return {{m.column[1] * z - m.column[2] * y, m.column[2] * x - m.column[0] * z,
             m.column[0] * y - m.column[1] * x}};
}

// Takes (a b^T) share from m.
template <class Space>
FOURBAR_INLINE void subtract_product(Matrix<Space>& m, const typename Space::Vector& a,
                                     const typename Space::Vector& b) {
    m.column[0] = m.column[0] - a * Space::x(b);
    m.column[1] = m.column[1] - a * Space::y(b);
    m.column[2] = m.column[2] - a * Space::z(b);
}

template <class Space>
FOURBAR_INLINE typename Space::Scalar size_of(const Matrix<Space>& m) {
    return Space::x(m.column[0]) + Space::y(m.column[1]) + Space::z(m.column[2]);
}

// ---- Inertias ----------------------------------------------------------------------------------

// Of rigid bodies: force = m a + d x h, moment = h x a + J d, for the accelerations a of the origin
// and d about it. `moment` is h, mass times centre of mass.
template <class Space>
struct Rigid {
    double mass;
    typename Space::Vector moment;
    Matrix<Space> tensor;

    FOURBAR_INLINE Wrench<Space> operator*(const Twist<Space>& t) const {
        return {t.linear * mass + cross(t.angular, moment), cross(moment, t.linear) + tensor * t.angular};
    }
};

// Of bodies that give way: force = M a + B d, moment = B^T a + J d.
template <class Space>
struct Articulated {
    Matrix<Space> M, B, J;

    FOURBAR_INLINE Wrench<Space> operator*(const Twist<Space>& t) const {
        return {M * t.linear + B * t.angular, transposed(B) * t.linear + J * t.angular};
    }
};

// R I R^T and R h of a body, each part to its place at once: a copy of the whole would read in wide registers what
// narrow ones have just written, and wait for that.
template <class Space>
FOURBAR_INLINE void put_rigid(const Body& body, const Pose<Space>& pose, Rigid<Space>& to) {
    to.mass = body.mass;
    to.moment = turn<Space>(pose, body.moment);
    typename Space::Vector half[3];
    for (int k = 0; k < 3; ++k) half[k] = turn<Space>(pose, body.tensor[k]);
    const auto row = [&](const auto& x0, const auto& x1, const auto& x2) FOURBAR_INLINE_LAMBDA {
        return half[0] * x0 + half[1] * x1 + half[2] * x2;
    };
    const auto* axes = pose.axes;
    to.tensor.column[0] = row(Space::x(axes[0]), Space::x(axes[1]), Space::x(axes[2]));
    to.tensor.column[1] = row(Space::y(axes[0]), Space::y(axes[1]), Space::y(axes[2]));
    to.tensor.column[2] = row(Space::z(axes[0]), Space::z(axes[1]), Space::z(axes[2]));
}
template <class Space>
FOURBAR_INLINE Rigid<Space> rigid_inertia(const Body& body, const Pose<Space>& pose) {
    Rigid<Space> result;
    put_rigid<Space>(body, pose, result);
    return result;
}

template <class Space>
FOURBAR_INLINE Rigid<Space> operator+(const Rigid<Space>& a, const Rigid<Space>& b) {
    return {a.mass + b.mass, a.moment + b.moment, a.tensor + b.tensor};
}

// The same inertia about a point from which the old one is at r (parallel axes):
// h + m r, and J - [r][h] - [h][r] - m [r][r] = J + 2 (r.h) - r h^T - h r^T + m (r.r - r r^T).
template <class Space>
FOURBAR_INLINE Rigid<Space> shifted(const Rigid<Space>& child, const typename Space::Vector& r) {
    const auto s = child.moment + r * child.mass;  // J + (r.h + r.s) - r h^T - s r^T
    const auto diagonal = dot<Space>(r, child.moment) + dot<Space>(r, s);
    const auto zero = Space::scalar(0.0);
    Matrix<Space> added = child.tensor;
    added.column[0] = added.column[0] + Space::direction(diagonal, zero, zero);
    added.column[1] = added.column[1] + Space::direction(zero, diagonal, zero);
    added.column[2] = added.column[2] + Space::direction(zero, zero, diagonal);
    subtract_product<Space>(added, r, child.moment);
    subtract_product<Space>(added, s, r);
    return {child.mass, s, added};
}

template <class Space>
FOURBAR_INLINE void add_shifted(Rigid<Space>& to, const Rigid<Space>& child,
                                const typename Space::Vector& r) {
    to = to + shifted<Space>(child, r);
}

template <class Space>
FOURBAR_INLINE Articulated<Space> articulated(const Rigid<Space>& rigid) {
    const auto zero = Space::scalar(0.0), m = Space::scalar(rigid.mass);
    const auto x = Space::x(rigid.moment), y = Space::y(rigid.moment), z = Space::z(rigid.moment);
    return {{{Space::direction(m, zero, zero), Space::direction(zero, m, zero),
              Space::direction(zero, zero, m)}},
            {{Space::direction(zero, zero - z, y), Space::direction(z, zero, zero - x),
              Space::direction(zero - y, x, zero)}},
            rigid.tensor};
}

// The same with 6 x 6 matrices: B - M [r], and J + [r] B + ([r] B)^T - [r] M [r].
template <class Space>
FOURBAR_INLINE void add_shifted(Articulated<Space>& to, const Articulated<Space>& child,
                                const typename Space::Vector& r) {
    const Matrix<Space> Mr = times_cross<Space>(child.M, r);
    const Matrix<Space> rB = crossed<Space>(r, child.B);
    to.M = to.M + child.M;
    to.B = to.B + (child.B - Mr);
    to.J = to.J + child.J + rB + transposed(rB) - crossed<Space>(r, Mr);
}

// ---- Degrees of freedom ------------------------------------------------------------------------

template <class Space>
FOURBAR_INLINE Twist<Space> motion_of(Turns, const typename Space::Vector& axis) {
    return {zero_vector<Space>(), axis};
}
template <class Space>
FOURBAR_INLINE Twist<Space> motion_of(Slides, const typename Space::Vector& axis) {
    return {axis, zero_vector<Space>()};
}
template <class Space>
FOURBAR_INLINE Twist<Space> motion_of(Screws screw, const typename Space::Vector& axis) {
    return {axis * screw.pitch, axis};
}

// The part of a wrench that a degree of freedom feels.
template <class Space>
FOURBAR_INLINE typename Space::Scalar effort_of(Turns, const typename Space::Vector& axis,
                                                const Wrench<Space>& w) {
    return dot<Space>(axis, w.moment);
}
template <class Space>
FOURBAR_INLINE typename Space::Scalar effort_of(Slides, const typename Space::Vector& axis,
                                                const Wrench<Space>& w) {
    return dot<Space>(axis, w.force);
}
template <class Space>
FOURBAR_INLINE typename Space::Scalar effort_of(Screws screw, const typename Space::Vector& axis,
                                                const Wrench<Space>& w) {
    return dot<Space>(axis, w.moment) + dot<Space>(axis, w.force) * screw.pitch;
}

// Its motion about a point from which the body's origin is at `arm`.
template <class Space, class Kind>
FOURBAR_INLINE Twist<Space> motion_about(const typename Space::Vector& arm, Kind kind,
                                         const typename Space::Vector& axis) {
    Twist<Space> motion = motion_of<Space>(kind, axis);
    if (turns<Kind>) motion.linear = motion.linear + cross(arm, axis);
    return motion;
}

// An inertia times the motion of a degree of freedom.
template <class Space>
FOURBAR_INLINE Wrench<Space> moving(Turns, const typename Space::Vector& axis, const Rigid<Space>& I) {
    return {cross(axis, I.moment), I.tensor * axis};
}
template <class Space>
FOURBAR_INLINE Wrench<Space> moving(Slides, const typename Space::Vector& axis, const Rigid<Space>& I) {
    return {axis * I.mass, cross(I.moment, axis)};
}
template <class Space>
FOURBAR_INLINE Wrench<Space> moving(Turns, const typename Space::Vector& axis,
                                    const Articulated<Space>& I) {
    return {I.B * axis, I.J * axis};
}
template <class Space>
FOURBAR_INLINE Wrench<Space> moving(Slides, const typename Space::Vector& axis,
                                    const Articulated<Space>& I) {
    return {I.M * axis, transposed(I.B) * axis};
}
template <class Space, class Inertia>
FOURBAR_INLINE Wrench<Space> moving(Screws screw, const typename Space::Vector& axis,
                                    const Inertia& I) {
    return I * motion_of<Space>(screw, axis);
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
