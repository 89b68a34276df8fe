// The numeric values of cells: exact from type to type, rounded at most once.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace rtlgen::spec {
struct Type;
}

namespace rtlgen::data {

/// The number that the bits of one cell stand for, as near as a double comes (exact but for
/// integers and fixed-point numbers of more than 53 bits).
double to_double(const spec::Type& type, std::uint64_t bits);

/// `value` in `type`. Floats and fixed point round to nearest even, integers must be whole; nullopt for what the
/// type cannot hold: a value outside its range, a fraction in an integer.
std::optional<std::uint64_t> from_double(const spec::Type& type, double value);

/// The same from cells of any other type. Bits of the same type stay as they are.
std::optional<std::uint64_t> convert(const spec::Type& from, std::uint64_t bits, const spec::Type& to);

enum class Parsed : std::uint8_t { kGood, kNoNumber, kDoesNotFit };

/// The decimal number `text` (also inf and nan), rounded once from its exact value.
Parsed parse_number(std::string_view text, const spec::Type& type, std::uint64_t& bits);

}  // namespace rtlgen::data
