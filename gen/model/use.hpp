// What a design takes of something that a device has so much of.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace rtlgen::model {

/// Unknown is unknown: nothing is judged by it.
struct Use {
  std::string what;
  std::int64_t used = 0;  ///< by the cores
  std::optional<std::int64_t> available;
  bool unverified = false;  ///< `available` is remembered, not looked up
  std::int64_t around = 0;  ///< used by what stands around the cores, as far as that is known
  double fill = 1;          ///< part of `available` that may be in use

  [[nodiscard]] std::optional<std::int64_t> most() const {
    if (!available) return std::nullopt;
    return static_cast<std::int64_t>(fill * static_cast<double>(*available));
  }
  [[nodiscard]] bool fits() const { return !available || used + around <= *most(); }
  /// Of the whole device.
  [[nodiscard]] std::optional<double> part() const { return part_of(available); }
  /// Of what may be in use.
  [[nodiscard]] std::optional<double> filled() const { return part_of(most()); }

 private:
  [[nodiscard]] std::optional<double> part_of(const std::optional<std::int64_t>& whole) const {
    if (!whole || *whole == 0) return std::nullopt;
    return static_cast<double>(used + around) / static_cast<double>(*whole);
  }
};

}  // namespace rtlgen::model
