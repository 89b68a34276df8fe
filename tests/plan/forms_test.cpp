// Forms of floats: the cut is minimal, the choice the cheapest of all, the outside that of IEEE, and a wrong program is
// refused.
#include "plan/forms/forms.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <functional>

#include "analysis/windows.hpp"
#include "broken.hpp"
#include "hw/delay_model.hpp"
#include "ops/operator.hpp"
#include "ops/request.hpp"
#include "plan/forms/form_costs.hpp"
#include "plan/forms/min_cut.hpp"
#include "plan/framing.hpp"
#include "plan/timing/kernel_cut.hpp"
#include "plan/timing/products.hpp"
#include "plan/timing/schedule.hpp"
#include "spec/aligned.hpp"
#include "spec/stencil.hpp"

namespace rtlgen::test {
namespace {

// ---------------------------------------------------------------- ranks

TEST(KernelCut, OfAlignedSumsHasFewStagesAndFourAtLeast) {
  const spec::Type ieee = spec::Type::float_of(8, 23), hex = spec::aligned(ieee);
  const auto cut_of = [](const spec::Type& type, spec::Op op, const char* device) {
    return plan::kernel_cut({op, type, type, false, {std::nullopt, std::nullopt}}, *hw::DelayModel::find(device), 5000);
  };
  const plan::KernelCut sum = cut_of(hex, spec::Op::kSub, "xc7"), product = cut_of(hex, spec::Op::kMul, "xc7");
  EXPECT_EQ(sum.count, hw::Cut::kFewStages);
  EXPECT_EQ(sum.least, 4);
  EXPECT_EQ(product.count, hw::Cut::kFewLuts);
  EXPECT_EQ(product.least, 0);
  EXPECT_EQ(cut_of(ieee, spec::Op::kAdd, "xc7").count, hw::Cut::kFewLuts);
  EXPECT_EQ(cut_of(ieee, spec::Op::kAdd, "xc7").placement.period_ps, 5000);
  EXPECT_EQ(sum.placement.period_ps, 0);
  EXPECT_EQ(cut_of(hex, spec::Op::kSub, "agilex").placement.period_ps, 5000);
}

// ---------------------------------------------------------------- the cut

struct CutProblem {
  struct Pair {
    int a, b;
    std::int64_t cost;
  };
  std::vector<std::pair<std::int64_t, std::int64_t>> costs;
  std::vector<Pair> pairs;

