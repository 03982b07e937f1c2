#include "rows.hpp"

#include <cstring>

#include "hash.hpp"

namespace fourbar::meshes {

std::vector<std::uint32_t> merge_rows(const std::uint32_t* words, std::size_t count,
                                      std::size_t width, std::uint32_t* inverse) {
    std::vector<std::uint32_t> table(table_size(count), no_index);
    const std::size_t mask = table.size() - 1;
    const std::uint64_t seed = table_seed(table.data());
    std::vector<std::uint32_t> first;
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t* const row = words + i * width;
        std::uint64_t h = seed;
        for (std::size_t k = 0; k < width; ++k) h = (h ^ row[k]) * 0x9e3779b97f4a7c15ull ^ (h >> 29);
        std::size_t slot = static_cast<std::size_t>(mix(h)) & mask;
        for (;; slot = (slot + 1) & mask) {
            const std::uint32_t found = table[slot];
            if (found == no_index) {
                table[slot] = inverse[i] = static_cast<std::uint32_t>(first.size());
                first.push_back(static_cast<std::uint32_t>(i));
                break;
            }
            if (std::memcmp(words + first[found] * width, row, width * sizeof *row) == 0) {
                inverse[i] = found;
                break;
            }
        }
    }
    return first;
}

}  // namespace fourbar::meshes
