#include <cstring>
#include <stdexcept>

#include "attributes.hpp"
#include "meshopt.hpp"

namespace fourbar::codecs {
namespace {

constexpr unsigned widths_0[4] = {0, 2, 4, 8};
// Bits of a value, by the mode of a column and that of a group in it.
constexpr unsigned widths_1[2][4] = {{0, 1, 2, 4}, {1, 2, 4, 8}};
// Further modes of a column: all zero, and all as they are.
constexpr unsigned zero = 2, literal = 3;

class Stream {
public:
    Stream(const std::uint8_t* begin, const std::uint8_t* end) : at_(begin), end_(end) {}

    const std::uint8_t* take(std::size_t size) {
        if (size > static_cast<std::size_t>(end_ - at_)) {
            throw std::invalid_argument("the compressed data is truncated");
        }
        const std::uint8_t* taken = at_;
        at_ += size;
        return taken;
    }

    bool done() const { return at_ == end_; }

private:
    const std::uint8_t* at_;
    const std::uint8_t* end_;
};

template <unsigned Bits>
void unpack(Stream& in, std::uint8_t* values) {
    constexpr unsigned top = (1u << Bits) - 1, per_byte = 8 / Bits;
    const std::uint8_t* fixed = in.take(2 * Bits);
    for (std::size_t k = 0; k < group; ++k) {
        // Values of one bit go from the lowest up, all others from the highest down.
        const unsigned place = static_cast<unsigned>(k % per_byte);
        const unsigned shift = Bits == 1 ? place : 8 - Bits - Bits * place;
        values[k] = static_cast<std::uint8_t>(fixed[k / per_byte] >> shift & top);
    }
    for (std::size_t k = 0; k < group; ++k) {
        if (values[k] == top) values[k] = *in.take(1);
    }
}

void unpack_group(Stream& in, unsigned bits, std::uint8_t* values) {
    switch (bits) {
        case 1: return unpack<1>(in, values);
        case 2: return unpack<2>(in, values);
        case 4: return unpack<4>(in, values);
        case 8: std::memcpy(values, in.take(group), group); return;
        default: std::memset(values, 0, group);
    }
}

void unpack_column(Stream& in, const unsigned* widths, std::size_t elements, std::uint8_t* values) {
    const std::size_t groups = groups_of(elements);
    const std::uint8_t* header = in.take((groups + 3) / 4);
    for (std::size_t g = 0; g < groups; ++g) {
        unpack_group(in, widths[header[g / 4] >> (g % 4 * 2) & 3], values + g * group);
    }
}

// Zigzag: the lowest bit is the sign.
template <typename T>
T signed_step(T code) {
    return static_cast<T>((code >> 1) ^ static_cast<T>(-static_cast<T>(code & 1)));
}

// One channel, the four bytes of each element at `out`, from differences to the element before.
class Channel {
public:
    Channel(unsigned mode, const std::uint8_t* first) : kind_(mode & 15), turn_(mode >> 4) {
        if (kind_ > 2 || (turn_ != 0 && kind_ != 2)) {
            throw std::invalid_argument("the compressed data has a channel of an unknown mode");
        }
        std::memcpy(last_, first, 4);
    }

    void sum(const std::uint8_t (&steps)[4][longest_block], std::size_t elements,
             std::size_t stride, std::uint8_t* out) {
        for (std::size_t i = 0; i < elements; ++i, out += stride) {
            const std::uint8_t code[4] = {steps[0][i], steps[1][i], steps[2][i], steps[3][i]};
            if (kind_ == 0) {
                for (int k = 0; k < 4; ++k) {
                    last_[k] = static_cast<std::uint8_t>(last_[k] + signed_step(code[k]));
                }
            } else if (kind_ == 1) {
                for (int k = 0; k < 4; k += 2) {
                    const auto step = signed_step(word16(code + k));
                    const unsigned value = static_cast<std::uint16_t>(word16(last_ + k) + step);
                    last_[k] = static_cast<std::uint8_t>(value);
                    last_[k + 1] = static_cast<std::uint8_t>(value >> 8);
                }
            } else {
                const std::uint32_t word = word32(code);
                const std::uint32_t turned =
                    turn_ == 0 ? word : word >> turn_ | word << (32 - turn_);
                for (int k = 0; k < 4; ++k) {
                    last_[k] ^= static_cast<std::uint8_t>(turned >> (8 * k));
                }
            }
            std::memcpy(out, last_, 4);
        }
    }

private:
    static std::uint16_t word16(const std::uint8_t* bytes) {
        return static_cast<std::uint16_t>(bytes[0] | bytes[1] << 8);
    }
    static std::uint32_t word32(const std::uint8_t* bytes) {
        return word16(bytes) | static_cast<std::uint32_t>(word16(bytes + 2)) << 16;
    }

    unsigned kind_, turn_;
    std::uint8_t last_[4];
};

}  // namespace

void decode_attributes(Bytes in, std::size_t count, std::size_t stride, std::uint8_t* out) {
    const bool newer = in.size > 0 && in.data[0] == version_1;
    if (in.size == 0 || (in.data[0] != version_0 && !newer)) {
        throw std::invalid_argument("the compressed data is of an unknown version");
    }
    const std::size_t channels = stride / 4;
    const std::size_t modes = newer ? channels : 0;
    const std::size_t tail = std::max(newer ? tail_1 : tail_0, stride + modes);
    if (in.size < 1 + tail) throw std::invalid_argument("the compressed data is truncated");
    const std::uint8_t* end = in.data + in.size;
    std::vector<Channel> summed;
    for (std::size_t c = 0; c < channels; ++c) {
        summed.emplace_back(newer ? end[c - channels] : 0u, end - modes - stride + 4 * c);
    }
    Stream stream(in.data + 1, end - tail);
    const std::size_t longest = block_length(stride);
    for (std::size_t start = 0; start < count; start += longest) {
        const std::size_t elements = std::min(longest, count - start);
        const std::uint8_t* control = newer ? stream.take(channels) : nullptr;
        for (std::size_t c = 0; c < channels; ++c) {
            std::uint8_t steps[4][longest_block];
            for (unsigned k = 0; k < 4; ++k) {
                const unsigned mode = newer ? control[c] >> (2 * k) & 3 : 0;
                if (newer && mode == zero) {
                    std::memset(steps[k], 0, elements);
                } else if (newer && mode == literal) {
                    std::memcpy(steps[k], stream.take(elements), elements);
                } else {
                    unpack_column(stream, newer ? widths_1[mode] : widths_0, elements, steps[k]);
                }
            }
            summed[c].sum(steps, elements, stride, out + start * stride + 4 * c);
        }
    }
    if (!stream.done()) {
        throw std::invalid_argument("the compressed data is longer than its elements");
    }
}

}  // namespace fourbar::codecs
