// Type names and the ranges of their widths.
#include "frontend/expr/types.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "frontend/expr/hints.hpp"
#include "support/codes.hpp"

namespace rtlgen::frontend {

namespace {

using spec::Type;
using spec::TypeKind;

const std::array<NamedType, 12> kNamed = {{
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

constexpr std::array<TypeFamily, 5> kFamilies = {{
    {"float", TypeKind::kFloat, "EF", "E exponent bits, F stored fraction bits", {2, 1}, {11, 52}},
    {"int", TypeKind::kInt, "N", "N bits", {1, 0}, {64, 0}},
    {"uint", TypeKind::kUint, "N", "N bits", {1, 0}, {64, 0}},
    {"fixed", TypeKind::kFixed, "WF", "W bits, F of them below the point", {1, 0}, {64, TypeFamily::kUpToFirst}},
    {"ufixed", TypeKind::kUfixed, "WF", "W bits, F of them below the point", {1, 0}, {64, TypeFamily::kUpToFirst}},
}};

const TypeFamily* find_family(const std::string& word) {
  const auto found =
      std::find_if(kFamilies.begin(), kFamilies.end(), [&](const TypeFamily& f) { return word == f.word; });
  return found == kFamilies.end() ? nullptr : &*found;
}

/// The spelling of every type.
std::string types_note() {
  std::string out = "types are";
  for (const TypeFamily& family : kFamilies) {
    for (const NamedType& named : kNamed) {
      if (named.type.kind == family.kind) out += fmt::format(" {}", named.word);
    }
    out += " " + family.pattern();
  }
  return out;
}

Error refuse(const std::string& message, const std::string& note, std::vector<std::string> hint = {}) {
  hint.push_back(note);
  return {.code = Code::kUnknownType, .message = message, .notes = std::move(hint)};
}

Type type_of(const TypeFamily& family, const std::vector<long>& widths) {
  const int first = static_cast<int>(widths[0]);
  const int second = widths.size() > 1 ? static_cast<int>(widths[1]) : 0;
  if (family.kind == TypeKind::kFloat) return Type::float_of(first, second);
  return {family.kind, first, 0, second};
}

}  // namespace

std::span<const NamedType> named_types() { return kNamed; }
std::span<const TypeFamily> type_families() { return kFamilies; }

std::string TypeFamily::pattern() const {
  std::string out = fmt::format("{}<", word);
  for (std::size_t i = 0; i < letters.size(); ++i) out += fmt::format("{}{}", i > 0 ? "," : "", letters[i]);
  return out + ">";
}

std::string TypeFamily::range_text() const {
  std::string out;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    const std::string end = most[i] == kUpToFirst ? std::string(1, letters[0]) : fmt::format("{}", most[i]);
    out += fmt::format("{}{} from {} to {}", i > 0 ? " and " : "", letters[i], least[i], end);
  }
  return out;
}

bool is_type_word(const std::string& word) {
  return find_family(word) != nullptr ||
         std::any_of(kNamed.begin(), kNamed.end(), [&](const NamedType& n) { return word == n.word; });
}

Expected<Type> make_type(const std::string& word, const std::vector<long>& widths) {
  for (const NamedType& n : kNamed) {
    if (word != n.word) continue;
    if (!widths.empty()) return refuse(fmt::format("'{}' takes no widths", word), types_note());
    return n.type;
  }
  const TypeFamily* family = find_family(word);
  if (family == nullptr) return refuse(fmt::format("there is no type '{}'", word), types_note(), hint_for_type(word));
  const std::size_t count = family->letters.size();
  if (widths.size() != count) {
    return refuse(fmt::format("'{}' takes {}", word, count == 1 ? "one width" : "two widths"),
                  fmt::format("{}: {}", family->pattern(), family->meaning),
                  widths.empty() ? hint_for_type(word) : std::vector<std::string>{});
  }
  for (std::size_t i = 0; i < count; ++i) {
    const long most = family->most[i] == TypeFamily::kUpToFirst ? widths[0] : family->most[i];
    if (widths[i] >= family->least[i] && widths[i] <= most) continue;
    return refuse(fmt::format("{}<{}> is out of range", word, fmt::join(widths, ",")),
                  fmt::format("{} has {}", family->pattern(), family->range_text()));
  }
  return type_of(*family, widths);
}

Expected<Type> parse_type(const std::string& text) {
  std::string s;
  for (const char c : text) {
    if (c != ' ') s += c;
  }
  const std::size_t open = s.find('<');
  if (open == std::string::npos) return make_type(s, {});
  const std::string word = s.substr(0, open);
  const auto malformed = [&] { return refuse(fmt::format("there is no type '{}'", text), types_note()); };
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
