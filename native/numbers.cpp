// Python.h comes first: it defines feature macros.
#include <Python.h>

#include "numbers.hpp"

#include <cfloat>
#include <charconv>
#include <cstdint>
#include <limits>
#include <new>
#include <string>
#include <system_error>

namespace fourbar {
namespace {

bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Whether [begin, end) spells `word`, given in lower case.
bool spells(const char* begin, const char* end, const char* word) {
    for (; begin != end && *word != '\0'; ++begin, ++word) {
        // Bit 5 tells lower from upper case; setting it turns nothing but a letter into one.
        if ((*begin | 0x20) != *word) return false;
    }
    return begin == end && *word == '\0';
}

// A decimal literal as written: sign, digits and power of ten.
struct Literal {
    bool negative = false;
    bool exact = true;          // `digits` holds every digit
    std::uint64_t digits = 0;   // without sign and point
    std::int64_t exponent = 0;  // the value is digits * 10^exponent
};

// Reads [+-] (d+ [. d*] | . d+) [eE [+-] d+]. Returns where reading stopped, or null if this is
// no literal; the caller looks whether the token ends there.
const char* read_literal(const char* cursor, const char* last, Literal& literal) {
    constexpr std::uint64_t room = (std::numeric_limits<std::uint64_t>::max() - 9) / 10;
    if (cursor != last && (*cursor == '-' || *cursor == '+')) literal.negative = *cursor++ == '-';

    const auto take_digits = [&](std::int64_t exponent_step) {
        const char* const first = cursor;
        for (; cursor != last && is_digit(*cursor); ++cursor) {
            if (literal.digits > room) {
                literal.exact = false;
                continue;
            }
            literal.digits = 10 * literal.digits + static_cast<std::uint64_t>(*cursor - '0');
            literal.exponent += exponent_step;
        }
        return cursor != first;
    };
    bool any = take_digits(0);
    if (cursor != last && *cursor == '.') {
        ++cursor;
        any |= take_digits(-1);
    }
    if (!any) return nullptr;

    if (cursor != last && (*cursor | 0x20) == 'e') {
        ++cursor;
        bool down = false;
        if (cursor != last && (*cursor == '-' || *cursor == '+')) down = *cursor++ == '-';
        if (cursor == last || !is_digit(*cursor)) return nullptr;
        std::int64_t written = 0;
        for (; cursor != last && is_digit(*cursor); ++cursor) {
            if (written < 100000) written = 10 * written + (*cursor - '0');
        }
        literal.exponent += down ? -written : written;
    }
    return cursor;
}

// Both factors are exact doubles, so the one rounding of the product or quotient is the
// correct one (Clinger 1990, section 4). Covers what people write by hand.
bool convert_short(const Literal& literal, double& value) {
    static constexpr double power_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                              1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                              1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
    constexpr std::uint64_t largest_exact = std::uint64_t{1} << DBL_MANT_DIG;
    if (FLT_EVAL_METHOD != 0 || !literal.exact || literal.digits > largest_exact ||
        literal.exponent < -22 || literal.exponent > 22) {
        return false;
    }
    const auto magnitude = static_cast<double>(literal.digits);
    value = literal.exponent < 0 ? magnitude / power_of_ten[-literal.exponent]
                                 : magnitude * power_of_ten[literal.exponent];
    if (literal.negative) value = -value;
    return true;
}

// Converts a literal that read_literal() has accepted.
double convert_long(const char* begin, const char* end) {
#ifdef __cpp_lib_to_chars
    double value = 0.0;
    const char* const unsigned_begin = begin + (*begin == '-' || *begin == '+');
    // Out of range does not tell which way: that, too, is left to CPython.
    if (std::from_chars(unsigned_begin, end, value).ec == std::errc()) {
        return *begin == '-' ? -value : value;
    }
#endif
    const std::string literal(begin, end);
    // Meshes are read without the interpreter's lock.
    const PyGILState_STATE state = PyGILState_Ensure();
    const double converted = PyOS_string_to_double(literal.c_str(), nullptr, nullptr);
    const bool failed = converted == -1.0 && PyErr_Occurred() != nullptr;
    if (failed) PyErr_Clear();  // a literal is well-formed by now: only memory can have run out
    PyGILState_Release(state);
    if (failed) throw std::bad_alloc();
    return converted;
}

// Reads nan, inf or infinity with a sign, in any case, if [begin, end) is one of them.
bool convert_word(const char* begin, const char* end, double& value) {
    const char* const word = begin + (*begin == '-' || *begin == '+');
    if (spells(word, end, "nan")) {
        value = std::numeric_limits<double>::quiet_NaN();
    } else if (spells(word, end, "inf") || spells(word, end, "infinity")) {
        value = std::numeric_limits<double>::infinity();
    } else {
        return false;
    }
    if (*begin == '-') value = -value;
    return true;
}

}  // namespace

const char* read_number(const char* begin, const char* last, double& value) {
    Literal literal;
    const char* end = read_literal(begin, last, literal);
    if (end != nullptr && (end == last || is_space(*end))) {
        if (!convert_short(literal, value)) value = convert_long(begin, end);
        return end;
    }
    end = begin;
    while (end != last && !is_space(*end)) ++end;
    return begin != end && convert_word(begin, end, value) ? end : nullptr;
}

ParsedNumbers parse_numbers(const char* text, std::size_t length, NumberList& numbers) {
    const char* const last = text + length;
    const char* cursor = text;
    for (;;) {
        while (cursor != last && is_space(*cursor)) ++cursor;
        if (cursor == last) return {true, length, length};

        const char* const begin = cursor;
        double value = 0.0;
        cursor = read_number(begin, last, value);
        if (cursor == nullptr) {
            cursor = begin;
            while (cursor != last && !is_space(*cursor)) ++cursor;
            return {false, static_cast<std::size_t>(begin - text),
                    static_cast<std::size_t>(cursor - text)};
        }
        numbers.push(value);
    }
}

}  // namespace fourbar
