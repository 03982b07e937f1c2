// The columns that a solver may move.
#pragma once

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

#include "kernels/loops/system.hpp"

namespace fourbar::loops {

// Of every block, some of its own columns, none of them twice: scratch memory of solvers and kernels
// has room for no more.
class Free {
public:
    // Throws std::invalid_argument for columns that are anything else.
    Free(const System& system, std::vector<std::vector<int>> columns) : columns_(std::move(columns)) {
        if (columns_.size() != static_cast<std::size_t>(system.block_count)) {
            throw std::invalid_argument("columns must be given for every cluster");
        }
        std::vector<char> seen(static_cast<std::size_t>(system.tree.nv), 0);
        for (std::size_t k = 0; k < columns_.size(); ++k) {
            const Block& block = system.blocks[k];
            for (const int column : columns_[k]) {
                const int* end = block.columns + block.column_count;
                if (std::find(block.columns, end, column) == end) {
                    throw std::invalid_argument("a column does not belong to its cluster");
                }
                if (std::exchange(seen[static_cast<std::size_t>(column)], char{1}) != 0) {
                    throw std::invalid_argument("duplicate column");
                }
            }
        }
    }

    const std::vector<int>& of(int block) const { return columns_[static_cast<std::size_t>(block)]; }
    // Whether every block has at least as many rows as columns here, as lanes need.
    bool fits(const System& system) const {
        for (int k = 0; k < system.block_count; ++k) {
            if (of(k).size() > static_cast<std::size_t>(system.blocks[k].row_count)) return false;
        }
        return true;
    }

private:
    std::vector<std::vector<int>> columns_;
};

}  // namespace fourbar::loops
