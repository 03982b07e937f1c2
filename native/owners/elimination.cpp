#include "elimination.hpp"

#include <cstdint>

namespace fourbar::dynamics {
namespace {

// Rows of a column, 64 in a word.
class Pattern {
public:
    explicit Pattern(int rows) : words_((static_cast<std::size_t>(rows) + 63) / 64, 0) {}

    void add(int row) { words_[word(row)] |= bit(row); }
    bool has(int row) const { return (words_[word(row)] & bit(row)) != 0; }
    void forget(int row) { words_[word(row)] &= ~bit(row); }
    bool meets(const Pattern& other) const {
        for (std::size_t w = 0; w < words_.size(); ++w) {
            if ((words_[w] & other.words_[w]) != 0) return true;
        }
        return false;
    }
    void add_all(const Pattern& other) {
        for (std::size_t w = 0; w < words_.size(); ++w) words_[w] |= other.words_[w];
    }

private:
    static std::size_t word(int row) { return static_cast<std::size_t>(row) / 64; }
    static std::uint64_t bit(int row) { return std::uint64_t{1} << (static_cast<unsigned>(row) % 64); }

    std::vector<std::uint64_t> words_;
};

std::vector<IndexList> views_of(const std::vector<std::vector<int>>& lists) {
    std::vector<IndexList> views;
    for (const auto& list : lists) views.push_back({list.data(), static_cast<int>(list.size())});
    return views;
}

}  // namespace

OwnedElimination::OwnedElimination(const System& system, const int* rows, int row_count,
                                   const int* dependent, int dependent_count, const int* independent,
                                   int independent_count)
    : rows_(row_count), columns_(dependent_count), width_(dependent_count + independent_count) {
    const auto source = [&](int i, int j) {
        const int column = j < columns_ ? dependent[j] : independent[j - columns_];
        return system.sources[rows[i] * system.tree.nv + column];
    };
    std::vector<Pattern> patterns;
    for (int j = 0; j < width_; ++j) {
        patterns.emplace_back(rows_);
        for (int i = 0; i < rows_; ++i) {
            // Right-hand sides are solved in their places, which fills them.
            if (j >= columns_ || source(i, j) != system.entry_count) patterns.back().add(i);
        }
    }
    for (int k = 0; k < columns_; ++k) {
        Pattern reflector = patterns[static_cast<std::size_t>(k)];
        reflector.add(k);
        patterns[static_cast<std::size_t>(k)].add(k);
        for (int i = 0; i < k; ++i) reflector.forget(i);
        touched_.emplace_back();
        for (int i = k; i < rows_; ++i) {
            if (reflector.has(i)) touched_.back().push_back(i);
        }
        changed_.emplace_back();
        for (int j = k + 1; j < width_; ++j) {
            Pattern& other = patterns[static_cast<std::size_t>(j)];
            if (!other.meets(reflector)) continue;
            other.add_all(reflector);
            changed_.back().push_back(j);
        }
    }
    for (int k = 0; k < columns_; ++k) {
        later_.emplace_back();
        for (int j = k + 1; j < columns_; ++j) {
            if (patterns[static_cast<std::size_t>(j)].has(k)) later_.back().push_back(j);
        }
    }
    for (int j = 0; j < width_; ++j) {
        for (int i = 0; i < rows_; ++i) {
            if (!patterns[static_cast<std::size_t>(j)].has(i)) continue;
            places_.push_back(j * rows_ + i);
            sources_.push_back(source(i, j));
        }
    }
    touched_views_ = views_of(touched_);
    changed_views_ = views_of(changed_);
    later_views_ = views_of(later_);
}

Elimination OwnedElimination::view() const {
    return {rows_,
            columns_,
            width_,
            places_.data(),
            sources_.data(),
            static_cast<int>(places_.size()),
            touched_views_.data(),
            changed_views_.data(),
            later_views_.data()};
}

}  // namespace fourbar::dynamics
