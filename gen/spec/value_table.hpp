// Tables of values that an expression reads by place.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "spec/type.hpp"

namespace rtlgen::spec {

/// Constants that an integer expression chooses from.
struct ValueTable {
  std::string name;
  Type type;
  std::vector<std::uint64_t> values;

  /// The value at the place that `bits` of the type `index` say: below 0 the first one, beyond the end the last one.
  [[nodiscard]] std::uint64_t value_at(const Type& index, std::uint64_t bits) const {
    if (index.is_signed() && (bits >> (index.width - 1) & 1) != 0) return values.front();
    return bits < values.size() ? values[bits] : values.back();
  }

  friend bool operator==(const ValueTable&, const ValueTable&) = default;
};

}  // namespace rtlgen::spec
