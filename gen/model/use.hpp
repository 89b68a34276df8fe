// What a design takes of something that a device has so much of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace rtlgen::model {

/// Unknown is unknown: nothing is judged by it.
struct Use {
  std::string what;
  std::int64_t used = 0;
  std::optional<std::int64_t> available;
  bool unverified = false;  ///< `available` is remembered, not looked up

  [[nodiscard]] bool fits() const { return !available || used <= *available; }
  [[nodiscard]] std::optional<double> part() const {
    if (!available || *available == 0) return std::nullopt;
    return static_cast<double>(used) / static_cast<double>(*available);
  }
};

}  // namespace rtlgen::model
