// The numeric values of cells, converted exactly between types and rounded at most once.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace rtlgen::spec {
struct Type;
}

namespace rtlgen::data {

/// The number that the bits of a cell represent, as closely as a double can (exact except for integers and fixed-point
/// numbers of more than 53 bits).
double to_double(const spec::Type& type, std::uint64_t bits);

/// Converts `value` to `type`. Floats and fixed point round to nearest even, integers must be whole; nullopt if the
/// type cannot represent it: a value outside its range, a fraction in an integer.
std::optional<std::uint64_t> from_double(const spec::Type& type, double value);

/// The same for cells of any other type. Bits are unchanged if the types are equal.
std::optional<std::uint64_t> convert(const spec::Type& from, std::uint64_t bits, const spec::Type& to);

enum class Parsed : std::uint8_t { kGood, kNoNumber, kDoesNotFit };

/// The decimal number `text` (also inf and nan), rounded once from its exact value.
Parsed parse_number(std::string_view text, const spec::Type& type, std::uint64_t& bits);

}  // namespace rtlgen::data
