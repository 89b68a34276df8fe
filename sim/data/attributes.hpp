// Meaning of the attributes of an array in a file: what they say about its numbers, by the conventions of NetCDF, which
// HDF5 files follow too: honoured, or the array is refused.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spec/type.hpp"

namespace rtlgen::data {

/// A number of an attribute, in the type that the file gives it.
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
  /// Nothing if there is none of that name, or it holds no numbers.
  [[nodiscard]] virtual std::optional<std::vector<AttributeNumber>> numbers(const char* name) const = 0;
  /// "" if there is none of that name, or it holds no text.
  [[nodiscard]] virtual std::string text(const char* name) const = 0;

  virtual const char* holder() const = 0;     ///< what has them: "variable", "dataset"
  virtual const char* to_unpack() const = 0;  ///< the advice for packed numbers
  virtual const char* to_change() const = 0;  ///< a tool that changes attributes
};

/// Throws BadFile if the numbers stand for others: with a scale other than 1 or an offset other than 0.
void check_unpacked(const Attributes& attributes);

/// The type of the array's numbers, which are stored as `type`: `_Unsigned` integers have no sign.
spec::Type type_by(const Attributes& attributes, const spec::Type& type);

/// Numbers that stand for missing ones: fill values, and what is outside the valid range.
class ValidNumbers {
 public:
  /// `filler`: what the library fills unwritten entries with, unless `_FillValue` names another. Throws BadFile
  /// for an attribute that cannot be understood.
  ValidNumbers(const Attributes& attributes, const spec::Type& type, std::optional<std::uint64_t> filler);

  /// Whether no number needs a look.
  [[nodiscard]] bool are_all_valid() const { return missing_.empty() && !valid_.low && !valid_.high; }
  /// Throws BadFile if one of `count` numbers stands for a missing one.
  void check(const void* numbers, std::int64_t count) const;

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
  std::string holder_, change_;
  std::vector<Missing> missing_;
  Valid valid_;
};

}  // namespace rtlgen::data
