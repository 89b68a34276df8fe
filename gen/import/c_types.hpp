// Number types of C++ and of Vivado's ap_int and ap_fixed, and the result types of their operators.
#pragma once

#include <optional>
#include <string>

namespace rtlgen::importer {

struct CType {
  enum class Kind {
    kBool,   ///< result of comparisons; width 1
    kInt,    ///< int8_t .. uint64_t: promoted to int before arithmetic
    kApInt,  ///< ap_int, ap_uint: arithmetic is exact, a store wraps
    kFloat,  ///< half, float, double, by width
    kFixed   ///< ap_fixed, ap_ufixed: arithmetic is exact, a store truncates and wraps
  };
  Kind kind = Kind::kFloat;
  bool is_signed = true;
  int width = 32;
  int fraction = 0;  ///< kFixed

  static CType boolean() { return {Kind::kBool, false, 1, 0}; }
  static CType integer(bool is_signed, int width) { return {Kind::kInt, is_signed, width, 0}; }
  static CType exact(bool is_signed, int width) { return {Kind::kApInt, is_signed, width, 0}; }
  static CType floating(int width) { return {Kind::kFloat, true, width, 0}; }
  static CType fixed(bool is_signed, int width, int fraction) { return {Kind::kFixed, is_signed, width, fraction}; }

  [[nodiscard]] bool is_float() const { return kind == Kind::kFloat; }
  [[nodiscard]] bool is_fixed() const { return kind == Kind::kFixed; }
  /// bool, native and exact integers.
  [[nodiscard]] bool is_integer() const { return !is_float() && !is_fixed(); }
  /// rtlgen's spelling: uint16, int<12>, float32, fixed<16,8>, uint<1>.
  [[nodiscard]] std::string spelling() const;

  friend bool operator==(const CType&, const CType&) = default;
};

/// int8, uint16, int12, float, double, half, float16/32/64, int16_8 (fixed); nullopt if `word` is not a type of SODA. A
/// type of SODA that rtlgen lacks has width 0.
std::optional<CType> soda_type(const std::string& word);

/// float32, int8, bool, ...: numpy's names as used by StencilFlow.
std::optional<CType> numpy_type(const std::string& word);

/// After C's integer promotions: bool and integers narrower than int become int.
CType promoted(const CType& type);

/// The type in which `a op b` is computed; op is one of + - * / % & | ^ or < for comparisons (of the operands) and ?
/// for selections. nullopt: not defined for this pair, or wider than 64 bits.
std::optional<CType> common_type(const CType& a, const CType& b, char op);

/// The type of the result, which differs from the common type only for exact and fixed operands.
CType result_type(const CType& a, const CType& b, const CType& common, char op);

}  // namespace rtlgen::importer
