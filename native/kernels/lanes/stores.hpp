// How results reach the user's array: lines fetched before they are written, or past the caches.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "registers.hpp"

namespace fourbar::mechanics::FOURBAR_LEVEL {

// The cache lines that the results of a block go to, a share of them per body.
class Destination {
public:
    // For `size` entries per configuration. Before begin() there is nothing to fetch.
    Destination(long size, int bodies)
        : all_(bodies > 0 ? ((size * lane_count + 7) / 8 + bodies - 1) / bodies : 0) {}

    FOURBAR_INLINE void begin(const double* rows) {
        next_ = rows;
        share_ = all_;
    }
    // The last share may reach into the next block, which is fetched next anyway.
    FOURBAR_INLINE void fetch_share() {
        for (long i = 0; i < share_; ++i, next_ += 8) expect_store(next_);
    }

private:
    long all_;
    long share_ = 0;
    const double* next_ = nullptr;
};

// Copies n numbers to memory that is not read again soon: past the caches, without first fetching
// the lines that are overwritten, which is half of the traffic.
FOURBAR_INLINE void stream(const double* from, long n, double* to) {
    if constexpr (!has_streams) {
        std::memcpy(to, from, sizeof(double) * static_cast<std::size_t>(n));
        return;
    }
    // Whole cache lines only: a line that is written in part this way is slower than any other.
    const long misplaced = static_cast<long>(reinterpret_cast<std::uintptr_t>(to) % 64 / 8);
    long head = misplaced == 0 ? 0 : 8 - misplaced;
    head = head < n ? head : n;
    const long lines = (n - head) / 8 * 8;
    long i = 0;
    for (; i < head; ++i) to[i] = from[i];
    for (; i < head + lines; i += lane_count) stream_register(to + i, from + i);
    for (; i < n; ++i) to[i] = from[i];
}

// Streamed stores pass others; whoever reads next must find them done.
FOURBAR_INLINE void finish_streaming() { wait_for_streams(); }

}  // namespace fourbar::mechanics::FOURBAR_LEVEL
