// Bit-for-bit comparison and the search for the first wrong step.
#include "runner/compare.hpp"

#include <fmt/format.h>

#include <cmath>

#include "golden/grid.hpp"
#include "support/check.hpp"

namespace rtlgen::runner {

namespace {

double float_value(const spec::Type& type, std::uint64_t bits) {
  const std::uint64_t fraction = bits & ((std::uint64_t{1} << type.fraction) - 1);
  const std::uint64_t top = (std::uint64_t{1} << type.exponent) - 1;
  const std::uint64_t exponent = (bits >> type.fraction) & top;
  const double sign = ((bits >> (type.width - 1)) & 1) != 0 ? -1.0 : 1.0;
  const int bias = (1 << (type.exponent - 1)) - 1;
  if (exponent == top) return fraction != 0 ? std::nan("") : sign * INFINITY;
  const int scale = (exponent == 0 ? 1 : static_cast<int>(exponent)) - bias - type.fraction;
  const std::uint64_t hidden = exponent == 0 ? 0 : std::uint64_t{1} << type.fraction;
  return sign * std::ldexp(static_cast<double>(hidden | fraction), scale);
}

std::int64_t signed_value(const spec::Type& type, std::uint64_t bits) {
  const int unused = 64 - type.width;
  return static_cast<std::int64_t>(bits << unused) >> unused;
}

}  // namespace

Comparison compare(const std::map<int, golden::Grid>& expected, const std::map<int, golden::Grid>& got,
                   int cells_per_cycle, const golden::Masks& ignored) {
  Comparison result;
  for (const auto& [array, want] : expected) {
    const golden::Grid& have = got.at(array);
    RTLGEN_CHECK(have.extents == want.extents && have.type == want.type, "arrays of different shape compared");
    if (have.bytes == want.bytes) continue;
    const auto mask = ignored.find(array);
    for (std::int64_t i = 0; i < want.cells(); ++i) {
      if (mask != ignored.end() && mask->second[static_cast<std::size_t>(i)] != 0) continue;
      if (want.get(i) == have.get(i)) continue;
      ++result.mismatches;
      if (result.first) continue;
      const std::int64_t x = i % want.extents[0];
      const std::int64_t row = i / want.extents[0];
      result.first = Mismatch{array,
                              {x, row % want.extents[1], row / want.extents[1]},
                              static_cast<int>(x % cells_per_cycle),
                              want.get(i),
                              have.get(i)};
    }
  }
  return result;
}

std::int64_t first_wrong_iteration(std::int64_t iterations, const std::function<bool(std::int64_t)>& differs) {
  std::int64_t good = 0;  // iterations without a difference: none so far
  std::int64_t bad = iterations;
  while (bad - good > 1) {
    const std::int64_t middle = good + (bad - good) / 2;
    (differs(middle) ? bad : good) = middle;
  }
  return bad;
}

std::string show_value(const spec::Type& type, std::uint64_t bits) {
  const std::string hex = fmt::format("0x{:0{}x}", bits, (type.width + 3) / 4);
  if (type.is_float()) return fmt::format("{:.9g} ({})", float_value(type, bits), hex);
  if (type.is_fixed()) {
    const double value = type.is_signed() ? static_cast<double>(signed_value(type, bits)) : static_cast<double>(bits);
    return fmt::format("{} ({})", std::ldexp(value, -type.fraction), hex);
  }
  if (type.is_signed()) return fmt::format("{} ({})", signed_value(type, bits), hex);
  return fmt::format("{} ({})", bits, hex);
}

}  // namespace rtlgen::runner
