// Arrays on their way between Python and vectors. Anything with Python's buffer protocol comes in;
// what goes out is a memoryview, which numpy takes as it is: most meshes never need numpy.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <stdexcept>
#include <utility>
#include <vector>

#include "boundary/aligned.hpp"

namespace fourbar::meshes {

namespace nb = nanobind;

template <typename T, typename... Shape>
using In = boundary::Aligned<const T, Shape..., nb::c_contig, nb::device::cpu>;
template <typename T>
using Flat = In<T, nb::ndim<1>>;
template <typename T>
using Out = nb::ndarray<nb::memview, const T>;

// A view of `count` numbers that `owner` keeps: `width` columns, or flat for 0.
template <typename T>
Out<T> view(const T* data, std::size_t count, std::size_t width, nb::handle owner) {
    static const T nothing{};
    if (data == nullptr) data = &nothing;
    if (width == 0) return Out<T>(data, {count}, owner);
    return Out<T>(data, {count / width, width}, owner);
}

// Hands a vector's memory over.
template <typename T>
Out<T> array(std::vector<T>&& values, std::size_t width = 0) {
    auto owned = std::make_unique<std::vector<T>>(std::move(values));
    const std::vector<T>& kept = *owned;
    nb::capsule owner(owned.release(),
                      [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
    return view(kept.data(), kept.size(), width, owner);
}

inline void check_count(std::size_t count) {
    if (count >= std::numeric_limits<std::uint32_t>::max() / 3) {
        throw std::invalid_argument("too many elements for 32-bit indices");
    }
}

inline void check_indices(const std::uint32_t* indices, std::size_t count, std::size_t bound) {
    for (std::size_t i = 0; i < count; ++i) {
        if (indices[i] >= bound) throw nb::index_error("a vertex number is out of range");
    }
}

}  // namespace fourbar::meshes
