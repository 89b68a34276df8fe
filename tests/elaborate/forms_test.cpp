// Cores whose lines and Kernels hold aligned floats compute what the golden engine computes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "elaborate/elaborate.hpp"
#include "golden_check.hpp"
#include "plan/timing/native.hpp"
#include "programs.hpp"

namespace rtlgen::test {
namespace {

/// `text` with this choice of forms.
std::string with_arithmetic(std::string text, const std::string& choice) {
  const std::string key = "hardware: {";
  const std::size_t at = text.find(key);
  EXPECT_NE(at, std::string::npos);
  return text.insert(at + key.size(), "arithmetic: " + choice + ", ");
}

/// Two formats, constants at the border, a temporary, an input, a value that is kept, a held field, selections,
/// comparisons of a product, a register that a run sets and a list of values by step.
constexpr const char* kAligned = R"yaml(name: formed
grid: [7, 5]
type: float<4,5>
fields:
  a: {boundary: {x: {constant: 1.5}, y: reflect}}
  b: {type: "float<3,4>", boundary: edge}
  h: {axes: [y], boundary: edge}
  in: {boundary: symmetric}
params:
  p: {value: 0.75, runtime: true}
  w: {values: [0.5, 0.25, 1.0]}
update:
  - t: {expr: "a[-1,0] * 0.3 + max(a[1,1], in) - h[1]", boundary: {constant: 0.5}}
  - a: {expr: "t[0,1] * p + (a * a[0,-1] < 0.0 ? -a : abs(t)) * w + float<4,5>(b)", border: keep}
  - b: "b[1,0] == b ? b[0,1] : b - float<3,4>(in[-1,0]) * 0.5"
hardware: {cells_per_cycle: 2, steps: 2}
)yaml";

TEST(FormedCore, ComputesWhatTheGoldenEngineComputes) {
  std::mt19937 random = seeded(90);
  for (const char* choice : {"aligned", "auto"}) {
    const plan::Plan p = plan_of(with_arithmetic(kAligned, choice));
    plan::verify(p);
    ASSERT_TRUE(fits(p));
    if (std::string(choice) == "aligned") {
      ASSERT_NE(p.formed, nullptr);
      EXPECT_GT(p.entrance_latency, 0);
      EXPECT_GT(p.exit_latency, 0);
    }
    const hw::Design design = elaborate::elaborate(p);
    for (std::int64_t iterations = 1; iterations <= 4; ++iterations)
      expect_golden(p, design, {7, 5, 1}, iterations, random);
    expect_golden(p, design, p.core.minimum, 3, random);
  }
}

/// Fused sums of aligned values by constants; one by a register stays as it is, and its operands are converted.
TEST(FormedCore, FusedSumsComputeWhatTheGoldenEngineComputes) {
  constexpr const char* kFusedLines = R"yaml(name: fused
grid: [9, 4]
type: float<4,5>
arithmetic: fused
fields:
  a: {boundary: {constant: 0.75}}
  b: {boundary: edge}
params:
  p: {value: 0.5, runtime: true}
update:
  - a: "a + 0.3*(a[-1,0] + a[1,0] - 2.0*a) - 0.12*b[0,1] + 0.5"
  - b: "b + p*(a[0,-1] - b)"
hardware: {cells_per_cycle: 2, steps: 2}
)yaml";
  std::mt19937 random = seeded(91);
  const plan::Plan p = plan_of(with_arithmetic(kFusedLines, "aligned"));
  plan::verify(p);
  const auto sum_of = [&](int stage) {
    const auto& nodes = p.executor.stages[spec::StageId(stage)].kernel.nodes;
    return *std::find_if(nodes.begin(), nodes.end(), [](const auto& n) { return !n.request.fused.terms.empty(); });
  };
  EXPECT_TRUE(sum_of(0).request.operand.aligned);
  EXPECT_FALSE(sum_of(1).request.operand.aligned);
  const hw::Design design = elaborate::elaborate(p);
  for (std::int64_t iterations = 1; iterations <= 4; ++iterations)
    expect_golden(p, design, {9, 4, 1}, iterations, random);
}

/// The comparison would notice: as soon as one conversion is another one, results differ.
TEST(FormedCore, AWrongConversionIsNoticed) {
  std::mt19937 random = seeded(90);
  const plan::Plan p = plan_of(with_arithmetic(kAligned, "aligned"));
  hw::Design design = elaborate::elaborate(p);
  const auto module = std::find_if(design.modules.begin(), design.modules.end(),
                                   [](const hw::Module& m) { return m.name.starts_with("hex4_5_to_float4_5"); });
  ASSERT_NE(module, design.modules.end());
  for (hw::Expr& e : module->exprs)
    if (e.kind == hw::ExprKind::kOr) e.kind = hw::ExprKind::kAnd;
  const auto inputs = random_inputs(p, {7, 5, 1}, random);
  std::vector<std::uint64_t> params;
  for (const spec::Param& q : p.stencil->params) params.push_back(q.value);
  const auto want = golden::run(*p.stencil, {7, 5, 1}, inputs, 1, params, {});
  const CoreRun got = run_core(p, design, {7, 5, 1}, 1, inputs, 0.0, random);
  ASSERT_TRUE(got.ended);
  bool differs = false;
  for (const auto& [array, grid] : got.outputs)
    for (std::int64_t i = 0; i < grid.cells(); ++i) differs = differs || grid.get(i) != want.at(array).get(i);
  EXPECT_TRUE(differs);
}

