// Numbers in mesh files written as text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace fourbar::meshes {

constexpr std::size_t no_error = static_cast<std::size_t>(-1);

// Appends the numbers in [text, text + length), which white space separates. Returns the offset
// of the first token that is no number, or no_error.
std::size_t parse_floats(const char* text, std::size_t length, std::vector<double>& numbers);
std::size_t parse_integers(const char* text, std::size_t length,
                           std::vector<std::int32_t>& numbers);

// Stretches [begin, end) of at least `least` characters between '>' and '<' that only numbers are
// made of: digits, signs, points, exponents and white space.
std::vector<std::pair<std::size_t, std::size_t>> find_number_runs(const char* text,
                                                                  std::size_t length,
                                                                  std::size_t least);

inline bool is_space(char c) { return c == ' ' || c == '\n' || c == '\t' || c == '\r'; }

// Reads a decimal integer; what does not fit becomes the largest of its sign. Returns one past its
// last digit, or null.
const char* read_integer(const char* cursor, const char* last, std::int32_t& value);

}  // namespace fourbar::meshes
