// Chooses the blocks and cases of a self-test.
#include "plan/interface/self_test.hpp"

#include <algorithm>
#include <array>
#include <set>

#include "ops/hard.hpp"
#include "plan/plan.hpp"
#include "spec/hard_float.hpp"

namespace rtlgen::plan {

namespace {

/// Name and function of each mode, indexed by the mode number that cases and blocks share.
constexpr std::array<std::array<const char*, 2>, 3> kSelfTestBlocks = {
    {{"hard_add", "a + b"}, {"hard_mul", "a * b"}, {"hard_mul_add", "a * b + c"}}};
static_assert(static_cast<int>(spec::HardMode::kMulAdd) == static_cast<int>(hw::HardFloatMode::kMulAdd) &&
              static_cast<int>(spec::HardMode::kMul) == static_cast<int>(hw::HardFloatMode::kMul));

std::set<int> modes_of(const Plan& plan) {
  std::set<int> modes;
  for (const StagePlan& stage : plan.executor.stages) {
    for (const NodeSchedule& node : stage.kernel.nodes) {
      if (node.is_operator && ops::is_hard(node.request)) modes.insert(static_cast<int>(ops::hard_mode(node.request)));
    }
  }
  return modes;
}

/// Which NaN a block returns is a separate assumption; for the other assumptions any NaN will do.
contract::SelfTest::Case case_of(const spec::HardCase& of) {
  constexpr std::uint32_t kMagnitude = 0x7fffffff, kInfinity = 0x7f800000;
  const bool any_nan = (of.expected & kMagnitude) > kInfinity && of.assumption != "nan_bits";
  return {kSelfTestBlocks.at(static_cast<std::size_t>(of.mode))[0], of.a, of.b, of.c,
          any_nan ? std::nullopt : std::optional(of.expected)};
}

}  // namespace

contract::SelfTest self_test_of(const Plan& plan) {
  contract::SelfTest test;
  const std::set<int> modes = modes_of(plan);
  for (const int mode : modes) {
    const auto& [result, computes] = kSelfTestBlocks.at(static_cast<std::size_t>(mode));
    test.blocks.push_back({mode, result, computes});
  }
  for (const spec::HardAssumption& assumption : spec::hard_assumptions()) {
    contract::SelfTest::Assumption tested{std::string(assumption.name), std::string(assumption.what), {}};
    for (const spec::HardCase& of : spec::hard_cases()) {
      if (of.assumption == assumption.name && modes.contains(static_cast<int>(of.mode)))
        tested.cases.push_back(case_of(of));
    }
    if (!tested.cases.empty()) test.assumptions.push_back(std::move(tested));
  }
  return test;
}

}  // namespace rtlgen::plan
