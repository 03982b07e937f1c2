// Motions of degrees of freedom in columns, multiplied with a wrench several at a time.
//
// Columns are in depth-first order, where those that carry a joint are next to each other. Of one
// configuration a register holds an entry of several columns; of many, an entry of one column in several
// configurations. Loops over columns are the same for both.
#pragma once

#include "spatial.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

template <class S>
constexpr int piece_width = 1;
template <>
inline constexpr int piece_width<double> = lane_count;

FOURBAR_INLINE Lane read_piece(const double* from) { return load(from); }
FOURBAR_INLINE Lane read_piece(const Lane* from) { return *from; }
FOURBAR_INLINE Lane widened(double x) { return spread(x); }
FOURBAR_INLINE Lane widened(Lane x) { return x; }

// A register on its way into a matrix, entry by entry.
template <class S>
struct Piece {
    Lane whole;
    FOURBAR_INLINE explicit Piece(Lane from) : whole(from) {}
    FOURBAR_INLINE Lane operator[](int) const { return whole; }
};
template <>
struct Piece<double> {
    double entries[lane_count];
    FOURBAR_INLINE explicit Piece(Lane from) { store(entries, from); }
    FOURBAR_INLINE double operator[](int l) const { return entries[l]; }
};

// The first `width` entries of a register.
FOURBAR_INLINE void put_part(double* to, Lane from, int width) {
    if (width == lane_count) {
        store(to, from);
        return;
    }
    // Four, two and one of them: a loop of unknown length would become a call that copies memory.
    const Piece<double> piece(from);
    int done = 0;
    const auto copy = [&](int count) FOURBAR_INLINE_LAMBDA {
        if ((width & count) == 0) return;
        for (int l = 0; l < count; ++l) to[done + l] = piece[done + l];
        done += count;
    };
    if constexpr (lane_count > 4) copy(4);
    if constexpr (lane_count > 2) copy(2);
    copy(1);
}

struct WideVector {
    Lane x, y, z;
};

struct WideWrench {
    WideVector force, moment;
};

template <class Space>
FOURBAR_INLINE WideVector widened_vector(const typename Space::Vector& v) {
    return {widened(Space::x(v)), widened(Space::y(v)), widened(Space::z(v))};
}
template <class Space>
FOURBAR_INLINE WideWrench widened_wrench(const Wrench<Space>& w) {
    return {widened_vector<Space>(w.force), widened_vector<Space>(w.moment)};
}

// Vectors by columns: all x, all y, all z.
template <class S>
struct VectorPanel {
    S* entries;
    long stride;

    template <class Space>
    FOURBAR_INLINE void put(int place, const typename Space::Vector& v) const {
        entries[place] = Space::x(v);
        entries[stride + place] = Space::y(v);
        entries[2 * stride + place] = Space::z(v);
    }
    // The product with the columns from `first` on, as many as a register holds.
    FOURBAR_INLINE Lane times(int first, const WideVector& v) const {
        const S* from = entries + first;
        return read_piece(from) * v.x + read_piece(from + stride) * v.y + read_piece(from + 2 * stride) * v.z;
    }
};

template <class S>
struct Panel {
    VectorPanel<S> linear, angular;

    template <class Space>
    FOURBAR_INLINE void put(int place, const Twist<Space>& t) const {
        linear.template put<Space>(place, t.linear);
        angular.template put<Space>(place, t.angular);
    }
    FOURBAR_INLINE Lane power(int first, const WideWrench& w) const {
        return linear.times(first, w.force) + angular.times(first, w.moment);
    }
};

// Calls visit(first, begin, end) for list[begin..end-1], which fit in a register that begins with
// column `first`.
template <class S, class Visit>
FOURBAR_INLINE void for_each_piece(const int* list, int begin, int count, const Visit& visit) {
    while (begin < count) {
        const int first = list[begin];
        int end = begin + 1;
        while (end < count && list[end] < first + piece_width<S>) ++end;
        visit(first, begin, end);
        begin = end;
    }
}

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
