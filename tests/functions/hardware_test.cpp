// The functions' hardware against their definition: every operand of small formats and of the 16-bit
// ones, random and directed operands of float32.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "../ops/operator_check.hpp"

namespace rtlgen::ops {
namespace {

constexpr Function kOneArgument[] = {Function::kExp, Function::kLog, Function::kSin, Function::kCos, Function::kTanh};

hw::Interpreter combinational(const Request& r) { return hw::Interpreter(build(r, test_device(), 0)); }

/// Compares every operand; stops at the first difference.
bool agrees_everywhere(const Request& r) {
  hw::Interpreter module = combinational(r);
  for (std::uint64_t a = 0; a <= r.operand.mask(); ++a) {
    if (!agrees(module, r, {a})) return false;
  }
  return true;
}

TEST(FunctionHardware, EveryOperandOfSmallFormats) {
  for (const auto& [e, f] : {std::pair{4, 5}, {2, 1}, {2, 6}, {3, 6}, {6, 4}, {9, 2}}) {
    for (const Function function : kOneArgument) {
      for (const bool flush : {false, true}) {
        EXPECT_TRUE(agrees_everywhere(request(function, spec::Type::float_of(e, f), flush)));
      }
    }
  }
}

TEST(FunctionHardware, EveryPairOfTinyFormats) {
  for (const auto& [e, f] : {std::pair{3, 2}, {2, 3}, {4, 1}}) {
    const spec::Type t = spec::Type::float_of(e, f);
    for (const bool flush : {false, true}) {
      const Request r = request(Function::kPow, t, flush);
      hw::Interpreter module = combinational(r);
      bool good = true;
      for (std::uint64_t a = 0; good && a <= t.mask(); ++a) {
        for (std::uint64_t b = 0; good && b <= t.mask(); ++b) good = agrees(module, r, {a, b});
      }
    }
  }
}

}  // namespace
}  // namespace rtlgen::ops
