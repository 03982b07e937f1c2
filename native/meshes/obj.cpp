#include "obj.hpp"

#include <cstring>
#include <limits>
#include <utility>

#include "../numbers.hpp"
#include "text.hpp"
#include "values.hpp"

namespace fourbar::meshes {
namespace {

// A line ends at a line feed that no backslash precedes.
const char* end_of_line(const char* cursor, const char* last) {
    for (;;) {
        const void* const found = std::memchr(cursor, '\n', static_cast<std::size_t>(last - cursor));
        if (found == nullptr) return last;
        const char* const line_feed = static_cast<const char*>(found);
        const char* before = line_feed;
        if (before != cursor && before[-1] == '\r') --before;
        if (before == cursor || before[-1] != '\\') return line_feed;
        cursor = line_feed + 1;
        if (cursor == last) return last;
    }
}

class Reader {
public:
    Reader(const char* text, std::size_t length) : text_(text), last_(text + length) {}

    Obj read() {
        const char* cursor = text_;
        while (cursor != last_ && obj_.problem == nullptr) {
            const char* const end = end_of_line(cursor, last_);
            line(cursor, end);
            cursor = end == last_ ? end : end + 1;
        }
        // Colours must stand at all vertices or at none.
        if (obj_.colors.size() / 4 != obj_.positions.size() / 3) obj_.colors.clear();
        return std::move(obj_);
    }

private:
    void line(const char* cursor, const char* end) {
        skip(cursor, end);
        const char* const begin = cursor;
        while (cursor != end && !is_space(*cursor)) ++cursor;
        const std::size_t size = static_cast<std::size_t>(cursor - begin);
        const auto is = [&](const char* word) {
            return std::strlen(word) == size && std::memcmp(begin, word, size) == 0;
        };
        if (size == 0 || *begin == '#') return;
        if (is("v")) {
            vertex(cursor, end);
        } else if (is("vt")) {
            texcoord(cursor, end);
        } else if (is("vn")) {
            normal(cursor, end);
        } else if (is("f")) {
            face(cursor, end);
        } else if (is("o") || is("g") || is("usemtl") || is("mtllib")) {
            obj_.statements.push_back({static_cast<std::uint32_t>(obj_.starts.size() - 1),
                                       offset(begin), offset(end)});
        } else if (is("l") || is("p") || is("curv") || is("curv2") || is("surf")) {
            ++obj_.others;
        } else if (!known(begin, size)) {
            if (obj_.unknown++ == 0) obj_.first_unknown = offset(begin);
        }
    }

    // Statements that change nothing that is kept here.
    static bool known(const char* word, std::size_t size) {
        for (const char* other :
             {"s", "vp", "deg", "bmat", "step", "cstype", "parm", "trim", "hole", "scrv", "sp", "end",
              "con", "mg", "bevel", "c_interp", "d_interp", "lod", "usemap", "maplib", "shadow_obj",
              "trace_obj", "ctech", "stech", "bsp", "bzp", "cdc", "cdp", "res", "call", "csh"}) {
            if (std::strlen(other) == size && std::memcmp(word, other, size) == 0) return true;
        }
        return false;
    }

    // White space, and backslashes that continue a line.
    static void skip(const char*& cursor, const char* end) {
        while (cursor != end && (is_space(*cursor) || *cursor == '\\')) ++cursor;
    }

    bool number(const char*& cursor, const char* end, double& value) {
        skip(cursor, end);
        if (cursor == end || *cursor == '#') return false;
        const char* const stop = read_number(cursor, end, value);
        if (stop == nullptr) {
            refuse("this is not a number", cursor);
            return false;
        }
        cursor = stop;
        return true;
    }

    void vertex(const char* cursor, const char* end) {
        double v[8];
        const int count = numbers(cursor, end, 8, v);
        if (count < 3) return refuse("a vertex needs three numbers", cursor);
        for (int i = 0; i < 3; ++i) obj_.positions.push_back(static_cast<float>(v[i]));
        if (count < 6) return;
        // x y z r g b, or x y z w r g b
        const double* const rgb = v + (count == 6 ? 3 : 4);
        for (int i = 0; i < 3; ++i) obj_.colors.push_back(linear_channel(rgb[i]));
        obj_.colors.push_back(1.0f);
    }

    // Up to `size` numbers; how many there are.
    int numbers(const char* cursor, const char* end, int size, double* v) {
        int count = 0;
        while (count < size && number(cursor, end, v[count])) ++count;
        return count;
    }

    void texcoord(const char* cursor, const char* end) {
        double v[2] = {0.0, 0.0};
        if (numbers(cursor, end, 2, v) < 1) {
            return refuse("a texture coordinate needs numbers", cursor);
        }
        obj_.texcoords.push_back(static_cast<float>(v[0]));
        obj_.texcoords.push_back(1.0f - static_cast<float>(v[1]));
    }

    void normal(const char* cursor, const char* end) {
        double v[3];
        if (numbers(cursor, end, 3, v) < 3) return refuse("a normal needs three numbers", cursor);
        for (const double value : v) obj_.normals.push_back(static_cast<float>(value));
    }

    void face(const char* cursor, const char* end) {
        const std::size_t sizes[3] = {obj_.positions.size() / 3, obj_.texcoords.size() / 2,
                                      obj_.normals.size() / 3};
        for (;;) {
            skip(cursor, end);
            if (cursor == end || *cursor == '#') break;
            std::int32_t corner[3] = {-1, -1, -1};
            for (int i = 0; i < 3; ++i) {
                std::int32_t index = 0;
                const char* const stop = read_integer(cursor, end, index);
                if (stop != nullptr) {
                    corner[i] = absolute(index, sizes[i]);
                    cursor = stop;
                } else if (i == 0) {
                    return refuse("a face needs vertex numbers", cursor);
                }
                if (cursor == end || *cursor != '/') break;
                ++cursor;
            }
            if (cursor != end && !is_space(*cursor) && *cursor != '\\') {
                return refuse("a corner is written v, v/vt, v//vn or v/vt/vn", cursor);
            }
            obj_.corners.insert(obj_.corners.end(), corner, corner + 3);
        }
        obj_.starts.push_back(static_cast<std::uint32_t>(obj_.corners.size() / 3));
    }

    static std::int32_t absolute(std::int32_t index, std::size_t size) {
        if (index > 0) return index - 1;
        const auto from_end = static_cast<std::int64_t>(size) + index;
        if (index == 0 || from_end < 0) return std::numeric_limits<std::int32_t>::max();
        return static_cast<std::int32_t>(from_end);
    }

    std::size_t offset(const char* at) const { return static_cast<std::size_t>(at - text_); }

    void refuse(const char* problem, const char* at) {
        if (obj_.problem != nullptr) return;
        obj_.problem = problem;
        obj_.offset = offset(at);
    }

    const char* text_;
    const char* last_;
    Obj obj_;
};

}  // namespace

Obj parse_obj(const char* text, std::size_t length) { return Reader(text, length).read(); }

}  // namespace fourbar::meshes
