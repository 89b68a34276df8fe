// Types drawn at random, and the numbers that they hold.
#include "ctypes.hpp"

#include <algorithm>
#include <map>

namespace rtlgen::test::random_c {

int width(Kind kind) {
  static const int widths[] = {8, 8, 8, 16, 16, 32, 32, 64, 64, 32, 64};
  return widths[static_cast<std::size_t>(kind)];
}

bool is_float(Kind kind) { return kind == Kind::kF32 || kind == Kind::kF64; }

bool is_signed(Kind kind) {
  return is_float(kind) || kind == Kind::kS8 || kind == Kind::kS16 || kind == Kind::kS32 || kind == Kind::kS64;
}

Kind promoted(Kind kind) { return width(kind) < 32 ? Kind::kS32 : kind; }

Kind common(Kind a, Kind b) { return std::max(promoted(a), promoted(b)); }

std::string lowest(Kind kind) {
  if (!is_signed(kind)) return "0";
  return width(kind) == 8 ? "-100" : width(kind) == 16 ? "-30000" : "-1000000";
}

std::string highest(Kind kind) { return width(kind) == 8 ? "100" : width(kind) == 16 ? "30000" : "1000000"; }

const std::vector<std::string>& spellings(Kind kind) {
  static const std::map<Kind, std::vector<std::string>> all = {
      {Kind::kBool, {"_Bool", "bool"}},
      {Kind::kS8, {"signed char", "int8_t", "char"}},
      {Kind::kU8, {"unsigned char", "uint8_t"}},
      {Kind::kS16, {"short", "int16_t", "short int"}},
      {Kind::kU16, {"unsigned short", "uint16_t"}},
      {Kind::kS32, {"int", "int32_t", "signed"}},
      {Kind::kU32, {"unsigned", "uint32_t", "unsigned int"}},
      {Kind::kS64, {"long", "long long", "int64_t"}},
      {Kind::kU64, {"unsigned long", "unsigned long long", "uint64_t", "size_t"}},
      {Kind::kF32, {"float"}},
      {Kind::kF64, {"double"}}};
  return all.at(kind);
}

}  // namespace rtlgen::test::random_c
