// Growth: how much work lags and their proof are for programs of many stages, counted, not timed.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "contract/frame.hpp"
#include "plan/lags/lags.hpp"
#include "plan/lags/order.hpp"
#include "plan/plan.hpp"
#include "plan/verify/parts.hpp"
#include "programs.hpp"

namespace rtlgen::test {
namespace {

using plan::Consumer;
using plan::LagProblem;

/// `stages` stages, each of which reads the results of some before it at -1 and 1.
LagProblem problem_of(const std::string& shape, int stages) {
  LagProblem p;
  p.maker.push_back({});  // stream 0 enters, stream i + 1 is made by stage i
  for (int i = 0; i <= stages; ++i) {
    Consumer c;
    c.stage = i < stages ? spec::StageId(i) : spec::StageId();
    const auto read = [&](int stream, std::int64_t words) {
      for (int lane = 0; lane < 2; ++lane) c.needs.push_back({spec::StreamId(stream), {0, 0, words}, lane});
    };
    if (i == stages) {
      read(i, 0);
    } else {
      read(i, shape == "cell" ? 0 : -1);
      if (shape == "chain") read(i, 1);
      if (shape == "skip") read(std::max(0, i - 1 - i * 5 % 7), 1);
      p.maker.push_back(c.stage);
    }
    p.consumers.push_back(std::move(c));
  }
  p.bits.assign(p.maker.size(), 16);
  return p;
}

TEST(Growth, WorkOfLagsFollowsTheNumberOfStages) {
  const plan::Order order({64, 1, 1}, contract::ExtentPlan::kFlat);
  for (const std::string shape : {"chain", "cell", "skip"}) {
    const std::int64_t small = plan::minimal_lags(problem_of(shape, 200), order).steps;
    const std::int64_t large = plan::minimal_lags(problem_of(shape, 1600), order).steps;
    EXPECT_GT(small, 200) << shape;
    // Eight times the stages. A search over everything for each of them would be 64 times the work.
    EXPECT_LE(large, 16 * small) << shape;
  }
}

TEST(Growth, WorkOfTheProofFollowsTheNumberOfStages) {
  const auto steps = [](const std::string& shape, int stages) {
    std::string text = "name: many\ngrid: [16]\ntype: int16\nfields: {a: {boundary: edge}, b: {}}\nupdate:\n";
    for (int i = 0; i < stages; ++i) {
      const auto result = [](int k) { return k < 0 ? std::string("a") : fmt::format("t{}", k); };
      const std::string other = shape == "chain" ? result(i - 1) : shape == "skip" ? result(i - 2 - i * 5 % 7) : "a";
      text += fmt::format("  - {}: {}[-1] + {}[1]\n", i + 1 == stages ? "b" : result(i), result(i - 1), other);
    }
    const plan::Plan p = plan_of(text);
    return plan::verify_lags(p, plan::word_reads(p));
  };
  for (const std::string shape : {"chain", "skip", "hub"}) {
    const std::int64_t small = steps(shape, 50);
    EXPECT_GT(small, 50) << shape;
    EXPECT_LE(steps(shape, 400), 16 * small) << shape;
  }
}

}  // namespace
}  // namespace rtlgen::test
