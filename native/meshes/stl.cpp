#include "stl.hpp"

#include "../numbers.hpp"
#include "text.hpp"

namespace fourbar::meshes {
namespace {

class Tokens {
public:
    Tokens(const char* text, std::size_t length)
        : text_(text), cursor_(text), last_(text + length) {}

    bool next() {
        while (cursor_ != last_ && is_space(*cursor_)) ++cursor_;
        begin_ = cursor_;
        while (cursor_ != last_ && !is_space(*cursor_)) ++cursor_;
        return begin_ != cursor_;
    }
    bool is(const char* word) const {
        const char* c = begin_;
        for (; c != cursor_ && *word != '\0'; ++c, ++word) {
            if ((*c | 0x20) != *word) return false;
        }
        return c == cursor_ && *word == '\0';
    }
    bool expect(const char* word) { return next() && is(word); }
    bool number(double& value) {
        while (cursor_ != last_ && is_space(*cursor_)) ++cursor_;
        begin_ = cursor_;
        if (cursor_ == last_) return false;
        const char* const end = read_number(cursor_, last_, value);
        if (end == nullptr) return false;
        cursor_ = end;
        return true;
    }
    void skip_line() {
        while (cursor_ != last_ && *cursor_ != '\n') ++cursor_;
    }
    std::size_t offset() const { return static_cast<std::size_t>(begin_ - text_); }
    bool at_end() const { return begin_ == last_; }

private:
    const char* text_;
    const char* begin_ = nullptr;
    const char* cursor_;
    const char* last_;
};

// The part of a facet after the word `facet`; null if all is well.
const char* read_facet(Tokens& tokens, std::vector<float>& positions) {
    double value = 0.0;
    if (!tokens.expect("normal")) return "'normal' is expected after 'facet'";
    for (int i = 0; i < 3; ++i) {
        if (!tokens.number(value)) return "a facet's normal needs three numbers";
    }
    if (!tokens.expect("outer") || !tokens.expect("loop")) return "'outer loop' is expected";
    for (int corner = 0; corner < 3; ++corner) {
        if (!tokens.expect("vertex")) return "a facet needs three vertices";
        for (int i = 0; i < 3; ++i) {
            if (!tokens.number(value)) return "a vertex needs three numbers";
            positions.push_back(static_cast<float>(value));
        }
    }
    if (!tokens.expect("endloop")) return "'endloop' is expected after three vertices";
    if (!tokens.expect("endfacet")) return "'endfacet' is expected";
    return nullptr;
}

}  // namespace

AsciiStl parse_stl(const char* text, std::size_t length) {
    AsciiStl stl;
    Tokens tokens(text, length);
    while (tokens.next()) {
        stl.ended = tokens.is("endsolid");
        if (tokens.is("solid") || stl.ended) {
            tokens.skip_line();
        } else if (tokens.is("facet")) {
            const std::size_t whole = stl.positions.size();
            stl.problem = read_facet(tokens, stl.positions);
            if (stl.problem == nullptr) continue;
            if (tokens.at_end()) stl.problem = "the file ends within a facet";
            stl.positions.resize(whole);
            stl.offset = tokens.offset();
            break;
        } else {
            stl.problem = "'facet' or 'endsolid' is expected";
            stl.offset = tokens.offset();
            break;
        }
    }
    return stl;
}

}  // namespace fourbar::meshes
