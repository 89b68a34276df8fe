// The figures of reference.hpp.
#include "reference.hpp"

namespace rtlgen::bench {

const std::vector<ReferenceCore>& reference_cores() {
  // HardFloat: the Berkeley recoded-format cores with their converters, IEEE in and out. FloPoCo:
  // IEEE* cores use binary32 with subnormals, FP* cores its own format, which has none. FPDiv and
  // FPSqrt look inflated, because Yosys builds their add-or-subtract rows as two adders each.
  static const std::vector<ReferenceCore> cores = {
      {"add", "HardFloat, combinational", true, 0, 1018, 96, 0},
      {"add", "HardFloat", true, 3, 956, 237, 0},
      {"add", "FloPoCo IEEEAdd @200", true, 4, 537, 295, 0},
      {"add", "FloPoCo IEEEAdd @300", true, 7, 514, 356, 0},
      {"add", "FloPoCo IEEEAdd @400", true, 10, 493, 492, 0},
      {"add", "FloPoCo FPAdd @200", false, 4, 358, 257, 0},
      {"add", "FloPoCo FPAdd @300", false, 6, 403, 371, 0},
      {"add", "FloPoCo FPAdd @400", false, 9, 444, 508, 0},
      {"mul", "HardFloat, combinational", true, 0, 665, 96, 2},
      {"mul", "HardFloat", true, 3, 698, 237, 2},
      {"mul", "FloPoCo FPMult @400", false, 1, 68, 122, 2},
      {"div", "FloPoCo FPDiv @300", false, 13, 1461, 983, 0},
      {"div", "FloPoCo FPDiv @400", false, 18, 1616, 1294, 0},
      {"sqrt", "FloPoCo FPSqrt @300", false, 10, 864, 346, 0},
      {"sqrt", "FloPoCo FPSqrt @400", false, 13, 827, 434, 0},
  };
  return cores;
}

const std::vector<Target>& targets() {
  static const int kAnyDepth = 99;
  static const std::vector<Target> list = {
      {"add", false, 7, 455, 0}, {"add", true, 7, 360, 0},          {"mul", false, 5, 350, 2},
      {"mul", true, 5, 75, 2},   {"div", false, kAnyDepth, 950, 0}, {"sqrt", false, kAnyDepth, 650, 0},
  };
  return list;
}

std::optional<Target> target_of(const std::string& operation, bool flush) {
  for (const Target& t : targets()) {
    if (t.operation == operation && t.flush == flush) return t;
  }
  return std::nullopt;
}

}  // namespace rtlgen::bench
