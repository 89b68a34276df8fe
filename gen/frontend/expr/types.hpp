// Type names, and which of two types contains the other.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "spec/type.hpp"
#include "support/expected.hpp"

namespace rtlgen::frontend {

struct NamedType {
  std::string_view word;
  spec::Type type;
};

/// Types with widths in angle brackets.
struct TypeFamily {
  static constexpr int kUpToFirst = -1;

  std::string_view word;
  spec::TypeKind kind;
  std::string_view letters;  ///< one per width
  std::string_view meaning;
  std::array<int, 2> least;
  std::array<int, 2> most;  ///< kUpToFirst: the first width

  [[nodiscard]] std::string pattern() const;     ///< float<E,F>
  [[nodiscard]] std::string range_text() const;  ///< "E from 2 to 11 and F from 1 to 52"
};

std::span<const NamedType> named_types();
std::span<const TypeFamily> type_families();

/// Whether `word` starts a type name: int, uint8, float, ...
bool is_type_word(const std::string& word);

/// The type `word` or `word<widths...>`; errors have no location.
Expected<spec::Type> make_type(const std::string& word, const std::vector<long>& widths);

/// The type that a text such as "float<6,9>" names.
Expected<spec::Type> parse_type(const std::string& text);

/// Whether every value of `inner` is a value of `outer`; both must be of one kind.
bool holds(const spec::Type& outer, const spec::Type& inner);

/// The one of two types that holds the other, or nullopt if a cast is required.
std::optional<spec::Type> wider(const spec::Type& a, const spec::Type& b);

}  // namespace rtlgen::frontend
