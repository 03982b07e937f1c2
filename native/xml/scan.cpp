#include <Python.h>

#include "scan.hpp"

#include "element.hpp"
#include "words.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fourbar::xml {
namespace {

PyTypeObject* element_type = nullptr;  // set once, when the module is made

Words& words() {
    static Words* const table = new Words;  // lives as long as the process
    return *table;
}

bool is_space(unsigned char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

bool starts_name(unsigned char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':';
}

bool continues_name(unsigned char c) {
    return starts_name(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
}

// What becomes of reading on: done, not plain (ask a real parser), or an exception is set.
enum class Outcome { good, not_plain, failed };

// Reads a text that is valid UTF-8. Whatever is not beyond doubt well-formed is not plain: names
// that are not ASCII, references other than the five, CDATA, processing instructions, document
// types, and every error. Who asked then goes the slow way, which says what is wrong and where.
class Scanner {
public:
    Scanner(std::string_view text, Py_ssize_t max_depth, Py_ssize_t max_elements)
        : text_(text), max_depth_(max_depth), max_elements_(max_elements) {}

    ~Scanner() {
        Py_XDECREF(root_);
        Py_XDECREF(comments_);
    }

    Scanner(const Scanner&) = delete;
    Scanner& operator=(const Scanner&) = delete;

    // A new reference to (root, comments), to None, or null with an exception set.
    PyObject* run() {
        comments_ = PyList_New(0);
        if (comments_ == nullptr) return nullptr;
        const Outcome outcome = document();
        if (outcome == Outcome::failed) return nullptr;
        if (outcome == Outcome::not_plain || root_ == nullptr) Py_RETURN_NONE;
        return PyTuple_Pack(2, root_, comments_);
    }

private:
    Outcome document() {
        if (text_.substr(0, 3) == "\xEF\xBB\xBF") at_ = 3;
        while (at_ < text_.size()) {
            if (text_[at_] != '<') {
                const Outcome outcome = open_.empty() ? outside() : content();
                if (outcome != Outcome::good) return outcome;
                continue;
            }
            const Outcome outcome = markup();
            if (outcome != Outcome::good) return outcome;
        }
        return open_.empty() ? Outcome::good : Outcome::not_plain;
    }

    Outcome outside() {
        while (at_ < text_.size() && text_[at_] != '<') {
            if (!is_space(byte(at_))) return Outcome::not_plain;
            ++at_;
        }
        return Outcome::good;
    }

    Outcome content() {
        while (at_ < text_.size() && text_[at_] != '<') {
            if (text_[at_] == '&') {
                if (reference() == '\0') return Outcome::not_plain;
                continue;
            }
            if (!is_allowed(at_) || text_.substr(at_, 3) == "]]>") return Outcome::not_plain;
            ++at_;
        }
        return Outcome::good;
    }

    Outcome markup() {
        const unsigned char next = at_ + 1 < text_.size() ? byte(at_ + 1) : 0;
        if (starts_name(next)) {
            // One root only.
            if (open_.empty() && root_ != nullptr) return Outcome::not_plain;
            return start_tag();
        }
        if (next == '/') return end_tag();
        if (text_.substr(at_, 4) == "<!--") return comment();
        return Outcome::not_plain;
    }

    Outcome start_tag() {
        const std::size_t begin = at_++;
        const std::string_view name = take_name();
        PyObject* const attributes = PyDict_New();
        if (attributes == nullptr) return Outcome::failed;
        const Outcome outcome = read_attributes(attributes);
        if (outcome != Outcome::good) {
            Py_DECREF(attributes);
            return outcome;
        }
        PyObject* const tag = words().get(name, true);
        PyObject* const made = tag == nullptr ? nullptr
                                              : new_element(element_type, tag, attributes,
                                                            static_cast<Py_ssize_t>(begin));
        Py_XDECREF(tag);
        Py_DECREF(attributes);
        if (made == nullptr) return Outcome::failed;
        if (!adopt(made)) return Outcome::failed;
        if (++count_ > max_elements_) return Outcome::not_plain;
        Element* const element = reinterpret_cast<Element*>(made);
        if (text_[at_] == '/') {
            at_ += 2;
            element->close = static_cast<Py_ssize_t>(at_);
            // The limit counts elements that are open, of which this was one.
            if (static_cast<Py_ssize_t>(open_.size()) + 2 > max_depth_) return Outcome::not_plain;
            return Outcome::good;
        }
        ++at_;
        open_.push_back({element, name});
        // As the builder counts: with the one that holds the root.
        return static_cast<Py_ssize_t>(open_.size()) + 1 > max_depth_ ? Outcome::not_plain
                                                                       : Outcome::good;
    }

    // Gives an element to its parent, or makes it the root; takes the reference.
    bool adopt(PyObject* made) {
        if (open_.empty()) {
            root_ = made;
            return true;
        }
        const bool added = append_child(open_.back().element, made);
        Py_DECREF(made);
        return added;
    }

    // Up to the `>` or `/>` of a start tag, which is left to be read.
    Outcome read_attributes(PyObject* attributes) {
        for (;;) {
            const bool spaced = skip_space();
            if (at_ >= text_.size()) return Outcome::not_plain;
            if (text_[at_] == '>') return Outcome::good;
            if (text_[at_] == '/') {
                return text_.substr(at_, 2) == "/>" ? Outcome::good : Outcome::not_plain;
            }
            if (!spaced || !starts_name(byte(at_))) return Outcome::not_plain;
            const std::string_view name = take_name();
            skip_space();
            if (at_ >= text_.size() || text_[at_] != '=') return Outcome::not_plain;
            ++at_;
            skip_space();
            const Outcome outcome = attribute(attributes, name);
            if (outcome != Outcome::good) return outcome;
        }
    }

    Outcome attribute(PyObject* attributes, std::string_view name) {
        const char quote = at_ < text_.size() ? text_[at_] : '\0';
        if (quote != '"' && quote != '\'') return Outcome::not_plain;
        const std::size_t begin = ++at_;
        bool verbatim = true;
        for (; at_ < text_.size() && text_[at_] != quote; ++at_) {
            const unsigned char c = byte(at_);
            if (c == '<' || !is_allowed(at_)) return Outcome::not_plain;
            if (c < ' ' || c == '&') verbatim = false;
        }
        if (at_ >= text_.size()) return Outcome::not_plain;
        const std::string_view written = text_.substr(begin, at_ - begin);
        ++at_;
        PyObject* value = nullptr;
        if (verbatim) {
            value = words().get(written);
        } else {
            if (!normalise(written)) return Outcome::not_plain;
            value = words().get(value_);
        }
        PyObject* const key = value == nullptr ? nullptr : words().get(name, true);
        const Py_ssize_t before = PyDict_GET_SIZE(attributes);
        const bool set = key != nullptr && PyDict_SetItem(attributes, key, value) == 0;
        Py_XDECREF(key);
        Py_XDECREF(value);
        if (!set) return Outcome::failed;
        return PyDict_GET_SIZE(attributes) > before ? Outcome::good : Outcome::not_plain;
    }

    // An attribute's value as XML has it: white space is blanks, references are characters.
    bool normalise(std::string_view written) {
        value_.clear();
        for (std::size_t i = 0; i < written.size(); ++i) {
            const char c = written[i];
            if (c == '\r' && i + 1 < written.size() && written[i + 1] == '\n') continue;
            if (c == '&') {
                std::size_t end = i;
                const char character = referred(written, end);
                if (character == '\0') return false;
                value_ += character;
                i = end - 1;
            } else {
                value_ += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
            }
        }
        return true;
    }

    Outcome end_tag() {
        const std::size_t begin = at_;
        at_ += 2;
        if (open_.empty() || at_ >= text_.size() || !starts_name(byte(at_))) {
            return Outcome::not_plain;
        }
        if (take_name() != open_.back().name) return Outcome::not_plain;
        skip_space();
        if (at_ >= text_.size() || text_[at_] != '>') return Outcome::not_plain;
        ++at_;
        open_.back().element->close = static_cast<Py_ssize_t>(begin);
        open_.pop_back();
        return Outcome::good;
    }

    Outcome comment() {
        const std::size_t begin = at_ + 4;
        const std::size_t end = text_.find("--", begin);
        if (end == std::string_view::npos || text_.substr(end, 3) != "-->") {
            return Outcome::not_plain;
        }
        value_.clear();
        for (std::size_t i = begin; i < end; ++i) {
            if (!is_allowed(i)) return Outcome::not_plain;
            if (text_[i] == '\r') {
                if (text_[i + 1] != '\n') value_ += '\n';
            } else {
                value_ += text_[i];
            }
        }
        at_ = end + 3;
        PyObject* parent = Py_None;
        Py_ssize_t before = root_ == nullptr ? 0 : 1;
        if (!open_.empty()) {
            parent = reinterpret_cast<PyObject*>(open_.back().element);
            before = child_count(open_.back().element);
        }
        PyObject* const words = PyUnicode_DecodeUTF8(
            value_.data(), static_cast<Py_ssize_t>(value_.size()), "replace");
        if (words == nullptr) return Outcome::failed;
        PyObject* const entry = Py_BuildValue("(OnN)", parent, before, words);
        if (entry == nullptr) return Outcome::failed;
        const int failed = PyList_Append(comments_, entry);
        Py_DECREF(entry);
        return failed == 0 ? Outcome::good : Outcome::failed;
    }

    // The character of the reference at `at_`, which is passed; 0 if it is none of the five.
    char reference() { return referred(text_, at_); }

    static char referred(std::string_view text, std::size_t& at) {
        static constexpr struct {
            std::string_view name;
            char character;
        } known[] = {{"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}};
        for (const auto& each : known) {
            if (text.substr(at, each.name.size()) == each.name) {
                at += each.name.size();
                return each.character;
            }
        }
        return '\0';
    }

    std::string_view take_name() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && continues_name(byte(at_))) ++at_;
        return text_.substr(begin, at_ - begin);
    }

    bool skip_space() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && is_space(byte(at_))) ++at_;
        return at_ > begin;
    }

    // Characters of XML: no control characters, neither U+FFFE nor U+FFFF.
    bool is_allowed(std::size_t i) const {
        const unsigned char c = byte(i);
        if (c < ' ') return is_space(c);
        return c != 0xEF || i + 2 >= text_.size() || byte(i + 1) != 0xBF || byte(i + 2) < 0xBE;
    }

    unsigned char byte(std::size_t i) const { return static_cast<unsigned char>(text_[i]); }

    struct Open {
        Element* element;  // owned by its parent
        std::string_view name;
    };

    const std::string_view text_;
    const Py_ssize_t max_depth_;
    const Py_ssize_t max_elements_;
    std::size_t at_ = 0;
    Py_ssize_t count_ = 0;
    std::vector<Open> open_;
    std::string value_;
    PyObject* root_ = nullptr;
    PyObject* comments_ = nullptr;
};

}  // namespace

PyObject* scan(PyObject*, PyObject* const* args, Py_ssize_t count) {
    if (count != 3 || !PyBytes_Check(args[0])) {
        PyErr_SetString(PyExc_TypeError, "scan() takes bytes and two limits");
        return nullptr;
    }
    const Py_ssize_t max_depth = PyLong_AsSsize_t(args[1]);
    const Py_ssize_t max_elements = PyLong_AsSsize_t(args[2]);
    if (PyErr_Occurred()) return nullptr;
    const std::string_view text(PyBytes_AS_STRING(args[0]),
                                static_cast<std::size_t>(PyBytes_GET_SIZE(args[0])));
    try {
        return Scanner(text, max_depth, max_elements).run();
    } catch (const std::bad_alloc&) {
        return PyErr_NoMemory();
    }
}

bool prepare_scan(PyTypeObject* elements) {
    Py_INCREF(elements);
    element_type = elements;
    return true;
}

}  // namespace fourbar::xml
