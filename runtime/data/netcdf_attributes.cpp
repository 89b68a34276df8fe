// Attributes as the NetCDF library reads them, and the order of a variable's dimensions.
#include "data/netcdf_attributes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <netcdf.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <map>
#include <utility>

#include "data/attributes.hpp"
#include "data/formats.hpp"
#include "data/memory.hpp"
#include "support/index.hpp"
#include "support/outside_text.hpp"
#include "support/safe_text.hpp"

namespace rtlgen::data {

namespace {

class VariableAttributes : public Attributes {
 public:
  explicit VariableAttributes(const Variable& variable) : variable_(variable) {}

  [[nodiscard]] bool has(const char* name) const override {
    return nc_inq_att(variable_.group, variable_.id, name, nullptr, nullptr) == NC_NOERR;
  }

  [[nodiscard]] std::optional<std::vector<AttributeNumber>> numbers(const char* name) const override {
    constexpr std::size_t kMost = 1000;
    nc_type kind = NC_NAT;
    std::size_t length = 0;
    if (nc_inq_att(variable_.group, variable_.id, name, &kind, &length) != NC_NOERR) return std::nullopt;
    const auto of = nc_types().find(kind);
    if (of == nc_types().end() || length > kMost) return std::nullopt;
    const spec::Type type = *cell_type(of->second);
    const std::size_t size = at(type.width / 8);
    std::vector<char> bytes(length * size);
    nc_get_att(variable_.group, variable_.id, name, bytes.data());
    std::vector<AttributeNumber> numbers(length, AttributeNumber{type, 0});
    for (std::size_t i = 0; i < length; ++i) std::memcpy(&numbers[i].bits, &bytes[i * size], size);
    return numbers;
  }

  /// Characters, or a string.
  [[nodiscard]] std::string text(const char* name) const override {
    nc_type kind = NC_NAT;
    std::size_t length = 0;
    std::string text;
    if (nc_inq_att(variable_.group, variable_.id, name, &kind, &length) != NC_NOERR) return text;
    if (kind == NC_CHAR) {
      text.resize(length);
      nc_get_att_text(variable_.group, variable_.id, name, text.data());
    } else if (kind == NC_STRING && length == 1) {
      char* string = nullptr;
      if (nc_get_att_string(variable_.group, variable_.id, name, &string) == NC_NOERR && string != nullptr)
        text = string;
      nc_free_string(1, &string);
    }
    return text;
  }

  [[nodiscard]] const char* holder() const override { return "variable"; }
  [[nodiscard]] const char* to_unpack() const override {
    return "write the unpacked numbers: ncpdq -U packed.nc plain.nc";
  }
  [[nodiscard]] const char* to_change() const override { return "ncatted"; }

 private:
  Variable variable_;
};

/// The fill value of the library for unwritten entries; none for bytes, all of whose values may be data.
std::optional<std::uint64_t> filler_of(const Variable& variable, const spec::Type& type) {
  int is_unfilled = 0;
  std::uint64_t fill = 0;
  const bool is_known = type.width > 8 && nc_inq_var_fill(variable.group, variable.id, &is_unfilled, &fill) == NC_NOERR;
  return is_known && is_unfilled == 0 ? std::optional(fill) : std::nullopt;
}

}  // namespace

const std::map<int, const char*>& nc_types() {
  static const std::map<int, const char*> types = {
      {NC_BYTE, "i1"}, {NC_UBYTE, "u1"}, {NC_SHORT, "i2"},  {NC_USHORT, "u2"}, {NC_INT, "i4"},
      {NC_UINT, "u4"}, {NC_INT64, "i8"}, {NC_UINT64, "u8"}, {NC_FLOAT, "f4"},  {NC_DOUBLE, "f8"}};
  return types;
}

std::string shown_variable(const std::string& name) { return safe::terminal(OutsideText(name)); }

std::optional<Error> check_order(const Variable& variable) {
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
  if (sorted == known) return std::nullopt;
  std::size_t next = 0;
  for (const std::string& name : names) {
    const bool is_axis = std::any_of(known.begin(), known.end(), [&](const auto& k) { return k.second == name; });
    wanted.push_back(is_axis ? sorted[next++].second : name);
  }
  return bad_file(fmt::format("the variable's dimensions are ({}), but rtlgen needs ({}), x last",
                              shown_variable(fmt::format("{}", fmt::join(names, ", "))),
                              shown_variable(fmt::format("{}", fmt::join(wanted, ", ")))),
                  shown_variable(fmt::format("transpose it: ncpdq -a {} in.nc out.nc", fmt::join(wanted, ","))));
}

Expected<spec::Type> type_of(const Variable& variable) {
  nc_type kind = NC_NAT;
  nc_inq_vartype(variable.group, variable.id, &kind);
  const auto found = nc_types().find(kind);
  if (found == nc_types().end())
    return bad_file("the variable holds no numbers", "supported are integers of 8 to 64 bits, float and double");
  const VariableAttributes attributes(variable);
  if (const auto error = check_unpacked(attributes)) return *error;
  return type_by(attributes, *cell_type(found->second));
}

Expected<ValidNumbers> valid_numbers(const Variable& variable, const spec::Type& type) {
  return ValidNumbers::by(VariableAttributes(variable), type, filler_of(variable, type));
}

}  // namespace rtlgen::data
