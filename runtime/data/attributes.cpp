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
Expected<Valid> valid_of(const Attributes& attributes, const spec::Type& type) {
  using Bound = std::optional<long double>;
  Valid valid;
  const auto bound = [&](const char* name, std::size_t count, std::size_t index) -> Expected<Bound> {
    if (!attributes.has(name)) return Bound();
    const auto numbers = attributes.numbers(name);
    if (!numbers || numbers->size() != count)
      return bad_file(
          fmt::format("the {}'s {} is not {}", attributes.holder(), name, count == 1 ? "a number" : "two numbers"),
          fmt::format("correct or delete the attribute with {}", attributes.to_change()));
    const AttributeNumber& number = (*numbers)[index];
    return Bound(is_own(number, type) ? AttributeNumber{type, number.bits}.value() : number.value());
  };
  for (const auto& [name, count, low, high] :
       {std::tuple{"valid_range", 2, 0, 1}, {"valid_min", 1, 0, -1}, {"valid_max", 1, -1, 0}}) {
    if (low >= 0 && !valid.low) {
      const auto value = bound(name, at(count), at(low));
      if (!value) return value.error();
      valid.low = *value, valid.low_attribute = name;
    }
    if (high >= 0 && !valid.high) {
      const auto value = bound(name, at(count), at(high));
      if (!value) return value.error();
      valid.high = *value, valid.high_attribute = name;
    }
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

std::optional<Error> check_unpacked(const Attributes& attributes) {
  for (const auto& [name, identity] : {std::pair{"scale_factor", 1.0L}, {"add_offset", 0.0L}}) {
    if (!attributes.has(name)) continue;
    const auto numbers = attributes.numbers(name);
    if (numbers && numbers->size() == 1 && numbers->front().value() == identity) continue;
    return bad_file(fmt::format("the {} is packed: it has the attribute {}", attributes.holder(), name),
                    attributes.to_unpack());
  }
  return std::nullopt;
}

spec::Type type_by(const Attributes& attributes, const spec::Type& type) {
  if (type.is_float()) return type;
  std::string text = attributes.text("_Unsigned");
  text.resize(std::min(text.size(), text.find('\0')));
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text == "true" ? spec::Type::uint_of(type.width) : type;
}

Expected<ValidNumbers> ValidNumbers::by(const Attributes& attributes, const spec::Type& type,
                                        std::optional<std::uint64_t> filler) {
  const auto valid = valid_of(attributes, type);
  if (!valid) return valid.error();
  ValidNumbers numbers;
  numbers.type_ = type;
  numbers.holder_ = attributes.holder();
  numbers.change_ = attributes.to_change();
  numbers.missing_ = missing_of(attributes, type, filler);
  numbers.valid_ = *valid;
  return numbers;
}

std::optional<Error> ValidNumbers::check(const void* numbers, std::int64_t count) const {
  if (are_all_valid()) return std::nullopt;
  const auto size = at(type_.width / 8);
  for (std::int64_t i = 0; i < count; ++i) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, static_cast<const char*>(numbers) + at(i) * size, size);
    for (const Missing& m : missing_) {
      if (m.bits != bits) continue;
      if (m.attribute != nullptr)
        return bad_file(fmt::format("some numbers are missing: they equal the {}'s {}", holder_, m.attribute),
                        "fill them first");
      return bad_file("some numbers are missing: they equal the value with which NetCDF fills unwritten entries",
                      "write all entries; if they are data, give the variable another _FillValue");
    }
    const long double value = AttributeNumber{type_, bits}.value();
    const bool is_low = valid_.low && value < *valid_.low;
    if (!is_low && !(valid_.high && value > *valid_.high)) continue;
    return bad_file(fmt::format("some numbers are missing: {} is outside the {}'s {}", static_cast<double>(value),
                                holder_, is_low ? valid_.low_attribute : valid_.high_attribute),
                    fmt::format("fill them first; if they are data, delete the attribute with {}", change_));
  }
  return std::nullopt;
}

}  // namespace rtlgen::data
