// Hashing for tables with open addressing.
#pragma once

#include <cstddef>
#include <cstdint>

namespace fourbar::meshes {

constexpr std::uint32_t no_index = 0xffffffffu;

// The finaliser of MurmurHash3 (Appleby): every input bit reaches every output bit.
inline std::uint64_t mix(std::uint64_t h) {
    h ^= h >> 33;
    h *= 0xff51afd7ed558ccdull;
    h ^= h >> 33;
    h *= 0xc4ceb9fe1a85ec53ull;
    return h ^ (h >> 33);
}

// A power of two of at least twice `count`: short probes at a load of at most one half.
inline std::size_t table_size(std::size_t count) {
    std::size_t size = 16;
    while (size < 2 * count) size *= 2;
    return size;
}

// Differs from run to run, so that no file can be made whose rows all meet in one slot. Results
// never depend on it: tables are only looked up, never walked.
inline std::uint64_t table_seed(const void* table) {
    return mix(static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(table)));
}

}  // namespace fourbar::meshes
