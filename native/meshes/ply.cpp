#include "ply.hpp"

namespace fourbar::meshes {
namespace {

std::uint64_t read_count(const unsigned char* at, const PlyProperty& property) {
    std::uint64_t value = 0;
    for (std::uint8_t i = 0; i < property.count_size; ++i) {
        const unsigned byte = at[property.big_endian ? i : property.count_size - 1 - i];
        value = value << 8 | byte;
    }
    return value;
}

}  // namespace

PlyWalk walk_ply(const unsigned char* data, std::size_t length, std::size_t offset,
                 std::size_t records, const std::vector<PlyProperty>& properties,
                 std::size_t chosen) {
    PlyWalk walk;
    std::size_t at = offset;
    walk.end = offset;
    // A record without bytes would let `records` alone decide how long this takes.
    if (properties.empty()) return walk;
    for (std::size_t record = 0; record < records; ++record) {
        std::uint64_t start = at;
        std::uint64_t count = 0;
        for (std::size_t p = 0; p < properties.size(); ++p) {
            const PlyProperty& property = properties[p];
            if (length - at < property.count_size) return walk;
            const std::uint64_t items =
                property.count_size == 0 ? 1 : read_count(data + at, property);
            at += property.count_size;
            if ((length - at) / property.size < items) return walk;
            if (p == chosen) {
                start = at;
                count = items;
            }
            at += static_cast<std::size_t>(items) * property.size;
        }
        walk.starts.push_back(start);
        walk.counts.push_back(static_cast<std::uint32_t>(count));
        walk.end = at;
    }
    return walk;
}

}  // namespace fourbar::meshes
