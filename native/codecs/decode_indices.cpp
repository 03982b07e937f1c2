#include <array>
#include <stdexcept>

#include "meshopt.hpp"

namespace fourbar::codecs {
namespace {

constexpr std::uint8_t list_version = 0xd1, triangles_version = 0xe1;
constexpr std::size_t list_tail = 4;
// At the end of triangles: pairs of vertices that are common enough to have a code of their own.
constexpr std::size_t table = 16;

[[noreturn]] void refuse(const char* reason) { throw std::invalid_argument(reason); }

class Stream {
public:
    Stream(const std::uint8_t* begin, const std::uint8_t* end) : at_(begin), end_(end) {}

    std::uint8_t byte() {
        if (at_ == end_) refuse("the compressed data is truncated");
        return *at_++;
    }

    // A number of 32 bits, seven to a byte, lowest first.
    std::uint32_t number() {
        std::uint32_t value = 0;
        for (unsigned shift = 0; shift < 35; shift += 7) {
            const std::uint8_t next = byte();
            value |= static_cast<std::uint32_t>(next & 0x7f) << shift;
            if (next < 0x80) return value;
        }
        refuse("the compressed data holds a number of more than 32 bits");
    }

    bool done() const { return at_ == end_; }

private:
    const std::uint8_t* at_;
    const std::uint8_t* end_;
};

// The lowest bit is the sign; sums wrap around.
std::uint32_t signed_step(std::uint32_t code) { return (code >> 1) ^ (0u - (code & 1)); }

class Sink {
public:
    Sink(std::uint8_t* out, std::size_t width) : out_(out), width_(width) {}

    void put(std::uint32_t index) {
        if (width_ == 2 && index > 0xffff) refuse("an index does not fit in two bytes");
        for (std::size_t k = 0; k < width_; ++k) {
            *out_++ = static_cast<std::uint8_t>(index >> (8 * k));
        }
    }

private:
    std::uint8_t* out_;
    std::size_t width_;
};

// The latest sixteen of something; 0 is the newest.
template <typename T>
class Recent {
public:
    void push(T value) { values_[next_++ & 15] = value; }
    T operator[](std::size_t age) const { return values_[(next_ - 1 - age) & 15]; }

private:
    std::array<T, 16> values_{};
    std::size_t next_ = 0;
};

struct Edge {
    std::uint32_t a = 0, b = 0;
};

class TriangleDecoder {
public:
    TriangleDecoder(Stream in, const std::uint8_t* pairs, Sink out)
        : in_(in), pairs_(pairs), out_(out) {}

    void decode(std::uint8_t code) {
        if (code < 0xf0) {
            beside_an_edge(code);
        } else {
            apart(code);
        }
    }

    bool done() const { return in_.done(); }

private:
    // A triangle on a recent edge.
    void beside_an_edge(std::uint8_t code) {
        const Edge edge = edges_[code >> 4];
        const unsigned which = code & 15;
        std::uint32_t c = 0;
        if (which == 0) {
            vertices_.push(c = fresh_++);
        } else if (which < 13) {
            c = vertices_[which];
        } else {
            // 13 and 14 are the neighbours of the last vertex that was written out.
            c = which == 15 ? written() : which == 13 ? last_ - 1 : last_ + 1;
            vertices_.push(last_ = c);
        }
        triangle(edge.a, edge.b, c);
        edges_.push({c, edge.b});
        edges_.push({edge.a, c});
    }

    // A triangle that shares no recent edge.
    void apart(std::uint8_t code) {
        const bool spelled = code >= 0xfe;
        const unsigned pair = spelled ? in_.byte() : pairs_[code & 15];
        if (spelled && pair == 0) fresh_ = 0;
        const unsigned kinds[3] = {code == 0xff ? 15u : 0u, pair >> 4, pair & 15};
        std::uint32_t corners[3] = {0, 0, 0};
        for (int k = 0; k < 3; ++k) {
            if (kinds[k] == 0) {
                corners[k] = fresh_++;
            } else if (kinds[k] < 15 || !spelled) {
                corners[k] = vertices_[kinds[k] - 1];
            }
        }
        for (int k = 0; k < 3; ++k) {
            if (kinds[k] == 15 && spelled) corners[k] = last_ = written();
        }
        for (int k = 0; k < 3; ++k) {
            if (kinds[k] == 0 || (kinds[k] == 15 && spelled)) vertices_.push(corners[k]);
        }
        triangle(corners[0], corners[1], corners[2]);
        edges_.push({corners[1], corners[0]});
        edges_.push({corners[2], corners[1]});
        edges_.push({corners[0], corners[2]});
    }

    // A difference from the last vertex that was written out.
    std::uint32_t written() { return last_ + signed_step(in_.number()); }

    void triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c) {
        out_.put(a);
        out_.put(b);
        out_.put(c);
    }

    Stream in_;
    const std::uint8_t* pairs_;
    Sink out_;
    Recent<Edge> edges_;
    Recent<std::uint32_t> vertices_;
    std::uint32_t fresh_ = 0, last_ = 0;
};

}  // namespace

void decode_indices(Bytes in, std::size_t count, std::size_t width, std::uint8_t* out) {
    if (in.size == 0 || in.data[0] != list_version) {
        refuse("the compressed data is of an unknown version");
    }
    if (in.size < 1 + list_tail) refuse("the compressed data is truncated");
    Stream stream(in.data + 1, in.data + in.size - list_tail);
    Sink sink(out, width);
    // Differences from the latest of two lists that may be woven together.
    std::uint32_t last[2] = {0, 0};
    for (std::size_t i = 0; i < count; ++i) {
        const std::uint32_t code = stream.number();
        std::uint32_t& value = last[code & 1];
        sink.put(value += signed_step(code >> 1));
    }
    if (!stream.done()) refuse("the compressed data is longer than its elements");
}

void decode_triangles(Bytes in, std::size_t count, std::size_t width, std::uint8_t* out) {
    if (in.size == 0 || in.data[0] != triangles_version) {
        refuse("the compressed data is of an unknown version");
    }
    const std::size_t triangles = count / 3;
    if (in.size < 1 + table || in.size - 1 - table < triangles) {
        refuse("the compressed data is truncated");
    }
    const std::uint8_t* codes = in.data + 1;
    const std::uint8_t* pairs = in.data + in.size - table;
    TriangleDecoder decoder(Stream(codes + triangles, pairs), pairs, Sink(out, width));
    for (std::size_t t = 0; t < triangles; ++t) decoder.decode(codes[t]);
    if (!decoder.done()) refuse("the compressed data is longer than its elements");
}

}  // namespace fourbar::codecs
