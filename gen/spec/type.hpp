// Number formats of the language, and how results are rounded to them.
#pragma once

#include <cstdint>
#include <string>

namespace rtlgen::spec {

enum class TypeKind : std::uint8_t { kFloat, kInt, kUint, kFixed, kUfixed };

/// A number format of at most 64 bits.
struct Type {
  TypeKind kind = TypeKind::kFloat;
  int width = 32;        ///< total bits
  int exponent = 8;      ///< kFloat: exponent bits E, otherwise 0
  int fraction = 23;     ///< kFloat: stored fraction bits F; kFixed, kUfixed: fraction bits; otherwise 0
  bool aligned = false;  ///< kFloat: hex-aligned (spec/aligned.hpp), a form inside hardware; no program has it

  static Type float_of(int exponent_bits, int fraction_bits) {
    return {TypeKind::kFloat, 1 + exponent_bits + fraction_bits, exponent_bits, fraction_bits};
  }
  static Type int_of(int width) { return {TypeKind::kInt, width, 0, 0}; }
  static Type uint_of(int width) { return {TypeKind::kUint, width, 0, 0}; }
  static Type fixed_of(int width, int fraction) { return {TypeKind::kFixed, width, 0, fraction}; }
  static Type ufixed_of(int width, int fraction) { return {TypeKind::kUfixed, width, 0, fraction}; }
  static Type boolean() { return uint_of(1); }

  [[nodiscard]] bool is_float() const { return kind == TypeKind::kFloat; }
  [[nodiscard]] bool is_integer() const { return kind == TypeKind::kInt || kind == TypeKind::kUint; }
  [[nodiscard]] bool is_fixed() const { return kind == TypeKind::kFixed || kind == TypeKind::kUfixed; }
  [[nodiscard]] bool is_signed() const { return kind == TypeKind::kInt || kind == TypeKind::kFixed; }
  [[nodiscard]] std::uint64_t mask() const { return width >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1; }
  /// The YAML spelling: float32, float<6,9>, int<12>, uint8, fixed<16,8>.
  [[nodiscard]] std::string name() const;

  friend bool operator==(const Type&, const Type&) = default;
};

enum class Subnormals : std::uint8_t { kKeep, kFlush };
/// For fixed-point results; truncate: toward minus infinity.
enum class Rounding : std::uint8_t { kNearestEven, kTruncate };
/// For fixed-point results.
enum class Overflow : std::uint8_t { kWrap, kSaturate };

}  // namespace rtlgen::spec
