// Tables of constants that an expression reads by index.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "spec/type.hpp"

namespace rtlgen::spec {

/// Constants, one of which an integer expression selects.
struct ValueTable {
  std::string name;
  Type type;
  std::vector<std::uint64_t> values;

  /// The value at index `bits` of the type `index`; an index out of range gives the first or the last value.
  [[nodiscard]] std::uint64_t value_at(const Type& index, std::uint64_t bits) const {
    if (index.is_signed() && (bits >> (index.width - 1) & 1) != 0) return values.front();
    return bits < values.size() ? values[bits] : values.back();
  }

  friend bool operator==(const ValueTable&, const ValueTable&) = default;
};

}  // namespace rtlgen::spec
