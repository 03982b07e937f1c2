// Flat arrays that owners are made from.
#pragma once

#include <cstddef>
#include <stdexcept>

namespace fourbar {

// Numbers that belong to somebody else.
template <class T>
struct Span {
    const T* data;
    std::size_t size;
};

// Throws std::invalid_argument, which Python sees as a ValueError.
inline void check(bool condition, const char* message) {
    if (!condition) throw std::invalid_argument(message);
}

}  // namespace fourbar
