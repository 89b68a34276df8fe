// Type names and their widths' ranges.
#include "frontend/types.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

namespace rtlgen::frontend {

namespace {

using spec::Type;

struct ShortName {
  const char* word;
  Type type;
};

const std::array<ShortName, 12> kShortNames = {{
    {"float16", Type::float_of(5, 10)},
    {"bfloat16", Type::float_of(8, 7)},
    {"float32", Type::float_of(8, 23)},
    {"float64", Type::float_of(11, 52)},
    {"int8", Type::int_of(8)},
    {"int16", Type::int_of(16)},
    {"int32", Type::int_of(32)},
    {"int64", Type::int_of(64)},
    {"uint8", Type::uint_of(8)},
    {"uint16", Type::uint_of(16)},
    {"uint32", Type::uint_of(32)},
    {"uint64", Type::uint_of(64)},
}};

const char* const kTypesNote =
    "types are float16 bfloat16 float32 float64 float<E,F> int8 int16 int32 int64 int<N> uint8 "
    "uint16 uint32 uint64 uint<N> fixed<W,F> ufixed<W,F>";

bool is_parametric(const std::string& word) {
  return word == "float" || word == "int" || word == "uint" || word == "fixed" || word == "ufixed";
}

TypeOutcome refuse(const std::string& message, const std::string& note) {
  return {std::nullopt, "RG0210", message, {note}};
}

}  // namespace

bool is_type_word(const std::string& word) {
  if (is_parametric(word)) return true;
  return std::any_of(kShortNames.begin(), kShortNames.end(),
                     [&](const ShortName& s) { return word == s.word; });
}

TypeOutcome make_type(const std::string& word, const std::vector<long>& widths) {
  for (const ShortName& s : kShortNames) {
    if (word != s.word) continue;
    if (!widths.empty()) return refuse(fmt::format("'{}' takes no widths", word), kTypesNote);
    return {s.type, {}, {}, {}};
  }
  if (!is_parametric(word)) return refuse(fmt::format("there is no type '{}'", word), kTypesNote);
  if (word == "float") {
    if (widths.size() != 2) {
      return refuse("'float' takes two widths",
                    "float<E,F>: E exponent bits, F stored fraction bits");
    }
    if (widths[0] < 2 || widths[0] > 11 || widths[1] < 1 || widths[1] > 52) {
      return refuse(fmt::format("float<{},{}> is out of range", widths[0], widths[1]),
                    "float<E,F> has E from 2 to 11 and F from 1 to 52");
    }
    return {Type::float_of(static_cast<int>(widths[0]), static_cast<int>(widths[1])), {}, {}, {}};
  }
  if (word == "fixed" || word == "ufixed") {
    if (widths.size() != 2) {
      return refuse(fmt::format("'{}' takes two widths", word),
                    fmt::format("{}<W,F>: W bits, F of them below the point", word));
    }
    if (widths[0] < 1 || widths[0] > 64 || widths[1] < 0 || widths[1] > widths[0]) {
      return refuse(fmt::format("{}<{},{}> is out of range", word, widths[0], widths[1]),
                    fmt::format("{}<W,F> has W from 1 to 64 and F from 0 to W", word));
    }
    const int width = static_cast<int>(widths[0]);
    const int fraction = static_cast<int>(widths[1]);
    return {word == "fixed" ? Type::fixed_of(width, fraction) : Type::ufixed_of(width, fraction), {}, {}, {}};
  }
  if (widths.size() != 1) {
    return refuse(fmt::format("'{}' takes one width", word), fmt::format("{}<N>: N bits", word));
  }
  if (widths[0] < 1 || widths[0] > 64) {
    return refuse(fmt::format("{}<{}> is out of range", word, widths[0]), "N goes from 1 to 64");
  }
  const int width = static_cast<int>(widths[0]);
  return {word == "int" ? Type::int_of(width) : Type::uint_of(width), {}, {}, {}};
}

TypeOutcome parse_type(const std::string& text) {
  std::string s;
  for (const char c : text) {
    if (c != ' ') s += c;
  }
  const std::size_t open = s.find('<');
  if (open == std::string::npos) return make_type(s, {});
  const std::string word = s.substr(0, open);
  const auto malformed = [&] {
    return refuse(fmt::format("there is no type '{}'", text), kTypesNote);
  };
  if (s.back() != '>') return malformed();
  std::vector<long> widths;
  for (std::size_t i = open + 1; i < s.size(); ++i) {
    const std::size_t begin = i;
    while (std::isdigit(static_cast<unsigned char>(s[i])) != 0) ++i;
    if (i == begin || i - begin > 4 || (s[i] != ',' && i + 1 != s.size())) return malformed();
    widths.push_back(std::stol(s.substr(begin, i - begin)));
  }
  return make_type(word, widths);
}

bool holds(const Type& outer, const Type& inner) {
  if (outer.kind != inner.kind) return false;
  if (outer.is_float()) return outer.exponent >= inner.exponent && outer.fraction >= inner.fraction;
  // Integers have no fraction.
  return outer.width - outer.fraction >= inner.width - inner.fraction && outer.fraction >= inner.fraction;
}

std::optional<Type> wider(const Type& a, const Type& b) {
  if (holds(a, b)) return a;
  if (holds(b, a)) return b;
  return std::nullopt;
}

}  // namespace rtlgen::frontend
