// Doubles to cells and back, and the patterns.
#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <cstdlib>

#include "data/io.hpp"
#include "spec/real.hpp"

namespace rtlgen::data {

double to_double(const spec::Type& type, std::uint64_t bits) {
  if (type.is_float()) {
    spec::Real x(spec::kExactBits);
    spec::load_float(type, bits, false, x.get());
    return mpfr_get_d(x.get(), MPFR_RNDN);
  }
  const bool negative = type.is_signed() && (bits >> (type.width - 1) & 1) != 0;
  if (!negative) return static_cast<double>(bits);
  return -static_cast<double>((~bits + 1) & type.mask());
}

bool from_double(const spec::Type& type, double value, std::uint64_t& bits) {
  if (type.is_float()) {
    bits = spec::rounded(type, false, [&](mpfr_ptr q) { return mpfr_set_d(q, value, MPFR_RNDN); });
    return true;
  }
  const double high = std::ldexp(1.0, type.is_signed() ? type.width - 1 : type.width);
  const double low = type.is_signed() ? -high : 0.0;
  if (!(value >= low && value < high) || value != std::floor(value)) return false;
  bits = value < 0 ? static_cast<std::uint64_t>(static_cast<std::int64_t>(value)) & type.mask() : static_cast<std::uint64_t>(value);
  return true;
}

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
    case spec::DataKind::kZero: return 0;
    case spec::DataKind::kConstant: return s.value;
    case spec::DataKind::kRamp: return s.value + s.increment * static_cast<double>(i);
    case spec::DataKind::kRandom: return s.low + (s.high - s.low) * random.unit();
    case spec::DataKind::kHotspot: {
      const std::int64_t c[3] = {i % e[0], i / e[0] % e[1], i / e[0] / e[1]};
      bool hot = true;
      for (std::size_t a = 0; a < 3; ++a) hot = hot && std::llabs(2 * c[a] - (e[a] - 1)) <= 2 * s.radius;
      return hot ? s.value : s.background;
    }
    case spec::DataKind::kFile: break;
  }
  return 0;
}

}  // namespace

Result<golden::Grid> make(const spec::DataSource& source, const spec::Type& type, const spec::Extents& extents, int axes, Diagnostics& diagnostics) {
  if (source.kind == spec::DataKind::kFile) return read(source.path, type, extents, axes, diagnostics);
  golden::Grid grid(type, extents);
  Random random(source.seed);
  for (std::int64_t i = 0; i < grid.cells(); ++i) {
    const double value = pattern_value(source, extents, i, random);
    std::uint64_t bits = 0;
    // Patterns truncate and saturate in integers, as a cast does; one random bit is a fair coin.
    if (!from_double(type, value, bits)) {
      const double high = std::ldexp(1.0, type.is_signed() ? type.width - 1 : type.width) - 1;
      const double low = type.is_signed() ? -high - 1 : 0.0;
      from_double(type, std::trunc(std::fmin(std::fmax(value, low), high)), bits);
    }
    grid.set(i, bits);
  }
  return grid;
}

}  // namespace rtlgen::data