  [[nodiscard]] std::int64_t cost_of(unsigned first) const {
    std::int64_t sum = 0;
    for (std::size_t i = 0; i < costs.size(); ++i) sum += (first >> i & 1) != 0 ? costs[i].first : costs[i].second;
    for (const Pair& p : pairs)
      if ((first >> p.a & 1) != 0 && (first >> p.b & 1) == 0) sum += p.cost;
    return sum;
  }
};

unsigned solve(const CutProblem& problem) {
  plan::MinCut cut;
  std::vector<int> nodes;
  for (const auto& [first, second] : problem.costs) {
    nodes.push_back(cut.add_node());
    cut.add_cost(nodes.back(), first, second);
  }
  const auto node = [&](int i) { return nodes[static_cast<std::size_t>(i)]; };
  for (const CutProblem::Pair& p : problem.pairs) cut.add_pair(node(p.a), node(p.b), p.cost);
  const std::vector<bool> first = cut.solve();
  unsigned result = 0;
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (first[static_cast<std::size_t>(nodes[i])]) result |= 1U << i;
  return result;
}

TEST(MinCut, IsTheCheapestSplitAndOfThoseTheSmallest) {
  std::mt19937 random = seeded(11);
  int mixed = 0;
  for (int trial = 0; trial < 500; ++trial) {
    CutProblem problem;
    const int n = 1 + static_cast<int>(random() % 8);
    for (int i = 0; i < n; ++i) problem.costs.emplace_back(random() % 12, random() % 12);
    for (auto i = random() % 20; i > 0; --i)
      problem.pairs.push_back({static_cast<int>(random() % static_cast<unsigned>(n)),
                               static_cast<int>(random() % static_cast<unsigned>(n)),
                               static_cast<std::int64_t>(random() % 8)});
    const unsigned result = solve(problem);
    for (unsigned other = 0; other < 1U << n; ++other) {
      ASSERT_LE(problem.cost_of(result), problem.cost_of(other));
      if (problem.cost_of(result) == problem.cost_of(other)) {
        ASSERT_EQ(result & other, result);
      }
    }
    if (result != 0 && result != (1U << n) - 1) ++mixed;
  }
  EXPECT_GT(mixed, 100);
}

// ---------------------------------------------------------------- the choice

spec::Stencil program(const std::string& update, const std::string& hardware, const std::string& more = "") {
  return *plan_of("name: forms\ngrid: [12, 5]\n" + more + "fields:\n  a: {boundary: edge}\n  b: {boundary: edge}\n" +
                  "update:\n" + update + "hardware: {sharing: none, " + hardware + "}\n")
              .stencil;
}

/// The cost of a formed program, counted on it.
std::int64_t cost_of(const spec::Stencil& plain, const plan::Forms& forms, const hw::DelayModel& device) {
  const spec::Stencil formed = plan::with_forms(plain, forms);
  const std::int64_t lanes = plain.hardware.cells_per_cycle, all = lanes * plain.hardware.steps;
  std::int64_t sum = 0;
  for (const spec::ArrayId a : plain.arrays.ids()) {
    if (!formed.arrays[a].type.aligned) continue;
    const spec::Type& type = plain.arrays[a].type;
    const bool is_temporary = plain.arrays[a].role == spec::Role::kTemporary;
    const auto reads = std::count_if(plain.nodes.begin(), plain.nodes.end(), [&](const spec::Node& n) {
      return n.op == spec::Op::kTap && plain.streams[n.stream].array == a;
    });
    sum += all * (reads + 1) * (formed.arrays[a].type.width - type.width);
    if (!is_temporary) sum += 2 * lanes * plan::conversion_cost(type, device);
  }
  for (const spec::StageId s : formed.stages.ids()) {
    const auto nodes = analysis::collect_reads(formed, s).nodes;
    for (const spec::NodeId id : nodes) {
      const spec::Node& n = formed.nodes[id];
      if (n.args.empty()) continue;
      spec::Type operand = formed.nodes[n.args.back()].type;
      const bool aligned = operand.aligned;
      if (n.op == spec::Op::kCast) {
        if (n.type.aligned != aligned) sum += all * plan::conversion_cost(aligned ? n.type : operand, device);
        continue;
      }
      plan::FormCost cost;
      if (n.op == spec::Op::kSelect) {
        cost = plan::selection_cost(aligned ? spec::unaligned(n.type) : n.type);
      } else if (auto request = plan::operation_of(formed, n)) {
        for (auto& constant : request->constants)
          if (constant && aligned) constant = spec::unaligned_bits(spec::unaligned(operand), *constant);
        if (aligned) request->operand = spec::unaligned(operand);
        cost = plan::form_cost(*request, device);
      }
      sum += all * (aligned ? cost.aligned : cost.ieee);
    }
  }
  return sum;
}

/// Programs whose cheapest forms are all IEEE, all aligned and some of each.
TEST(FormChoice, IsTheCheapestOfAll) {
  const hw::DelayModel& device = *hw::DelayModel::find("xc7");
  int ieee = 0, aligned = 0, mixed = 0;
  for (const std::string update :
       {"  - a: a[1,0] + a[-1,0] + b\n  - b: b * b[0,1]\n", "  - a: a / b\n  - b: sqrt(b) * a\n",
        "  - a: a * a[1,0] - b * b[0,1]\n  - b: b[1,0] / a + (a + b)\n",
        "  - t: \"a + b - a[1,0]\"\n  - a: t / b\n  - b: \"t < b ? t : a - b\"\n",
        "  - a: a + 1.0\n  - b: max(b, a * 0.2) / 3.0\n"}) {
    for (const char* steps : {"steps: 1", "steps: 3, cells_per_cycle: 2"}) {
      const spec::Stencil plain = program(update, std::string("arithmetic: auto, ") + steps);
      const plan::Forms chosen = plan::choose_forms(plain, {device, {}});
      // Every choice: arrays, then operators that have an aligned one.
      std::vector<spec::NodeId> free;
      std::vector<bool> in_stage(plain.nodes.size(), false);
      for (const spec::StageId s : plain.stages.ids())
        for (const spec::NodeId id : analysis::collect_reads(plain, s).nodes)
          in_stage[static_cast<std::size_t>(id.index())] = true;
      for (const spec::NodeId id : plain.nodes.ids())
        if (in_stage[static_cast<std::size_t>(id.index())] && plan::has_aligned_form(plain, plain.nodes[id]))
          free.push_back(id);
      const std::size_t bits = plain.arrays.size() + free.size();
      ASSERT_LE(bits, 14U);
      std::int64_t best = cost_of(plain, chosen, device);
      for (unsigned pattern = 0; pattern < 1U << bits; ++pattern) {
        plan::Forms other = chosen;
        for (const spec::ArrayId a : plain.arrays.ids()) other.arrays[a] = (pattern >> a.index() & 1) != 0;
        for (std::size_t i = 0; i < free.size(); ++i)
          other.nodes[free[i]] = (pattern >> (plain.arrays.size() + i) & 1) != 0;
        ASSERT_GE(cost_of(plain, other, device), best) << update << steps << " pattern " << pattern;
      }
      const auto formed = [&](const auto& all) { return std::count(all.begin(), all.end(), true); };
      const auto count = static_cast<std::size_t>(formed(chosen.arrays));
      ++(!chosen.any() ? ieee : count == plain.arrays.size() ? aligned : mixed);
    }
  }
  EXPECT_GT(ieee, 0);
  EXPECT_GT(aligned, 0);
  EXPECT_GT(mixed, 0);
}

std::vector<std::string> operators_of(const plan::Plan& p) {
  std::vector<std::string> names;
  for (const plan::StagePlan& stage : p.executor.stages)
    for (const plan::NodeSchedule& n : stage.kernel.nodes)
      if (n.is_operator && !n.is_folded) names.push_back(ops::base_name(n.request));
  return names;
}

plan::Plan adds_and_scales(const std::string& hardware) {
  return plan_of("name: forms\ngrid: [12, 5]\nfields:\n  a: {boundary: edge}\nupdate:\n  - a: (a[1,0] + a) * 0.3\n" +
                 std::string("hardware: {") + hardware + "}\n");
}

/// Below 200 MHz products on AMD devices have no registers of DSP blocks, and take more of these if they are aligned.
TEST(FormChoice, AlignsNoProductsOnAmdAtSlowClocks) {
  using testing::Contains;
  EXPECT_THAT(operators_of(adds_and_scales("arithmetic: aligned")), Contains(testing::StartsWith("hex32_mul")));
  const auto slow = operators_of(adds_and_scales("arithmetic: aligned, clock_mhz: 150"));
  EXPECT_THAT(slow, Contains("hex32_add"));
  EXPECT_THAT(slow, Contains(testing::StartsWith("float32_mul")));
  EXPECT_THAT(operators_of(adds_and_scales("arithmetic: aligned, clock_mhz: 150, device: arria10")),
              Contains(testing::StartsWith("hex32_mul")));
}

TEST(FormChoice, IsMadeUnlessIeeeIsAskedFor) {
  const plan::Plan p = adds_and_scales("arithmetic: ieee");
  EXPECT_EQ(p.formed, nullptr);
  EXPECT_EQ(p.entrance_latency + p.exit_latency, 0);
  for (const char* hardware : {"steps: 2", "arithmetic: auto"}) EXPECT_NE(adds_and_scales(hardware).formed, nullptr);
}

// ---------------------------------------------------------------- memory

/// Ports, beats, ghosts and shell are those of IEEE words, whatever the lines hold.
TEST(FormedPlan, IsIeeeOutside) {
  const std::string fields =
      "name: outside\ngrid: [64, 24]\ntype: float32\nfields: {a: {boundary: wrap}, b: {}}\nupdate:\n"
      "  - a: a[-1,0] + a[1,0] + b[0,1]\n  - b: b + a\nmonitor: {m: {of: a, reduce: max_change}}\n";
  const std::string hardware = "cells_per_cycle: 4, steps: 2, bus: 512, block: [48], ";
  const plan::Plan plain = plan_of(fields + "hardware: {" + hardware + "arithmetic: ieee}\n");
  const plan::Plan formed = plan_of(fields + "hardware: {" + hardware + "arithmetic: aligned}\n");
  plan::verify(formed);
  ASSERT_NE(formed.formed, nullptr);
  EXPECT_EQ(formed.inside().arrays[spec::ArrayId(0)].type.width, 34);
  ASSERT_EQ(formed.core.ports.size(), plain.core.ports.size());
  for (std::size_t i = 0; i < plain.core.ports.size(); ++i)
    EXPECT_EQ(formed.core.ports[i].width, plain.core.ports[i].width) << plain.core.ports[i].name;
  // Four words of 4 x 32 bits are a beat; of 4 x 34 bits there would be three.
  EXPECT_EQ(plan::words_of_beat(*formed.stencil, spec::ArrayId(0)), 4);
  EXPECT_EQ(plan::words_of_beat(formed.inside(), spec::ArrayId(0)), 4);
  EXPECT_EQ(plan::block_alignment(*formed.stencil, 0), plan::block_alignment(*plain.stencil, 0));
  EXPECT_EQ(formed.core.ghost_low, plain.core.ghost_low);
  EXPECT_EQ(formed.core.row_unit, plain.core.row_unit);
  EXPECT_EQ(formed.fifo_width, plain.fifo_width);
  ASSERT_TRUE(formed.shell && plain.shell);
  EXPECT_EQ(formed.shell->streams.size(), plain.shell->streams.size());
}

/// A row that comes round begins and ends with whole beats: two words of 32 bits, where one of 34 would fit.
TEST(FormedPlan, GhostsAreThoseOfMemory) {
  const auto plan = [](const std::string& form) {
    return plan_of(
        "name: round\ngrid: [4]\ntype: float32\nfields: {s: {boundary: wrap}, o: {}}\nupdate:\n  - o: "
        "s[-1]\niterations: 1\n"
        "hardware: {cells_per_cycle: 1, steps: 1, clock_mhz: 100, bus: {bits: 64, burst: 2}, memory: {s: [[2, 1]], o: "
        "3}, "
        "arithmetic: " +
        form + "}\n");
  };
  const plan::Plan plain = plan("ieee"), formed = plan("aligned");
  ASSERT_NE(formed.formed, nullptr);
  plan::verify(formed);
  EXPECT_EQ(formed.core.ghost_low, plain.core.ghost_low);
  EXPECT_EQ(formed.core.ghost_high, plain.core.ghost_high);
}

// ---------------------------------------------------------------- mutants

constexpr const char* kFormed = R"yaml(name: formed
grid: [12, 5]
fields:
  a: {boundary: {constant: 2}}
  b: {boundary: edge}
params:
  w: {values: [0.5, 0.25]}
update:
  - t: "a[1,0] + a[-1,0] - b"
  - a: "t < b ? a + t : a * w"
  - b: "b + sqrt(t) - 1.5"
hardware: {arithmetic: aligned}
)yaml";

constexpr const char* kIeee =
    "name: ieee\ngrid: [12, 5]\nfields:\n  a: {boundary: edge}\nupdate:\n  - a: a + a[1,0]\n"
    "hardware: {arithmetic: ieee}\n";

/// `damage` on a copy of the formed program.
std::function<void(Plan&)> on_formed(std::function<void(spec::Stencil&)> damage) {
  return [damage = std::move(damage)](Plan& p) {
    auto copy = std::make_shared<spec::Stencil>(*p.formed);
    damage(*copy);
    p.formed = std::move(copy);
  };
}

spec::Node& first(spec::Stencil& s, const std::function<bool(const spec::Node&)>& is) {
  const auto found = std::find_if(s.nodes.begin(), s.nodes.end(), is);
  if (found == s.nodes.end()) throw std::logic_error("no such node");
  return *found;
}

spec::Node& first(spec::Stencil& s, spec::Op op) {
  return first(s, [op](const spec::Node& n) { return n.op == op; });
}

const Mutants kFormMutants = {
    {"formed_operator", kFormed, on_formed([](spec::Stencil& s) { first(s, spec::Op::kAdd).op = spec::Op::kSub; }),
     "an operator differs"},
    {"formed_operand", kFormed,
     on_formed([](spec::Stencil& s) { std::swap(first(s, spec::Op::kSub).args[0], first(s, spec::Op::kSub).args[1]); }),
     "forms:"},
    {"formed_constant", kFormed, on_formed([](spec::Stencil& s) { ++first(s, spec::Op::kConstant).bits; }),
     "a constant has another value"},
    {"formed_boundary", kFormed, on_formed([](spec::Stencil& s) {
       first(s, [](const spec::Node& n) { return n.op == spec::Op::kTap && spec::is_constant(n.boundary[0]); })
           .boundary[0]
           ->constant ^= 8;
     }),
     "a read has another boundary"},
    {"formed_values", kFormed, on_formed([](spec::Stencil& s) { s.params[spec::ParamId(0)].by_step[1] ^= 64; }),
     "a parameter has another value"},
    {"formed_array", kFormed, on_formed([](spec::Stencil& s) {
       s.arrays[spec::ArrayId(1)].type = spec::unaligned(s.arrays[spec::ArrayId(1)].type);
     }),
     "forms:"},
    {"formed_mixed_operands", kFormed, on_formed([](spec::Stencil& s) {
       // The square root's result as it is, where the sum wants it aligned.
       spec::Node& cast = first(
           s, [&](const spec::Node& n) { return n.op == spec::Op::kCast && s.nodes[n.args[0]].op == spec::Op::kSqrt; });
       const spec::NodeId root = cast.args[0];
       for (spec::Node& n : s.nodes)
         for (spec::NodeId& arg : n.args)
           if (&s.nodes[arg] == &cast) arg = root;
     }),
     "operands of one operator are in two forms"},
    {"formed_without_operator", kFormed, on_formed([](spec::Stencil& s) {
       spec::Node& root = first(s, spec::Op::kSqrt);
       const spec::Node& cast = s.nodes[root.args[0]];
       root.args[0] = cast.args[0];
       root.type = s.nodes[root.args[0]].type;
       for (spec::Node& n : s.nodes)
         for (spec::NodeId& arg : n.args)
           if (s.nodes[arg].op == spec::Op::kCast && &s.nodes[s.nodes[arg].args[0]] == &root)
             arg = s.nodes[arg].args[0];
     }),
     "an operator has no aligned form"},
    {"formed_entrance", kFormed, [](Plan& p) { p.entrance_latency = 0; }, "words are converted unnecessarily"},
    {"formed_exit", kFormed, [](Plan& p) { p.exit_latency = 0; }, "words are converted unnecessarily"},
    {"formed_total", kFormed, [](Plan& p) { ++p.exit_latency; }, "total latency is not"},
    {"formed_nothing", kIeee, [](Plan& p) { p.exit_latency = 1; }, "where nothing is aligned"},
};

INSTANTIATE_TEST_SUITE_P(Forms, BrokenPlan, testing::ValuesIn(kFormMutants), mutant_name);

}  // namespace
}  // namespace rtlgen::test
