// The bitstreams of EXT_meshopt_compression and KHR_meshopt_compression, appendix A of both.
//
// Decoders trust nothing: every byte is looked for before it is taken, and what is damaged throws
// std::invalid_argument. Encoders write attributes of version 0 and lists of indices.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fourbar::codecs {

struct Bytes {
    const std::uint8_t* data;
    std::size_t size;
};

// The widest element, and how many elements are coded together [bytes; elements].
constexpr std::size_t widest_element = 256;
constexpr std::size_t widest_written = 32;

// One compressed byte stands for at most so many: a block of version 1 in which nothing changes.
constexpr std::size_t densest = 1024;

// `count` elements of `stride` bytes (a multiple of four, at most `widest_element`) into `out`.
void decode_attributes(Bytes in, std::size_t count, std::size_t stride, std::uint8_t* out);

// `count` indices of `width` bytes (two or four).
void decode_indices(Bytes in, std::size_t count, std::size_t width, std::uint8_t* out);

// The same for indices coded as triangles; `count` is a multiple of three.
void decode_triangles(Bytes in, std::size_t count, std::size_t width, std::uint8_t* out);

// At least one element of `stride` bytes (a multiple of four, at most `widest_written`). Bytes of
// the same place are compared from element to element: what changes slowly costs little.
std::vector<std::uint8_t> encode_attributes(const std::uint8_t* rows, std::size_t count,
                                            std::size_t stride);

// Indices of `width` bytes (two or four): differences, seven bits to a byte. Of these there are 32, two
// of which are signs: neighbours 2^30 or more apart are refused.
std::vector<std::uint8_t> encode_indices(const std::uint8_t* indices, std::size_t count,
                                         std::size_t width);

}  // namespace fourbar::codecs
