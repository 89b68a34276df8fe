// Lines of numbers: if one loop variable determines a value that costs arithmetic, the line reads a lookup table
// instead.
#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "import/c/writer.hpp"
#include "support/codes.hpp"

namespace rtlgen::importer::c {

namespace {

constexpr std::int64_t kMostEntries = 4096;           ///< per lookup table
constexpr std::int64_t kMostBits = 36 * 1024;         ///< per table: a block RAM for each read
constexpr std::int64_t kMostBitsInAll = 1024 * 1024;  ///< total of all tables, which are text
constexpr std::int64_t kMostWork = 4'000'000;         ///< operations on numbers, per table
constexpr Int128 kLargestWhole = Int128{1} << 53;

bool is_power_of_two(const Value& value) {
  const auto number = whole(value);
  return number && *number > 0 && (*number & (*number - 1)) == 0;
}

/// Whether it takes more than an adder or a comparator.
bool is_costly(const Value& value) {
  if (value.kind == Value::Kind::kCall) return true;
  if (value.kind != Value::Kind::kBinary) return false;
  if (value.type.is_float()) return true;
  return (value.text == "/" || value.text == "%") && !is_power_of_two(*value.args[1]);
}

/// The parts that determine a value.
struct Parts {
  std::int64_t size = 0;
  int loop = -1;
  bool other = false;              ///< more than numbers and the variable of one loop
  bool costs = false;              ///< arithmetic
  const Value* library = nullptr;  ///< a function whose bits a C library determines
};

void collect(const Value& value, const std::map<int, ValuePtr>& inlined, Parts& parts) {
  using Kind = Value::Kind;
  if (++parts.size > kMostWork) parts.other = true;
  if (parts.other || value.constant) return;
  if (value.kind == Kind::kLet && inlined.contains(value.id)) return collect(*inlined.at(value.id), inlined, parts);
  if (value.kind == Kind::kLoop) {
    parts.other = parts.loop >= 0 && parts.loop != value.id;
    parts.loop = value.id;
  }
  parts.other = parts.other || value.kind == Kind::kTime || value.kind == Kind::kParameter ||
                value.kind == Kind::kRead || value.kind == Kind::kLet || value.kind == Kind::kLost;
  parts.costs = parts.costs || is_costly(value);
  if (value.kind == Kind::kCall && !is_exact_call(value) && parts.library == nullptr) parts.library = &value;
  for (const ValuePtr& arg : value.args) collect(*arg, inlined, parts);
}

/// Whether a table can hold the number as written.
bool is_plain(const Constant& number) {
  if (!number.type.is_float()) return number.whole <= kLargestWhole && number.whole >= -kLargestWhole;
  return std::isfinite(number.real) && !(number.real == 0 && std::signbit(number.real));
}

}  // namespace

/// The numbers of the line in `type` for each value of its loop variable, or none if one of them is not known.
std::vector<std::string> Writer::numbers_of(const Line& line, const CType& type, const Place& place) const {
  std::vector<std::string> out;
  for (std::int64_t at = place.range.low; at <= place.range.high; ++at) {
    KnownNumbers known = [&](const Value& value) -> std::optional<Constant> {
      if (value.kind == Value::Kind::kLoop) return Constant{value.type, at - place.offset, 0};
      if (value.kind != Value::Kind::kLet) return std::nullopt;
      return evaluated(*lines_.inlined.at(value.id), known);
    };
    Fault fault = Fault::kNone;
    const auto number = evaluated(*line.value, known);
    const auto stored = number ? convert(*number, type, fault) : std::nullopt;
    if (!stored || !is_plain(*stored)) return {};
    out.push_back(spelled(*stored));
  }
  return out;
}

/// A read of a lookup table that replaces the line's value; none if the value should be computed.
std::optional<std::string> Writer::table_of(const Line& line, const CType& type, const std::string& target) {
  Parts parts;
  collect(*line.value, lines_.inlined, parts);
  if (parts.other || parts.loop < 0 || !parts.costs) return std::nullopt;
  std::size_t axis = 0;
  while (axis < line.cell.size() && line.cell[axis].loop != parts.loop) ++axis;
  if (axis == line.cell.size()) return std::nullopt;
  const Place& place = line.cell[axis];
  const std::int64_t count = place.range.high - place.range.low + 1;
  const std::int64_t bits = count * type.width;
  if (count < 2 || count > kMostEntries || bits > kMostBits || table_bits_ + bits > kMostBitsInAll) return std::nullopt;
  std::string index(1, "xyz"[axis]);
  if (place.range.low != 0) index += fmt::format(" - {}", place.range.low);
  if (parts.library != nullptr) {
    reporter_.warning(
        Code::kCostlyPart, line.span,
        fmt::format(
            "this depends on '{}' alone, but every cell computes it: values of '{}' are not stored, since their "
            "last bit depends on the C library",
            trace_.loops[static_cast<std::size_t>(parts.loop)].name, parts.library->text),
        {fmt::format("print the {} values with 17 digits; in the YAML, write 'tables: {{{}_values: {{type: {}, values: "
                     "[...]}}}}' and read {}_values[{}] instead (docs/language_data.md)",
                     count, target, type.spelling(), target, index)});
    return std::nullopt;
  }
  if (parts.size * count > kMostWork) return std::nullopt;
  std::vector<std::string> numbers = numbers_of(line, type, place);
  if (numbers.empty()) return std::nullopt;
  table_bits_ += bits;
  const std::string name = renamer_.take(target + "_values");
  document_.tables.push_back({name, type.spelling(), std::move(numbers)});
  return fmt::format("{}[{}]", name, index);
}

}  // namespace rtlgen::importer::c
