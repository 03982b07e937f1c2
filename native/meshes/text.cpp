#include "text.hpp"

#include <cstring>
#include <limits>

#include "../numbers.hpp"

namespace fourbar::meshes {

std::size_t parse_floats(const char* text, std::size_t length, std::vector<double>& numbers) {
    const char* const last = text + length;
    const char* cursor = text;
    for (;;) {
        while (cursor != last && is_space(*cursor)) ++cursor;
        if (cursor == last) return no_error;
        double value = 0.0;
        const char* const end = read_number(cursor, last, value);
        if (end == nullptr) return static_cast<std::size_t>(cursor - text);
        numbers.push_back(value);
        cursor = end;
    }
}

std::size_t parse_integers(const char* text, std::size_t length,
                           std::vector<std::int32_t>& numbers) {
    const char* const last = text + length;
    const char* cursor = text;
    for (;;) {
        while (cursor != last && is_space(*cursor)) ++cursor;
        if (cursor == last) return no_error;
        std::int32_t value = 0;
        const char* const end = read_integer(cursor, last, value);
        if (end == nullptr || (end != last && !is_space(*end))) {
            return static_cast<std::size_t>(cursor - text);
        }
        numbers.push_back(value);
        cursor = end;
    }
}

std::vector<std::pair<std::size_t, std::size_t>> find_number_runs(const char* text,
                                                                  std::size_t length,
                                                                  std::size_t least) {
    bool numeric[256] = {};
    for (const char c : {' ', '\n', '\t', '\r', '+', '-', '.', 'e', 'E', '0', '1', '2', '3', '4', '5',
                         '6', '7', '8', '9'}) {
        numeric[static_cast<unsigned char>(c)] = true;
    }
    std::vector<std::pair<std::size_t, std::size_t>> runs;
    const char* const last = text + length;
    const char* cursor = text;
    while (cursor != last) {
        const void* const closing = std::memchr(cursor, '>', static_cast<std::size_t>(last - cursor));
        if (closing == nullptr) break;
        const char* const begin = static_cast<const char*>(closing) + 1;
        const void* const opening = std::memchr(begin, '<', static_cast<std::size_t>(last - begin));
        if (opening == nullptr) break;
        cursor = static_cast<const char*>(opening);
        if (static_cast<std::size_t>(cursor - begin) < least) continue;
        const char* c = begin;
        while (c != cursor && numeric[static_cast<unsigned char>(*c)]) ++c;
        if (c != cursor) continue;
        runs.emplace_back(static_cast<std::size_t>(begin - text),
                          static_cast<std::size_t>(cursor - text));
    }
    return runs;
}

const char* read_integer(const char* cursor, const char* last, std::int32_t& value) {
    constexpr std::int64_t largest = std::numeric_limits<std::int32_t>::max();
    bool negative = false;
    if (cursor != last && (*cursor == '-' || *cursor == '+')) negative = *cursor++ == '-';
    if (cursor == last || *cursor < '0' || *cursor > '9') return nullptr;
    std::int64_t magnitude = 0;
    for (; cursor != last && *cursor >= '0' && *cursor <= '9'; ++cursor) {
        if (magnitude <= largest) magnitude = 10 * magnitude + (*cursor - '0');
    }
    if (magnitude > largest) magnitude = largest;
    value = static_cast<std::int32_t>(negative ? -magnitude : magnitude);
    return cursor;
}

}  // namespace fourbar::meshes
