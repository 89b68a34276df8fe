// What the attributes and dimensions of a NetCDF variable say about its numbers: honoured, or the variable is refused.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "spec/type.hpp"

namespace rtlgen::data {

/// A variable of an open file.
struct Variable {
  int group = -1, id = -1;

  [[nodiscard]] bool is_there() const { return id >= 0; }
};

/// Types of NetCDF (nc_type, an int), and the numpy words of the cells that they hold.
const std::map<int, const char*>& nc_types();

/// A name of the file, fit for a terminal.
std::string shown_variable(const std::string& name);

/// The type of the variable's numbers. Throws BadFile for one that holds no numbers, or packed ones: with a scale other
/// than 1 or an offset other than 0.
spec::Type type_of(const Variable& variable);

/// Throws BadFile unless the axes that the file names follow one another as rtlgen reads them: z, y, x.
void check_order(const Variable& variable);

/// Numbers that stand for missing ones: fill values, and what is outside the valid range.
class NetcdfNumbers {
 public:
  /// Throws BadFile for an attribute that cannot be understood.
  NetcdfNumbers(const Variable& variable, const spec::Type& type);

  /// Whether no number needs a look.
  [[nodiscard]] bool are_all_valid() const { return missing_.empty() && !valid_.low && !valid_.high; }
  /// Throws BadFile if `bits` stand for a missing number.
  void check(std::uint64_t bits) const;

  /// Bits that stand for a missing number, and what says so; null: what the library fills entries with.
  struct Missing {
    std::uint64_t bits;
    const char* attribute;
  };
  /// Numbers below `low` or above `high` are missing.
  struct Valid {
    std::optional<long double> low, high;
    const char* low_attribute = "";
    const char* high_attribute = "";
  };

 private:
  spec::Type type_;
  std::vector<Missing> missing_;
  Valid valid_;
};

}  // namespace rtlgen::data
