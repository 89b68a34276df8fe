// Constants of exact width.
#include "hw/ir.hpp"
#include "support/check.hpp"

namespace rtlgen::hw {

namespace {

std::size_t limb_count(int width) { return static_cast<std::size_t>((width + 63) / 64); }

std::uint64_t low_mask(int bits) { return bits >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits) - 1; }

std::uint64_t top_mask(int width) { return low_mask(width % 64 == 0 ? 64 : width % 64); }

}  // namespace

Bits::Bits(int w, std::uint64_t value) : width(w), limbs(limb_count(w), 0) {
  RTLGEN_CHECK(w >= 1, "a constant has at least one bit");
  limbs[0] = value & low_mask(w);
}

Bits Bits::ones(int width) {
  Bits result(width, 0);
  for (std::uint64_t& limb : result.limbs) limb = ~std::uint64_t{0};
  result.limbs.back() &= top_mask(width);
  return result;
}

bool Bits::bit(int index) const { return (limbs[static_cast<std::size_t>(index / 64)] >> (index % 64) & 1) != 0; }

void Bits::set_bit(int index, bool value) {
  const std::uint64_t mask = std::uint64_t{1} << (index % 64);
  std::uint64_t& limb = limbs[static_cast<std::size_t>(index / 64)];
  limb = value ? limb | mask : limb & ~mask;
}

bool Bits::is_zero() const {
  for (const std::uint64_t limb : limbs) {
    if (limb != 0) return false;
  }
  return true;
}

bool Bits::is_ones() const { return *this == ones(width); }

std::uint64_t Bits::to_u64() const {
  RTLGEN_CHECK(width <= 64, "the constant is wider than 64 bits");
  return limbs[0];
}

}  // namespace rtlgen::hw