TEST(FormedCore, OnWrappedAndFixedGridsAndLateInputs) {
  std::mt19937 random = seeded(91);
  for (const char* extents : {"runtime", "fixed"}) {
    for (const int steps : {1, 3}) {
      const std::string text = fmt::format(
          "name: wrapped\ngrid: [11, 6]\ntype: float<4,3>\nfields:\n  a: {{boundary: wrap}}\n  c: {{boundary: {{x: "
          "edge, y: "
          "wrap}}}}\nupdate:\n  - a: \"0.25*(a[-1,0] + a[1,0] + a[0,1] - a[0,-1]) + min(c[0,2], a)\"\n"
          "hardware: {{cells_per_cycle: 3, steps: {}, extents: {}, hops: {}}}\n",
          steps, extents, steps > 1 ? 1 : 0);
      SCOPED_TRACE(text);
      const plan::Plan p = plan_of(with_arithmetic(text, "aligned"));
      plan::verify(p);
      ASSERT_NE(p.formed, nullptr);
      const hw::Design design = elaborate::elaborate(p);
      expect_golden(p, design, p.core.maximum, steps + 1, random);
      expect_golden(p, design, p.core.minimum, 2, random);
    }
  }
}

/// With the CPU's arithmetic in mind: IEEE bits inside, operators without a cycle, and the same at the ports.
TEST(NativeCore, ComputesWhatTheGoldenEngineComputesInTheSameCycles) {
  std::mt19937 random = seeded(93);
  const std::string single =
      "name: single\ngrid: [9, 6]\ntype: float32\nfields:\n  a: {boundary: {x: {constant: 2.5}, y: edge}}\nparams:\n  "
      "w: "
      "{values: [0.5, 0.25]}\nupdate:\n  - t: \"a[-1,0] * 0.3 + a[0,1]\"\n  - a: \"max(t[0,-1], a / 3.0) * w - (a < t "
      "? "
      "1.5 : a)\"\nhardware: {cells_per_cycle: 2, steps: 2}\n";
  for (const std::string& text : {std::string(kAligned), single}) {
    for (const char* choice : {"aligned", "ieee"}) {
      const plan::Plan p = plan_of(with_arithmetic(text, choice));
      const plan::Plan native = plan::native_plan(p);
      const hw::Design design = elaborate::elaborate(native);
      for (const hw::Module& m : design.modules) EXPECT_FALSE(m.name.starts_with("hex")) << m.name;
      for (std::int64_t iterations = 1; iterations <= 3; ++iterations)
        expect_golden(p, design, p.core.maximum, iterations, random);
      const auto inputs = random_inputs(p, p.core.maximum, random);
      const CoreRun as_built = run_core(p, elaborate::elaborate(p), p.core.maximum, 3, inputs, 0.0, random);
      EXPECT_EQ(run_core(p, design, p.core.maximum, 3, inputs, 0.0, random).cycles, as_built.cycles);
      // The comparison would notice a Kernel that ends a cycle later than its plan says.
      plan::Plan late = native;
      late.executor.stages[spec::StageId(0)].kernel.latency += 1;
      const CoreRun wrong = run_core(p, elaborate::elaborate(late), p.core.maximum, 3, inputs, 0.0, random);
      bool differs = false;
      for (const auto& [array, grid] : wrong.outputs)
        for (std::int64_t i = 0; i < grid.cells(); ++i)
          differs = differs || grid.get(i) != as_built.outputs.at(array).get(i);
      EXPECT_TRUE(differs);
    }
  }
}

TEST(NativeCore, OperatorsThatTheProcessorHasTakeNoCycle) {
  const plan::Plan p = plan_of_config("diffusion2d");
  const plan::Plan native = plan::native_plan(p);
  for (const plan::StagePlan& stage : native.executor.stages) {
    EXPECT_EQ(stage.kernel.latency, p.executor.stages[stage.stage].kernel.latency);
    for (const plan::NodeSchedule& n : stage.kernel.nodes) EXPECT_TRUE(n.operands.empty() || n.ready == 0);
  }
}

TEST(FormedCore, RandomProgramsComputeWhatTheGoldenEngineComputes) {
  std::mt19937 random = seeded(92);
  int runs = 0, formed = 0;
  for (int i = 0; i < 400 && formed < 12; ++i) {
    const std::string text = with_arithmetic(random_program(random, false), i % 2 == 0 ? "aligned" : "auto");
    const plan::Plan p = plan_of(text);
    plan::verify(p);
    if (!fits(p) || p.stencil->cells() > 400 || !p.formed) continue;
    SCOPED_TRACE(text);
    const hw::Design design = elaborate::elaborate(p);
    expect_golden(p, design, p.core.maximum, 1 + static_cast<std::int64_t>(random() % 3), random);
    if (testing::Test::HasFatalFailure()) return;
    ++runs;
    ++formed;
  }
  EXPECT_GE(runs, 5);
}

}  // namespace
}  // namespace rtlgen::test
