// What an Elimination refers to.
#pragma once

#include <vector>

#include "kernels/dynamics/mechanism.hpp"

namespace fourbar::dynamics {

class OwnedElimination {
public:
    // Of the entries of K in `rows` and the columns `dependent`, then `independent`.
    OwnedElimination(const System& system, const int* rows, int row_count, const int* dependent,
                     int dependent_count, const int* independent, int independent_count);

    Elimination view() const;

private:
    int rows_, columns_, width_;
    std::vector<int> places_, sources_;
    std::vector<std::vector<int>> touched_, changed_, later_;
    std::vector<IndexList> touched_views_, changed_views_, later_views_;
};

}  // namespace fourbar::dynamics
