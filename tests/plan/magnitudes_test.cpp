// Operators on numbers that whole numbers make: built without subnormals where none can be met, and only there.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "ops/operator.hpp"
#include "plan/plan.hpp"
#include "programs.hpp"

namespace rtlgen::test {
namespace {

std::string program(const std::string& type, const std::string& params, const std::string& expression) {
  return fmt::format(
      "name: magnitudes\ngrid: [12, 5]\ntype: {}\nfields:\n  a: {{boundary: edge}}\n{}{}update:\n  - a: \"{}\"\n"
      "hardware: {{sharing: none, arithmetic: ieee}}\n",
      type, expression.find("(n") == std::string::npos ? "" : "  n: {type: int8}\n", params, expression);
}

/// The operators of an expression, by name.
std::vector<std::string> operators(const std::string& type, const std::string& expression,
                                   const std::string& params = "") {
  const plan::Plan p = plan_of(program(type, params, expression));
  plan::verify(p);
  std::vector<std::string> names;
  for (const plan::StagePlan& stage : p.executor.stages) {
    for (const plan::NodeSchedule& n : stage.kernel.nodes) {
      if (n.is_operator && !n.is_folded) names.push_back(ops::base_name(n.request));
    }
  }
  return names;
}

using testing::Contains;

TEST(Magnitudes, OfStepsAndCoordinatesAreNeverSubnormal) {
  EXPECT_THAT(operators("float32", "a + 0.01 / (1.0 + float32(step))"), Contains("float32_div_flush_k3c23d70a"));
  EXPECT_THAT(operators("float32", "a + float32(x)*float32(y)"), Contains("float32_mul_flush"));
  EXPECT_THAT(operators("float32", "a + (float32(x)*0.1 - float32(n[1,0]))"), Contains("float32_sub_flush"));
  EXPECT_THAT(operators("float32", "a + sqrt(abs(float32(x - 7)))"), Contains("float32_sqrt_flush"));
  EXPECT_THAT(operators("float32", "a + float32(x)*float32(x)"), Contains(testing::StartsWith("float32_square")));
  EXPECT_THAT(operators("float32", "a + (x > 3 ? 0.5 : float32(y))*0.3"), Contains("float32_mul_flush_by3e99999a"));
}

TEST(Magnitudes, OfParametersByStepAreThoseOfTheirValues) {
  EXPECT_THAT(operators("float32", "a + r*float32(x)", "params:\n  r: {values: [0.5, 0.25, 0.0]}\n"),
              Contains("float32_mul_flush"));
  EXPECT_THAT(operators("float32", "a + r*float32(x)", "params:\n  r: {values: [0.5, 1e-40]}\n"),
              Contains("float32_mul"));
  EXPECT_THAT(operators("float32", "a + r*float32(x)", "params:\n  r: {runtime: true, value: 0.5}\n"),
              Contains("float32_mul"));
}

TEST(Magnitudes, OfWholeNumbersThatDataMakeAreThoseOfTheirType) {
  EXPECT_THAT(operators("float32", "float32(int32(a)) + 1.0"), Contains("float32_add_flush_by3f800000"));
  EXPECT_THAT(operators("float32", "a + 0.5*float32(a > 0.25 ? 3 : y)"), Contains(testing::StartsWith("float32_")));
}

TEST(Magnitudes, OfDataAreNotKnown) {
  EXPECT_THAT(operators("float32", "a*a[1,0]"), Contains("float32_mul"));
  EXPECT_THAT(operators("float32", "a*float32(x)"), Contains("float32_mul"));
}

TEST(Magnitudes, MayReachTheSmallestNormalAndNoFurther) {
  // 2^-14 is float16's smallest normal; n has seven bits and a sign, at most 2^8 for what is known.
  EXPECT_THAT(operators("float16", "a + float16(n)*0.00006104"), Contains("float16_mul_flush_by400"));
  EXPECT_THAT(operators("float16", "a + (float16(n)*0.0078125)*0.0039"),
              testing::AllOf(Contains("float16_mul_flush_by2000"), Contains("float16_mul_by1bfd")));
  EXPECT_THAT(operators("float16", "a + 0.015625/(float16(n) + 1.0)"), Contains("float16_div_k2400"));
  EXPECT_THAT(operators("float16", "a + 0.125/float16(n)"), Contains("float16_div_flush_k3000"));
}

TEST(Magnitudes, AfterCancellationAreMultiplesOfTheUnit) {
  // Differences of multiples of 2^-10 * 2^-3 are zero or at least that; a product of two such is too small.
  EXPECT_THAT(operators("float16", "a + (float16(n)*0.1257 - float16(n[1,0])*0.1255)"), Contains("float16_sub_flush"));
  EXPECT_THAT(operators("float16", "a + (float16(n)*0.1257 - float16(n[1,0])*0.1255)*0.3"),
              Contains("float16_mul_by34cd"));
}

TEST(Magnitudes, AProgramThatFlushesStaysAsItIs) {
  const plan::Plan p =
      plan_of("name: m\ngrid: [12]\nsubnormals: flush\nfields:\n  a: {boundary: edge}\nupdate:\n  - a: a*float32(x)\n");
  plan::verify(p);
}

}  // namespace
}  // namespace rtlgen::test
