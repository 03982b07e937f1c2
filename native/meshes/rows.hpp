// Finding equal rows by hashing: linear, where sorting costs n log n and three times the memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fourbar::meshes {

// Numbers the distinct rows of `words` (`count` rows of `width` 32-bit words) in order of first
// appearance. `inverse[i]` is the number of row i; the result holds each number's first row.
std::vector<std::uint32_t> merge_rows(const std::uint32_t* words, std::size_t count,
                                      std::size_t width, std::uint32_t* inverse);

}  // namespace fourbar::meshes
