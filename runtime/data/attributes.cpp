// Attributes are read in the file's types and compared exactly.
#include "data/attributes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <cstring>
#include <tuple>
#include <utility>

#include "data/formats.hpp"
#include "data/values.hpp"
#include "support/index.hpp"

namespace rtlgen::data {

namespace {

using Missing = ValidNumbers::Missing;
using Valid = ValidNumbers::Valid;

bool is_nan(const spec::Type& type, std::uint64_t bits) { return type.is_float() && std::isnan(to_double(type, bits)); }

/// Whether an attribute has the type of the array. For an `_Unsigned` array it may also have the signed type.
bool is_own(const AttributeNumber& number, const spec::Type& type) {
  return number.type.width == type.width && number.type.is_float() == type.is_float();
}

/// Adds the numbers of an attribute in the array's type, without those that the type does not contain.
void add_missing(const Attributes& attributes, const char* name, const spec::Type& type, std::vector<Missing>& all) {
  for (const AttributeNumber& number : attributes.numbers(name).value_or(std::vector<AttributeNumber>{})) {
    const auto value = is_own(number, type) ? std::optional(number.bits) : convert(number.type, number.bits, type);
    if (value && !is_nan(type, *value)) all.push_back({*value, name});
  }
}

/// Markers of missing numbers: `_FillValue` or, without it, `filler`, and `missing_value`.
std::vector<Missing> missing_of(const Attributes& attributes, const spec::Type& type,
                                std::optional<std::uint64_t> filler) {
  std::vector<Missing> all;
  add_missing(attributes, "missing_value", type, all);
  if (attributes.has("_FillValue"))
    add_missing(attributes, "_FillValue", type, all);
  else if (filler)
    all.push_back({*filler, nullptr});
  return all;
}

/// Bounds from valid_range, valid_min and valid_max. An attribute of the array's own type is interpreted like its
/// cells.
Valid valid_of(const Attributes& attributes, const spec::Type& type) {
  Valid valid;
  const auto bound = [&](const char* name, std::size_t count, std::size_t index) -> std::optional<long double> {
    if (!attributes.has(name)) return std::nullopt;
    const auto numbers = attributes.numbers(name);
    if (!numbers || numbers->size() != count)
      throw BadFile{
          fmt::format("the {}'s {} is not {}", attributes.holder(), name, count == 1 ? "a number" : "two numbers"),
          fmt::format("correct or delete the attribute with {}", attributes.to_change())};
    const AttributeNumber& number = (*numbers)[index];
    return is_own(number, type) ? AttributeNumber{type, number.bits}.value() : number.value();
  };
  for (const auto& [name, count, low, high] :
       {std::tuple{"valid_range", 2, 0, 1}, {"valid_min", 1, 0, -1}, {"valid_max", 1, -1, 0}}) {
    if (low >= 0 && !valid.low) valid.low = bound(name, at(count), at(low)), valid.low_attribute = name;
    if (high >= 0 && !valid.high) valid.high = bound(name, at(count), at(high)), valid.high_attribute = name;
  }
  return valid;
}

}  // namespace

long double AttributeNumber::value() const {
  if (type.is_float()) return to_double(type, bits);
  if (!type.is_signed()) return static_cast<long double>(bits);
  const int unused = 64 - type.width;
  return static_cast<long double>(static_cast<std::int64_t>(bits << unused) >> unused);
}

void check_unpacked(const Attributes& attributes) {
  for (const auto& [name, identity] : {std::pair{"scale_factor", 1.0L}, {"add_offset", 0.0L}}) {
    if (!attributes.has(name)) continue;
    const auto numbers = attributes.numbers(name);
    if (numbers && numbers->size() == 1 && numbers->front().value() == identity) continue;
    throw BadFile{fmt::format("the {} is packed: it has the attribute {}", attributes.holder(), name),
                  attributes.to_unpack()};
  }
}

spec::Type type_by(const Attributes& attributes, const spec::Type& type) {
  if (type.is_float()) return type;
  std::string text = attributes.text("_Unsigned");
  text.resize(std::min(text.size(), text.find('\0')));
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text == "true" ? spec::Type::uint_of(type.width) : type;
}

ValidNumbers::ValidNumbers(const Attributes& attributes, const spec::Type& type, std::optional<std::uint64_t> filler)
    : type_(type),
      holder_(attributes.holder()),
      change_(attributes.to_change()),
      missing_(missing_of(attributes, type, filler)),
      valid_(valid_of(attributes, type)) {}

void ValidNumbers::check(const void* numbers, std::int64_t count) const {
  if (are_all_valid()) return;
  const auto size = at(type_.width / 8);
  for (std::int64_t i = 0; i < count; ++i) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, static_cast<const char*>(numbers) + at(i) * size, size);
    for (const Missing& m : missing_) {
      if (m.bits != bits) continue;
      if (m.attribute != nullptr)
        throw BadFile{fmt::format("some numbers are missing: they equal the {}'s {}", holder_, m.attribute),
                      "fill them first"};
      throw BadFile{"some numbers are missing: they equal the value with which NetCDF fills unwritten entries",
                    "write all entries; if they are data, give the variable another _FillValue"};
    }
    const long double value = AttributeNumber{type_, bits}.value();
    const bool is_low = valid_.low && value < *valid_.low;
    if (!is_low && !(valid_.high && value > *valid_.high)) continue;
    throw BadFile{fmt::format("some numbers are missing: {} is outside the {}'s {}", static_cast<double>(value),
                              holder_, is_low ? valid_.low_attribute : valid_.high_attribute),
                  fmt::format("fill them first; if they are data, delete the attribute with {}", change_)};
  }
}

}  // namespace rtlgen::data
