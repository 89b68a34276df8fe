// The functions' hardware against their definition: every operand of the 16-bit formats, random and directed ones of
// others up to float64, every number of fraction bits built. operators_small has the smaller formats.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "../ops/operator_check.hpp"
#include "spec/operations.hpp"

namespace rtlgen::ops {
namespace {

/// Every function whose bits are an algorithm, with so many operands (0: any), by the registry.
std::vector<Function> functions(std::size_t operands = 0) {
  std::vector<Function> found;
  for (const spec::Operation& row : spec::operations()) {
    if (row.form == spec::Form::kFunction && row.bits != nullptr && (operands == 0 || row.least == operands))
      found.emplace_back(row.op);
  }
  return found;
}

hw::Interpreter combinational(const Request& r) { return hw::Interpreter(build(r, test_device(), 0)); }

/// Compares every operand; stops at the first difference.
bool agrees_everywhere(const Request& r) {
  hw::Interpreter module = combinational(r);
  for (std::uint64_t a = 0; a <= r.operand.mask(); ++a) {
    if (!agrees(module, r, {a})) return false;
  }
  return true;
}

TEST(FunctionHardware, EveryOperandOfThe16BitFormats) {
  for (const spec::Type& t : {spec::Type::float_of(5, 10), spec::Type::float_of(8, 7)}) {
    for (const Function function : functions(1)) EXPECT_TRUE(agrees_everywhere(request(function, t)));
  }
}

/// Operands near 1 and of moderate size more often than others, ends of the range now and then.
std::uint64_t operand(const spec::Type& t, std::mt19937_64& random) {
  const std::uint64_t top = (std::uint64_t{1} << t.exponent) - 1;
  const std::uint64_t bias = top / 2;
  const std::uint64_t r = random();
  std::uint64_t exponent = random() & top;
  std::uint64_t fraction = random() & ((std::uint64_t{1} << t.fraction) - 1);
  if (r % 4 != 0) exponent = (bias + (r >> 8) % 14 - 8) & top;
  if (r % 32 == 1) exponent = 0;
  if (r % 32 == 2) exponent = top;
  if (r % 16 == 3) fraction = 0;
  if (r % 16 == 4) fraction = (random() & 3) << (t.fraction - 2);
  if (r % 16 == 5) fraction = random() & 3;
  return (r >> 63) << (t.width - 1) | exponent << t.fraction | fraction;
}

/// `count` sets of operands of every function, with subnormals and without.
void random_operands(const spec::Type& t, int count, std::mt19937_64& random) {
  for (const Function function : functions()) {
    for (const bool flush : {false, true}) {
      const Request r = request(function, t, flush);
      hw::Interpreter module = combinational(r);
      bool good = true;
      for (int i = 0; good && i < count; ++i) {
        const std::uint64_t a = operand(t, random);
        good = operand_count(function) == 2 ? agrees(module, r, {a, operand(t, random)}) : agrees(module, r, {a});
      }
    }
  }
}

TEST(FunctionHardware, RandomOperandsOfAtMost24Bits) {
  std::mt19937_64 random(17);
  for (const auto& [e, f] : {std::pair{8, 23}, {11, 23}, {5, 10}, {8, 7}, {2, 23}, {6, 17}})
    random_operands(spec::Type::float_of(e, f), 400, random);
}

/// Formats whose tables have other degrees or numbers of rows.
TEST(FunctionHardware, RandomOperandsOfLargerFormats) {
  std::mt19937_64 random(19);
  for (const auto& [e, f] : {std::pair{11, 52}, {2, 52}, {8, 46}, {11, 40}, {5, 33}, {8, 28}, {8, 24}})
    random_operands(spec::Type::float_of(e, f), e == 11 && f == 52 ? 150 : 60, random);
}

/// Every number of fraction bits has tables that hardware can have.
TEST(FunctionHardware, EveryFractionCanBeBuilt) {
  for (int f = 1; f <= 52; ++f) {
    for (const int e : {2, 8, 11}) {
      if (e + f < 4) continue;
      for (const Function function : functions()) {
        SCOPED_TRACE(fmt::format("float<{},{}>", e, f));
        EXPECT_NO_THROW(build(request(function, spec::Type::float_of(e, f)), test_device(), 0));
      }
    }
  }
}

TEST(FunctionHardware, TanhOfInfinityInFormatsOfFewExponents) {
  for (const int f : {23, 52}) {
    const Request r = request(spec::Op::kTanh, spec::Type::float_of(2, f));
    hw::Interpreter module = combinational(r);
    for (const std::uint64_t top : {3U, 7U}) EXPECT_TRUE(agrees(module, r, {top << f}));
  }
}

/// One bit of one table word changed: the comparison finds it.
TEST(FunctionHardware, AWrongTableBitIsNoticed) {
  for (const Function function :
       {spec::Op::kExp, spec::Op::kLog10, spec::Op::kTan, spec::Op::kAtan, spec::Op::kTanh, spec::Op::kCbrt}) {
    const Request r = request(function, spec::Type::float_of(5, 10));
    hw::Module broken = build(r, test_device(), 0);
    hw::ExprId widest;
    for (const hw::ExprId id : broken.exprs.ids()) {
      const hw::Expr& e = broken.exprs[id];
      if (e.kind != hw::ExprKind::kTable || e.width > 30) continue;
      if (!widest.valid() || e.width > broken.exprs[widest].width) widest = id;
    }
    ASSERT_TRUE(widest.valid()) << "no table in " << base_name(r);
    hw::Expr& table = broken.exprs[widest];
    const int bit = table.width - 3;  // a bit of the first word
    table.bits.set_bit(bit, !table.bits.bit(bit));
    hw::Interpreter module(broken);
    int differing = 0;
    for (std::uint64_t a = 0; a <= r.operand.mask(); ++a) {
      module.set("a", a);
      differing += module.get("q") == evaluate(r, {a}) ? 0 : 1;
    }
    EXPECT_GT(differing, 0) << base_name(r);
  }
}

/// No carry chain is longer than 200 MHz allow on Series 7.
TEST(FunctionHardware, OfFloat64IsRefusedAtNoStandardClockOfAmd) {
  for (const Function function : functions()) {
    const Request r = request(function, spec::Type::float_of(11, 52));
    for (const char* device : {"xc7", "xcu", "xcup"})
      EXPECT_LE(least_period_for(r, *hw::DelayModel::find(device)), 5000) << base_name(r) << " on " << device;
  }
}

TEST(FunctionHardware, AtanHasNoProductForItsQuotient) {
  const hw::DelayModel& xc7 = *hw::DelayModel::find("xc7");
  for (const auto& [e, f] : {std::pair{5, 10}, {8, 23}, {11, 52}}) {
    const spec::Type t = spec::Type::float_of(e, f);
    EXPECT_LT(dsp_blocks(request(spec::Op::kAtan, t), xc7), dsp_blocks(request(spec::Op::kAtan2, t), xc7)) << t.name();
  }
}

TEST(FunctionHardware, ConstantOperandsAndPipelines) {
  const spec::Type t = spec::Type::float_of(5, 10);
  Request squared = request(spec::Op::kPow, t);
  squared.constants[1] = 0x4000;
  hw::Interpreter module = combinational(squared);
  for (std::uint64_t a = 0; a <= t.mask(); a += 13) ASSERT_TRUE(agrees(module, squared, {a, 0x4000}));
  for (const Function function : functions(1)) {
    const Request r = request(function, t);
    const int latency = latency_for(r, test_device(), 4000);
    EXPECT_GT(latency, 2);
    hw::Interpreter piped(build(r, test_device(), latency));
    for (std::uint64_t i = 0; i < 400; ++i) {
      piped.set("a", i * 151);
      if (i >= static_cast<std::uint64_t>(latency)) {
        const std::uint64_t then = (i - static_cast<std::uint64_t>(latency)) * 151;
        EXPECT_EQ(piped.get("q"), evaluate(r, {then})) << base_name(r) << " of " << then;
      }
      piped.clock();
    }
  }
}

}  // namespace
}  // namespace rtlgen::ops
