// Memory for kernels.
#pragma once

#include <cstddef>
#include <memory>
#include <new>

namespace fourbar {

// Where the widest registers and cache lines begin.
constexpr std::size_t alignment = 64;

// Doubles on such a boundary, not initialised but for the first eight, which are zero: a workspace
// that begins with its own table of contents has none yet. Throws std::bad_alloc.
class AlignedBlock {
public:
    explicit AlignedBlock(std::size_t count)
        : data_(static_cast<double*>(
              ::operator new((count + 8) * sizeof(double), std::align_val_t(alignment)))) {
        for (int i = 0; i < 8; ++i) data_[static_cast<std::size_t>(i)] = 0.0;
    }
    double* data() const { return data_.get(); }

private:
    struct Free {
        void operator()(double* data) const {
            ::operator delete(data, std::align_val_t(alignment));
        }
    };
    std::unique_ptr<double[], Free> data_;
};

}  // namespace fourbar
