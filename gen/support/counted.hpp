// Numbers with what they count: "1 row", "2 rows", "1 entry", "2 entries".
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <string>
#include <string_view>

namespace rtlgen {

/// The noun alone. `many`: the plural, if it is not the noun with an s.
inline std::string noun_of(bool is_one, std::string_view one, std::string_view many = {}) {
  return is_one ? std::string(one) : many.empty() ? std::string(one) + "s" : std::string(many);
}

/// The number and the noun.
std::string counted(std::integral auto number, std::string_view one, std::string_view many = {}) {
  return fmt::format("{} {}", number, noun_of(number == 1, one, many));
}

}  // namespace rtlgen
