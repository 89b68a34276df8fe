// Attributes are read in the file's types and compared exactly.
#include "data/netcdf_attributes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <netcdf.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cmath>
#include <cstring>
#include <map>
#include <tuple>
#include <utility>

#include "data/formats.hpp"
#include "data/memory.hpp"
#include "data/values.hpp"
#include "support/errors.hpp"
#include "support/index.hpp"
#include "support/outside_text.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::data {

namespace {

/// Whether the attribute `_Unsigned` is true, as characters or as a string, in any case of letters.
bool is_unsigned(const Variable& variable) {
  constexpr const char* kName = "_Unsigned";
  nc_type kind = NC_NAT;
  std::size_t length = 0;
  if (nc_inq_att(variable.group, variable.id, kName, &kind, &length) != NC_NOERR) return false;
  std::string text;
  if (kind == NC_CHAR) {
    text.resize(length);
    nc_get_att_text(variable.group, variable.id, kName, text.data());
  } else if (kind == NC_STRING && length == 1) {
    char* string = nullptr;
    if (nc_get_att_string(variable.group, variable.id, kName, &string) == NC_NOERR && string != nullptr) text = string;
    nc_free_string(1, &string);
  }
  text.resize(std::min(text.size(), text.find('\0')));
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text == "true";
}

/// A number of an attribute of the variable, in a type that the file may have.
struct Number {
  spec::Type type;
  std::uint64_t bits;

  [[nodiscard]] long double value() const {
    if (type.is_float()) return to_double(type, bits);
    if (!type.is_signed()) return static_cast<long double>(bits);
    const int unused = 64 - type.width;
    return static_cast<long double>(static_cast<std::int64_t>(bits << unused) >> unused);
  }
};

/// The numbers of an attribute; nothing if the variable has none of that name, or it holds no numbers.
std::optional<std::vector<Number>> numbers_of(const Variable& variable, const char* name) {
  constexpr std::size_t kMost = 1000;
  nc_type kind = NC_NAT;
  std::size_t length = 0;
  if (nc_inq_att(variable.group, variable.id, name, &kind, &length) != NC_NOERR) return std::nullopt;
  const auto of = nc_types().find(kind);
  if (of == nc_types().end() || length > kMost) return std::nullopt;
  const spec::Type type = *cell_type(of->second);
  const std::size_t size = at(type.width / 8);
  std::vector<char> bytes(length * size);
  nc_get_att(variable.group, variable.id, name, bytes.data());
  std::vector<Number> numbers(length, Number{type, 0});
  for (std::size_t i = 0; i < length; ++i) std::memcpy(&numbers[i].bits, &bytes[i * size], size);
  return numbers;
}

bool has_attribute(const Variable& variable, const char* name) {
  return nc_inq_att(variable.group, variable.id, name, nullptr, nullptr) == NC_NOERR;
}

/// Throws if the numbers stand for others: scale and offset other than 1 and 0.
void check_unpacked(const Variable& variable) {
  for (const auto& [name, identity] : {std::pair{"scale_factor", 1.0L}, {"add_offset", 0.0L}}) {
    if (!has_attribute(variable, name)) continue;
    const auto numbers = numbers_of(variable, name);
    if (numbers && numbers->size() == 1 && numbers->front().value() == identity) continue;
    throw BadFile{fmt::format("the variable is packed: it has the attribute {}", name),
                  "write the numbers themselves: ncpdq -U packed.nc plain.nc"};
  }
}

using Missing = NetcdfNumbers::Missing;
using Valid = NetcdfNumbers::Valid;

bool is_nan(const spec::Type& type, std::uint64_t bits) { return type.is_float() && std::isnan(to_double(type, bits)); }

/// `number` in the type of the variable, if this can hold it. An attribute of an `_Unsigned` variable has the signed
/// type, too.
std::optional<std::uint64_t> bits_in(const spec::Type& type, const Number& number) {
  const bool is_own = number.type.width == type.width && number.type.is_float() == type.is_float();
  return is_own ? std::optional(number.bits) : convert(number.type, number.bits, type);
}

/// The numbers of an attribute in the type of the variable; none that this cannot hold.
void add_missing(const Variable& variable, const char* name, const spec::Type& type, std::vector<Missing>& all) {
  for (const Number& number : numbers_of(variable, name).value_or(std::vector<Number>{})) {
    const auto value = bits_in(type, number);
    if (value && !is_nan(type, *value)) all.push_back({*value, name});
  }
}

/// What valid_range, valid_min and valid_max say; values of an attribute of the variable's own type are read as its
/// cells are.
Valid valid_of(const Variable& variable, const spec::Type& type) {
  Valid valid;
  const auto bound = [&](const char* name, std::size_t count, std::size_t index) -> std::optional<long double> {
    if (!has_attribute(variable, name)) return std::nullopt;
    const auto numbers = numbers_of(variable, name);
    if (!numbers || numbers->size() != count)
      throw BadFile{fmt::format("the variable's {} is not {}", name, count == 1 ? "a number" : "two numbers"),
                    "correct or delete the attribute: ncatted"};
    const Number& number = (*numbers)[index];
    const bool is_own = number.type.width == type.width && number.type.is_float() == type.is_float();
    return is_own ? Number{type, number.bits}.value() : number.value();
  };
  for (const auto& [name, count, low, high] :
       {std::tuple{"valid_range", 2, 0, 1}, {"valid_min", 1, 0, -1}, {"valid_max", 1, -1, 0}}) {
    if (low >= 0 && !valid.low) valid.low = bound(name, at(count), at(low)), valid.low_attribute = name;
    if (high >= 0 && !valid.high) valid.high = bound(name, at(count), at(high)), valid.high_attribute = name;
  }
  return valid;
}

/// Throws if `bits` stand for a number that the file calls invalid.
void check_valid(const spec::Type& type, std::uint64_t bits, const Valid& valid) {
  const long double value = Number{type, bits}.value();
  const bool is_low = valid.low && value < *valid.low;
  if (!is_low && !(valid.high && value > *valid.high)) return;
  throw BadFile{fmt::format("some numbers are missing: {} is outside the variable's {}", static_cast<double>(value),
                            is_low ? valid.low_attribute : valid.high_attribute),
                "fill them first, or delete the attribute if they are data: ncatted"};
}

/// What stands for missing numbers: `_FillValue` or, without it, what the library fills entries with that nobody wrote
/// (any byte may be data), and `missing_value`.
std::vector<Missing> missing_of(const Variable& variable, const spec::Type& type) {
  std::vector<Missing> all;
  add_missing(variable, "missing_value", type, all);
  if (nc_inq_att(variable.group, variable.id, "_FillValue", nullptr, nullptr) == NC_NOERR) {
    add_missing(variable, "_FillValue", type, all);
    return all;
  }
  int is_unfilled = 0;
  std::uint64_t fill = 0;
  if (type.width > 8 && nc_inq_var_fill(variable.group, variable.id, &is_unfilled, &fill) == NC_NOERR &&
      is_unfilled == 0)
    all.push_back({fill, nullptr});
  return all;
}

/// Throws if `bits` stand for a missing number.
void check_present(std::uint64_t bits, const std::vector<Missing>& missing) {
  for (const Missing& m : missing) {
    if (m.bits != bits) continue;
    if (m.attribute != nullptr)
      throw BadFile{fmt::format("some numbers are missing: they are the variable's {}", m.attribute),
                    "fill them first"};
    throw BadFile{"some numbers are missing: they are what NetCDF fills entries with that were never written",
                  "write all entries; if they are data, give the variable a _FillValue of another number"};
  }
}

}  // namespace

