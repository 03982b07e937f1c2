// Numbers written as text in XML attributes: "0 -1.5e-3 +.5".
#pragma once

#include <cstddef>
#include <vector>

namespace fourbar {

// The outcome of parsing: the place of the first token that is not a number, if there is one.
struct ParsedNumbers {
    bool ok;
    std::size_t begin;  // first character of the bad token
    std::size_t end;    // one past its last character
};

// Receives parsed numbers. A pose has at most six, so the first ones need no allocation.
class NumberList {
public:
    void push(double value) {
        if (size_ < inline_capacity) {
            first_[size_] = value;
        } else {
            rest_.push_back(value);
        }
        ++size_;
    }
    std::size_t size() const { return size_; }
    double operator[](std::size_t i) const {
        return i < inline_capacity ? first_[i] : rest_[i - inline_capacity];
    }

private:
    static constexpr std::size_t inline_capacity = 16;
    std::size_t size_ = 0;
    double first_[inline_capacity];
    std::vector<double> rest_;
};

// Appends the numbers in [text, text + length), which XML white space separates.
//
// A number is a decimal floating-point literal with an optional sign, rounded to the nearest
// double; too large gives an infinity, too small a signed zero, as in Python's float(). "nan",
// "inf" and "infinity" count as numbers in any case. Bytes above 127 belong to no number.
//
// With or without the interpreter lock: the few literals that only CPython can convert take it.
// Throws std::bad_alloc.
ParsedNumbers parse_numbers(const char* text, std::size_t length, NumberList& numbers);

// Reads one such number from [cursor, last), which starts with it, up to XML white space or the
// end. Returns one past its last character, or null if the token is not a number. Any thread may
// call it, as above.
const char* read_number(const char* cursor, const char* last, double& value);

}  // namespace fourbar
