// Arrays of cold functions, whose arguments nanobind reads.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstdint>
#include <utility>

namespace fourbar::boundary {

// An nb::ndarray whose numbers are where their type allows them to be: a buffer may begin at any
// byte, and reading a number across such a boundary is undefined.
template <typename... Args>
class Aligned : public nanobind::ndarray<Args...> {
public:
    using Base = nanobind::ndarray<Args...>;
    Aligned() = default;
    explicit Aligned(Base&& array) : Base(std::move(array)) {}
    bool is_aligned() const {
        using Number = typename Base::Scalar;
        return reinterpret_cast<std::uintptr_t>(this->data()) % alignof(Number) == 0;
    }
};

}  // namespace fourbar::boundary

namespace nanobind::detail {

template <typename... Args>
struct type_caster<fourbar::boundary::Aligned<Args...>> {
    using Array = fourbar::boundary::Aligned<Args...>;
    using BaseCaster = make_caster<typename Array::Base>;
    NB_TYPE_CASTER(Array, BaseCaster::Name)

    bool from_python(handle source, uint8_t flags, cleanup_list* cleanup) noexcept {
        BaseCaster caster;
        if (!caster.from_python(source, flags, cleanup)) return false;
        value = Array(std::move(caster.value));
        return value.is_aligned();
    }
};

}  // namespace nanobind::detail
