// The cells that stencil files describe: constants, ramps, random numbers, hot spots.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "data/io.hpp"
#include "data/values.hpp"
#include "golden/grid.hpp"
#include "spec/program.hpp"

namespace rtlgen::data {

namespace {

/// splitmix64: a well-defined sequence on every machine.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t bits() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15ULL);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  double unit() { return static_cast<double>(bits() >> 11) * 0x1p-53; }

 private:
  std::uint64_t state_;
};

double pattern_value(const spec::DataSource& s, const spec::Extents& e, std::int64_t i, Random& random) {
  switch (s.kind) {
    case spec::DataKind::kZero:
      return 0;
    case spec::DataKind::kConstant:
      return s.value;
    case spec::DataKind::kRamp:
      return s.value + s.increment * static_cast<double>(i);
    case spec::DataKind::kRandom:
      return s.low + (s.high - s.low) * random.unit();
    case spec::DataKind::kHotspot: {
      const std::int64_t c[3] = {i % e[0], i / e[0] % e[1], i / e[0] / e[1]};
      bool hot = true;
      for (std::size_t a = 0; a < 3; ++a) hot = hot && std::llabs(2 * c[a] - (e[a] - 1)) <= 2 * s.radius;
      return hot ? s.value : s.background;
    }
    case spec::DataKind::kFile:
    case spec::DataKind::kExpression:
      break;
  }
  return 0;
}

/// Patterns truncate and saturate in integers, as a cast does, saturate in fixed point, and overflow to infinity in
/// floats.
std::uint64_t cast_double(const spec::Type& type, double value) {
  if (const auto bits = from_double(type, value)) return *bits;
  const std::uint64_t sign = type.is_float() && value < 0 ? std::uint64_t{1} << (type.width - 1) : 0;
  if (type.is_float()) return sign | ((std::uint64_t{1} << type.exponent) - 1) << type.fraction;
  if (std::isnan(value)) return 0;
  const std::uint64_t high = type.is_signed() ? type.mask() >> 1 : type.mask();
  const std::uint64_t low = type.is_signed() ? high + 1 : 0;
  if (type.is_fixed()) return value < 0 ? low : high;
  return from_double(type, std::trunc(value)).value_or(value < 0 ? low : high);
}

}  // namespace

Result<golden::Grid> make(const spec::DataSource& source, const spec::Type& type, const spec::Extents& extents,
                          int axes, Diagnostics& diagnostics) {
  if (source.kind == spec::DataKind::kFile) return read(source.path.path().string(), type, extents, axes, diagnostics);
  golden::Grid grid(type, extents);
  Random random(source.seed);
  for (std::int64_t i = 0; i < grid.cells(); ++i) {
    grid.set(i, cast_double(type, pattern_value(source, extents, i, random)));
  }
  return grid;
}

}  // namespace rtlgen::data
