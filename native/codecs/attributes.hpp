// What the coder and the decoder of attributes share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace fourbar::codecs {

// Each byte of an element is a column of its own; sixteen elements make a group, and up to 256 a
// block. A value that does not fit the bits of its group is all ones, and a byte of its own follows.
constexpr std::size_t group = 16;
constexpr std::size_t longest_block = 256;
constexpr std::size_t block_bytes = 8192;

constexpr std::uint8_t version_0 = 0xa0, version_1 = 0xa1;
// Bytes at the end of a stream, at least.
constexpr std::size_t tail_0 = 32, tail_1 = 24;

inline std::size_t block_length(std::size_t stride) {
    return std::min(longest_block, block_bytes / stride & ~(group - 1));
}

inline std::size_t groups_of(std::size_t elements) { return (elements + group - 1) / group; }

}  // namespace fourbar::codecs
