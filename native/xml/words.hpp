// Short texts as Python strings, the same one each time: files repeat their words.
#pragma once

#include <Python.h>

#include <array>
#include <cstring>
#include <string_view>

namespace fourbar::xml {

// A table of fixed size in which a later word takes the place of an earlier one. Only with the
// interpreter's lock.
class Words {
public:
    // A new reference, or null with an exception set. The text is valid UTF-8. Names are interned,
    // so that most comparisons are of addresses.
    PyObject* get(std::string_view text, bool is_name = false) {
        if (text.size() > longest) return decoded(text);
        Entry& entry = entries_[hash(text) % entries_.size()];
        if (entry.word == nullptr || entry.size != text.size() ||
            std::memcmp(entry.text, text.data(), text.size()) != 0) {
            PyObject* word = decoded(text);
            if (word == nullptr) return nullptr;
            if (is_name) PyUnicode_InternInPlace(&word);
            Py_XDECREF(entry.word);
            entry.word = word;
            entry.size = text.size();
            std::memcpy(entry.text, text.data(), text.size());
        }
        Py_INCREF(entry.word);
        return entry.word;
    }

private:
    static constexpr std::size_t longest = 32;

    struct Entry {
        PyObject* word = nullptr;
        std::size_t size = 0;
        char text[longest];
    };

    static PyObject* decoded(std::string_view text) {
        return PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "replace");
    }

    // FNV-1a.
    static std::size_t hash(std::string_view text) {
        std::size_t value = 14695981039346656037ULL;
        for (const char c : text) {
            value = (value ^ static_cast<unsigned char>(c)) * 1099511628211ULL;
        }
        return value ^ (value >> 29);
    }

    std::array<Entry, 1024> entries_{};
};

}  // namespace fourbar::xml
