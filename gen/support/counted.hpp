// Numbers with the noun they count: "1 row", "2 rows", "1 entry", "2 entries".
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <string>
#include <string_view>

namespace rtlgen {

/// The first word for 1, the second for every other number: "differs", "differ".
constexpr std::string_view by_number(std::integral auto number, std::string_view one, std::string_view many) {
  return number == 1 ? one : many;
}

/// `many` is the plural, for nouns that do not just take an s.
std::string counted(std::integral auto number, std::string_view one, std::string_view many = {}) {
  if (number == 1 || !many.empty()) return fmt::format("{} {}", number, by_number(number, one, many));
  return fmt::format("{} {}s", number, one);
}

}  // namespace rtlgen
