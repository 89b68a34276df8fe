// The attributes and dimensions of a NetCDF variable that affect its numbers: honoured, or the variable is refused.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "data/attributes.hpp"
#include "spec/type.hpp"
#include "support/expected.hpp"

namespace rtlgen::data {

/// A variable in an open file.
struct Variable {
  int group = -1, id = -1;

  [[nodiscard]] bool is_there() const { return id >= 0; }
};

/// Types of NetCDF (nc_type, an int), and the numpy words of the cells that they hold.
const std::map<int, const char*>& nc_types();

/// A name from the file, safe for a terminal.
std::string shown_variable(const std::string& name);

/// The type of the variable's numbers. An error for a variable without numbers, or with packed ones: with a scale other
/// than 1 or an offset other than 0.
Expected<spec::Type> type_of(const Variable& variable);

/// An error unless the axes named in the file are in rtlgen's order: z, y, x.
std::optional<Error> check_order(const Variable& variable);

/// Recognises missing numbers in the variable. An error for an attribute that cannot be interpreted.
Expected<ValidNumbers> valid_numbers(const Variable& variable, const spec::Type& type);

}  // namespace rtlgen::data
