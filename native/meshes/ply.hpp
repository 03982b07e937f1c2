// Records of a binary PLY file that hold lists.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fourbar::meshes {

// A property of a record: `size` bytes, or a list of items of `size` bytes after a count of
// `count_size` bytes (1, 2 or 4; 0 for a property that is no list).
struct PlyProperty {
    std::uint8_t count_size;
    std::uint8_t size;
    bool big_endian;
};

struct PlyWalk {
    std::vector<std::uint64_t> starts;   // where each record's chosen list begins, after its count
    std::vector<std::uint32_t> counts;   // and how many items it has
    std::size_t end = 0;                 // one past the last whole record
};

// Steps over up to `records` records from `offset`; fewer where the data ends before.
PlyWalk walk_ply(const unsigned char* data, std::size_t length, std::size_t offset,
                 std::size_t records, const std::vector<PlyProperty>& properties,
                 std::size_t chosen);

}  // namespace fourbar::meshes
