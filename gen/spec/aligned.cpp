// Bits of hex-aligned floats.
#include "spec/aligned.hpp"

#include <algorithm>

#include "spec/type.hpp"
#include "support/check.hpp"

namespace rtlgen::spec {

namespace {

constexpr int kPlaceBits = 2;                       // places within a digit of four bits
constexpr int kMorePlaces = (1 << kPlaceBits) - 1;  // the most by which a significand is shifted

std::uint64_t ones(int count) { return (std::uint64_t{1} << count) - 1; }

}  // namespace

bool can_align(const Type& type) {
  return type.is_float() && !type.aligned && type.exponent > kPlaceBits &&
         type.width + 1 + kMorePlaces - kPlaceBits <= 64;
}

Type aligned(const Type& type) {
  RTLGEN_CHECK(can_align(type), "no aligned form of " + type.name());
  Type form = type;
  form.aligned = true;
  form.width = 1 + (type.exponent - kPlaceBits) + (1 + type.fraction + kMorePlaces);
  return form;
}

Type unaligned(const Type& type) { return Type::float_of(type.exponent, type.fraction); }

std::uint64_t aligned_bits(const Type& type, std::uint64_t bits) {
  const std::uint64_t field = bits >> type.fraction & ones(type.exponent);
  const std::uint64_t hidden = field == 0 ? 0 : std::uint64_t{1} << type.fraction;
  const std::uint64_t exponent = std::max<std::uint64_t>(field, 1);
  const std::uint64_t sign = bits >> (type.width - 1) & 1;
  const int significand = type.fraction + 1 + kMorePlaces;
  const std::uint64_t placed = (hidden | (bits & ones(type.fraction))) << (exponent & kMorePlaces);
  return sign << (significand + type.exponent - kPlaceBits) | (exponent >> kPlaceBits) << significand | placed;
}

std::uint64_t unaligned_bits(const Type& type, std::uint64_t aligned) {
  const int significand = type.fraction + 1 + kMorePlaces;
  const std::uint64_t sign = aligned >> (significand + type.exponent - kPlaceBits) & 1;
  const std::uint64_t digit = aligned >> significand & ones(type.exponent - kPlaceBits);
  const std::uint64_t placed = aligned & ones(significand);
  int place = kMorePlaces;
  while (place > 0 && (placed >> (type.fraction + place)) == 0) --place;
  // The smallest normal exponent is 1: place 1 of digit 0, which subnormals share.
  if (digit == 0) place = std::max(place, 1);
  const bool hidden = placed >> (type.fraction + place) != 0;
  const std::uint64_t field = hidden ? digit << kPlaceBits | static_cast<std::uint64_t>(place) : 0;
  return sign << (type.width - 1) | field << type.fraction | (placed >> place & ones(type.fraction));
}

}  // namespace rtlgen::spec
