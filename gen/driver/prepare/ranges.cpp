// Texts of ranges, and errors for numbers outside them.
#include "driver/prepare/ranges.hpp"

#include <fmt/format.h>

#include "support/codes.hpp"
#include "support/diagnostics.hpp"

namespace rtlgen::driver {

std::string WholeRange::text() const { return fmt::format("a whole number from {} to {}", low, high); }

std::string RealRange::text() const {
  return fmt::format("a number from {} to {}{}{}", low, high, unit.empty() ? "" : " ", unit);
}

void refuse_number(std::string_view name, std::string_view value, const std::string& range, Diagnostics& diagnostics) {
  diagnostics.error(Code::kSettingOutOfRange, {std::string(name)}, fmt::format("{} is not {}", value, range));
}

bool check_number(const WholeRange& range, std::int64_t value, Diagnostics& diagnostics) {
  if (range.holds(value)) return true;
  refuse_number(range.option, fmt::format("{}", value), range.text(), diagnostics);
  return false;
}

bool check_number(const RealRange& range, double value, Diagnostics& diagnostics) {
  if (range.holds(value)) return true;
  refuse_number(range.option, fmt::format("{}", value), range.text(), diagnostics);
  return false;
}

}  // namespace rtlgen::driver
