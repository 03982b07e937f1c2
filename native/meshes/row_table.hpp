// Numbering equal rows by hashing: linear, where sorting costs n log n and three times the memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include "hash.hpp"

namespace fourbar::meshes {

// Rows of 32-bit words in order of first appearance. The table grows with them: a closed mesh has
// six times as many corners as vertices. `Width` is known to the compiler, or 0.
template <std::size_t Width = 0>
class RowTable {
public:
    RowTable(std::size_t width, std::size_t expected)
        : width_(width), table_(table_size(expected), no_index), seed_(table_seed(table_.data())) {
        words_.reserve(expected * width);
    }

    // The number of a row equal to this one.
    std::uint32_t number(const std::uint32_t* row) {
        std::size_t slot = slot_of(row);
        for (;; slot = (slot + 1) & (table_.size() - 1)) {
            const std::uint32_t found = table_[slot];
            if (found == no_index) break;
            if (same(&words_[found * width()], row)) return found;
        }
        const auto number = static_cast<std::uint32_t>(size_++);
        table_[slot] = number;
        words_.insert(words_.end(), row, row + width());
        if (2 * size_ > table_.size()) grow();
        return number;
    }

    std::size_t size() const { return size_; }

private:
    std::size_t width() const { return Width == 0 ? width_ : Width; }

    bool same(const std::uint32_t* a, const std::uint32_t* b) const {
        return std::memcmp(a, b, width() * sizeof *a) == 0;
    }

    std::size_t slot_of(const std::uint32_t* row) const {
        std::uint64_t h = seed_;
        for (std::size_t k = 0; k < width(); ++k) {
            h = (h ^ row[k]) * 0x9e3779b97f4a7c15ull;
            h ^= h >> 29;
        }
        return static_cast<std::size_t>(mix(h)) & (table_.size() - 1);
    }

    void grow() {
        table_.assign(2 * table_.size(), no_index);
        for (std::size_t i = 0; i < size_; ++i) {
            std::size_t slot = slot_of(&words_[i * width()]);
            while (table_[slot] != no_index) slot = (slot + 1) & (table_.size() - 1);
            table_[slot] = static_cast<std::uint32_t>(i);
        }
    }

    std::size_t width_;
    std::size_t size_ = 0;
    std::vector<std::uint32_t> table_;
    std::vector<std::uint32_t> words_;
    std::uint64_t seed_;
};

// The bits by which numbers are compared: -0.0 is where 0.0 is.
inline std::uint32_t bits_of(float value) {
    value += 0.0f;
    std::uint32_t word;
    std::memcpy(&word, &value, sizeof word);
    return word;
}

}  // namespace fourbar::meshes
