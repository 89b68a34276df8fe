// The attributes of an array in a file that affect its numbers, by the conventions of NetCDF, which HDF5 files also
// follow. They are honoured, or the array is refused.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spec/type.hpp"
#include "support/expected.hpp"

namespace rtlgen::data {

/// A number of an attribute, in its type in the file.
struct AttributeNumber {
  spec::Type type;
  std::uint64_t bits;

  [[nodiscard]] long double value() const;
};

/// The attributes of an array, as a library reads them.
class Attributes {
 public:
  Attributes() = default;
  Attributes(const Attributes&) = delete;
  Attributes& operator=(const Attributes&) = delete;
  virtual ~Attributes() = default;

  [[nodiscard]] virtual bool has(const char* name) const = 0;
  /// Nullopt if there is no attribute with that name, or if it contains no numbers.
  [[nodiscard]] virtual std::optional<std::vector<AttributeNumber>> numbers(const char* name) const = 0;
  /// "" if there is no attribute with that name, or if it contains no text.
  [[nodiscard]] virtual std::string text(const char* name) const = 0;

  virtual const char* holder() const = 0;     ///< the owner of the attributes: "variable", "dataset"
  virtual const char* to_unpack() const = 0;  ///< the advice for packed numbers
  virtual const char* to_change() const = 0;  ///< a tool that changes attributes
};

/// An error if the numbers are packed: with a scale other than 1 or an offset other than 0.
std::optional<Error> check_unpacked(const Attributes& attributes);

/// The type of the array's numbers, which are stored as `type`: `_Unsigned` integers have no sign.
spec::Type type_by(const Attributes& attributes, const spec::Type& type);

/// Recognises missing numbers: fill values, and values outside the valid range.
class ValidNumbers {
 public:
  /// `filler`: the value that the library writes to unwritten entries, unless `_FillValue` is set. An error for an
  /// attribute that cannot be interpreted.
  static Expected<ValidNumbers> by(const Attributes& attributes, const spec::Type& type,
                                   std::optional<std::uint64_t> filler);

  /// Whether no number can be a missing one.
  [[nodiscard]] bool are_all_valid() const { return missing_.empty() && !valid_.low && !valid_.high; }
  /// An error if one of `count` numbers is a missing one.
  [[nodiscard]] std::optional<Error> check(const void* numbers, std::int64_t count) const;

  /// Bits that mark a missing number, and the attribute that defines them; null: the fill value of the library.
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
  ValidNumbers() = default;

  spec::Type type_;
  std::string holder_, change_;
  std::vector<Missing> missing_;
  Valid valid_;
};

}  // namespace rtlgen::data