const std::map<int, const char*>& nc_types() {
  static const std::map<int, const char*> types = {
      {NC_BYTE, "i1"}, {NC_UBYTE, "u1"}, {NC_SHORT, "i2"},  {NC_USHORT, "u2"}, {NC_INT, "i4"},
      {NC_UINT, "u4"}, {NC_INT64, "i8"}, {NC_UINT64, "u8"}, {NC_FLOAT, "f4"},  {NC_DOUBLE, "f8"}};
  return types;
}

std::string shown_variable(const std::string& name) { return safe::terminal(OutsideText(name)); }

void check_order(const Variable& variable) {
  static const std::map<std::string, int> axes = {{"x", 0},     {"lon", 0},      {"longitude", 0}, {"y", 1},
                                                  {"lat", 1},   {"latitude", 1}, {"z", 2},         {"lev", 2},
                                                  {"level", 2}, {"depth", 2},    {"height", 2},    {"altitude", 2}};
  int rank = 0;
  nc_inq_varndims(variable.group, variable.id, &rank);
  std::vector<int> dimensions(at(rank));
  nc_inq_vardimid(variable.group, variable.id, dimensions.data());
  std::vector<std::string> names, wanted;
  std::vector<std::pair<int, std::string>> known;
  for (const int d : dimensions) {
    char name[NC_MAX_NAME + 1] = "";
    nc_inq_dimname(variable.group, d, name);
    names.emplace_back(name);
    std::string lower = names.back();
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return std::tolower(c); });
    if (const auto axis = axes.find(lower); axis != axes.end()) known.emplace_back(axis->second, names.back());
  }
  auto sorted = known;
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  if (sorted == known) return;
  std::size_t next = 0;
  for (const std::string& name : names) {
    const bool is_axis = std::any_of(known.begin(), known.end(), [&](const auto& k) { return k.second == name; });
    wanted.push_back(is_axis ? sorted[next++].second : name);
  }
  throw BadFile{fmt::format("the variable's dimensions are ({}), and rtlgen reads ({}): x last",
                            shown_variable(fmt::format("{}", fmt::join(names, ", "))),
                            shown_variable(fmt::format("{}", fmt::join(wanted, ", ")))),
                shown_variable(fmt::format("transpose it: ncpdq -a {} in.nc out.nc", fmt::join(wanted, ",")))};
}

spec::Type type_of(const Variable& variable) {
  nc_type kind = NC_NAT;
  nc_inq_vartype(variable.group, variable.id, &kind);
  const auto found = nc_types().find(kind);
  if (found == nc_types().end())
    throw BadFile{"the variable holds no numbers", "supported are integers of 8 to 64 bits, float and double"};
  check_unpacked(variable);
  const spec::Type type = *cell_type(found->second);
  return !type.is_float() && is_unsigned(variable) ? spec::Type::uint_of(type.width) : type;
}

NetcdfNumbers::NetcdfNumbers(const Variable& variable, const spec::Type& type)
    : type_(type), missing_(missing_of(variable, type)), valid_(valid_of(variable, type)) {}

void NetcdfNumbers::check(std::uint64_t bits) const {
  check_present(bits, missing_);
  check_valid(type_, bits, valid_);
}

}  // namespace rtlgen::data
