#include <stdexcept>

#include "attributes.hpp"
#include "meshopt.hpp"

namespace fourbar::codecs {
namespace {

using Out = std::vector<std::uint8_t>;

constexpr std::uint8_t list_version = 0xd1;

// Bits of a value by the mode of its group, in version 0.
constexpr unsigned bits_of_mode[4] = {0, 2, 4, 8};

// The mode that makes a group shortest, the lower one of equals.
unsigned shortest_mode(const std::uint8_t* values) {
    unsigned over_2 = 0, over_4 = 0, any = 0;
    for (std::size_t k = 0; k < group; ++k) {
        any |= values[k];
        over_2 += values[k] >= 3;
        over_4 += values[k] >= 15;
    }
    if (any == 0) return 0;
    const unsigned two = 4 + over_2, four = 8 + over_4;
    if (two <= four) return two <= group ? 1 : 3;
    return four <= group ? 2 : 3;
}

void pack_group(const std::uint8_t* values, unsigned mode, Out& out) {
    const unsigned bits = bits_of_mode[mode];
    if (bits == 0) return;
    if (bits == 8) {
        out.insert(out.end(), values, values + group);
        return;
    }
    const unsigned top = (1u << bits) - 1, per_byte = 8 / bits;
    for (std::size_t k = 0; k < group; k += per_byte) {
        unsigned packed = 0;
        for (unsigned j = 0; j < per_byte; ++j) {
            packed = packed << bits | std::min<unsigned>(values[k + j], top);
        }
        out.push_back(static_cast<std::uint8_t>(packed));
    }
    for (std::size_t k = 0; k < group; ++k) {
        if (values[k] >= top) out.push_back(values[k]);
    }
}

void pack_column(const std::uint8_t* values, std::size_t elements, Out& out) {
    const std::size_t groups = groups_of(elements);
    const std::size_t header = out.size();
    out.resize(header + (groups + 3) / 4);
    for (std::size_t g = 0; g < groups; ++g) {
        const unsigned mode = shortest_mode(values + g * group);
        out[header + g / 4] |= static_cast<std::uint8_t>(mode << (g % 4 * 2));
        pack_group(values + g * group, mode, out);
    }
}

}  // namespace

std::vector<std::uint8_t> encode_attributes(const std::uint8_t* rows, std::size_t count,
                                            std::size_t stride) {
    Out out{version_0};
    out.reserve(count * stride / 2 + 64);
    const std::size_t longest = block_length(stride);
    for (std::size_t start = 0; start < count; start += longest) {
        const std::size_t elements = std::min(longest, count - start);
        for (std::size_t column = 0; column < stride; ++column) {
            std::uint8_t values[longest_block] = {};
            const std::uint8_t* at = rows + start * stride + column;
            std::uint8_t last = start == 0 ? *at : *(at - stride);
            for (std::size_t i = 0; i < elements; ++i, at += stride) {
                const auto step = static_cast<std::uint8_t>(*at - last);
                last = *at;
                values[i] = static_cast<std::uint8_t>(step << 1 ^ (step & 0x80 ? 0xff : 0));
            }
            pack_column(values, elements, out);
        }
    }
    out.resize(out.size() + (stride < tail_0 ? tail_0 - stride : 0));
    out.insert(out.end(), rows, rows + stride);
    return out;
}

std::vector<std::uint8_t> encode_indices(const std::uint8_t* indices, std::size_t count,
                                         std::size_t width) {
    Out out{list_version};
    out.reserve(2 * count + 8);
    std::int64_t last = 0;
    for (std::size_t i = 0; i < count; ++i, indices += width) {
        std::int64_t value = 0;
        for (std::size_t k = 0; k < width; ++k) {
            value |= static_cast<std::int64_t>(indices[k]) << (8 * k);
        }
        const std::int64_t step = value - last;
        last = value;
        const auto zigzag = static_cast<std::uint64_t>(step < 0 ? -2 * step - 1 : 2 * step);
        // Bit 0 would choose the second of two baselines; the first always does.
        std::uint64_t code = zigzag << 1;
        if (code > 0xffffffffu) {
            throw std::invalid_argument("neighbouring indices are too far apart: 2^30 or more");
        }
        while (code >= 0x80) {
            out.push_back(static_cast<std::uint8_t>(code | 0x80));
            code >>= 7;
        }
        out.push_back(static_cast<std::uint8_t>(code));
    }
    out.resize(out.size() + 4);
    return out;
}

}  // namespace fourbar::codecs
