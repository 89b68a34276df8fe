// Prefixes, digits and units.
#include "support/numbers.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdlib>

#include "support/counted.hpp"

namespace rtlgen {

namespace {

/// Three significant digits of a number below 1000: 5.69, 42.8, 460; integers without a decimal point.
std::string three_digits(double value) {
  const double size = std::fabs(value);
  // 9.996 rounds to 10.0, and 99.96 to 100.
  const int decimals = size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
  if (std::trunc(value) == value) return fmt::format("{:.0f}", value);
  if (size < 0.1) return fmt::format("{:.3g}", value);
  return fmt::format("{:.{}f}", value, decimals);
}

}  // namespace

std::string si_text(double value, const std::string& unit) {
  static constexpr std::array kPrefixes = {"", "k", "M", "G", "T", "P", "E"};
  if (!std::isfinite(value)) return fmt::format("{} {}", value, unit);
  std::size_t power = 0;
  while (power + 1 < kPrefixes.size() && std::fabs(value) >= 999.5) {
    value /= 1000;
    ++power;
  }
  // A prefix is joined to a symbol, but separated from a word by a blank.
  const char* const blank = power > 0 && unit.find(' ') != std::string::npos ? " " : "";
  const std::string suffix = fmt::format("{}{}{}", kPrefixes[power], blank, unit);
  return suffix.empty() ? three_digits(value) : fmt::format("{} {}", three_digits(value), suffix);
}

std::string bytes_text(std::int64_t bytes) {
  return std::llabs(bytes) < 1000 ? counted(bytes, "byte") : si_text(static_cast<double>(bytes), "B");
}

std::string duration_text(double seconds) {
  constexpr double kMinute = 60, kHour = 3600;
  if (!std::isfinite(seconds)) return fmt::format("{} s", seconds);
  // Rounded before the unit is chosen: 3599.7 s are an hour.
  const double whole = std::round(seconds);
  const double minutes = std::round(seconds / kMinute);
  if (whole >= kHour)
    return fmt::format("{:.0f} h {:.0f} min", std::floor(minutes / kMinute), std::fmod(minutes, kMinute));
  if (whole >= 2 * kMinute)
    return fmt::format("{:.0f} min {:.0f} s", std::floor(whole / kMinute), std::fmod(whole, kMinute));
  if (seconds == 0) return "0 s";
  if (seconds >= 0.9995) return three_digits(seconds) + " s";
  if (seconds >= 0.9995e-3) return three_digits(seconds * 1e3) + " ms";
  if (seconds >= 0.9995e-6) return three_digits(seconds * 1e6) + " us";
  return three_digits(seconds * 1e9) + " ns";
}

std::string share_text(double part) {
  if (part >= 10) return three_digits(part) + " times";
  return fmt::format("{:.1f} %", 100 * part);
}

std::string compared_text(double ratio, const std::string& word) {
  constexpr double kTwice = 2, kTen = 10;
  if (ratio >= kTwice) return fmt::format("{:.{}f} times {}", ratio, ratio < kTen ? 1 : 0, word);
  const double percent = 100 * (ratio - 1);
  return percent < kTen ? fmt::format("{:.2g} % {}", percent, word) : fmt::format("{:.0f} % {}", percent, word);
}

std::string count_text(std::int64_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t at = digits.size(); at > (count < 0 ? 4U : 3U);) digits.insert(at -= 3, ",");
  return digits;
}

}  // namespace rtlgen
