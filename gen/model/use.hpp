// The use of one resource of a device by a design.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace rtlgen::model {

/// If the available number is unknown, the resource is not judged.
struct Use {
  std::string what;
  std::int64_t used = 0;  ///< by the cores
  std::optional<std::int64_t> available;
  bool unverified = false;          ///< `available` is from memory, not looked up
  std::int64_t infrastructure = 0;  ///< used by the modules around the cores, as far as known
  double fill = 1;                  ///< fraction of `available` that may be used

  [[nodiscard]] std::optional<std::int64_t> most() const {
    if (!available) return std::nullopt;
    return static_cast<std::int64_t>(fill * static_cast<double>(*available));
  }
  [[nodiscard]] bool fits() const { return !available || used + infrastructure <= *most(); }
  /// The used fraction of the device.
  [[nodiscard]] std::optional<double> part() const { return part_of(available); }
  /// The used fraction of what may be used.
  [[nodiscard]] std::optional<double> filled() const { return part_of(most()); }

 private:
  [[nodiscard]] std::optional<double> part_of(const std::optional<std::int64_t>& whole) const {
    if (!whole || *whole == 0) return std::nullopt;
    return static_cast<double>(used + infrastructure) / static_cast<double>(*whole);
  }
};

}  // namespace rtlgen::model
