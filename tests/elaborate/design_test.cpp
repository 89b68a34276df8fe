// The form of elaborated designs: sound, the same every time everywhere, modules and ports of the documentation, no
// multiplexers without need.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <clocale>
#include <filesystem>
#include <functional>

#include "contract/core_interface.hpp"
#include "elaborate/elaborate.hpp"
#include "emit/banner.hpp"
#include "emit/emit.hpp"
#include "hw/ir.hpp"
#include "plan/plan.hpp"
#include "programs.hpp"
#include "support/outside_text.hpp"
#include "test_paths.hpp"
#include "tiny.hpp"

namespace rtlgen::test {
namespace {

TEST(Design, BordersThatDoNotMatterAndAxesThatWrapTakeNoMultiplexers) {
  const auto box = [](const char* boundary, const char* border) {
    const plan::Plan p = plan_of(
        fmt::format("name: box\ngrid: [32, 9]\ntype: uint8\nfields: {{u: {{boundary: {}}}}}\nupdate:\n"
                    "  - u: {{border: {}, expr: \"u[-1,-1] + u[1,0] + u[0,1]\"}}\nhardware: {{cells_per_cycle: 4}}\n",
                    boundary, border));
    const hw::Design design = elaborate::elaborate(p);
    int muxes = 0;
    bool position = false;
    for (const hw::Module& m : design.modules) {
      position = position || m.name == "box_position";
      if (m.name != "box_executor") continue;
      muxes += static_cast<int>(std::count_if(m.exprs.begin(), m.exprs.end(),
                                              [](const hw::Expr& e) { return e.kind == hw::ExprKind::kMux; }));
    }
    return std::make_pair(muxes, position);
  };
  const auto ignore = box("edge", "ignore");
  // Only the addresses of the memories are left.
  EXPECT_EQ(box("edge", "keep").first, ignore.first + 4);
  EXPECT_GT(box("edge", "compute").first, ignore.first + 8);
  EXPECT_EQ(box("wrap", "compute").first, ignore.first);
  EXPECT_FALSE(ignore.second);
  EXPECT_FALSE(box("wrap", "compute").second);
  EXPECT_TRUE(box("edge", "keep").second);
}

/// Constraints free every register whose name begins so.
TEST(Design, NoFieldIsNamedLikeARegisterThatRests) {
  const plan::Plan p = plan_of(
      "name: rests\ngrid: [32, 9]\ntype: uint8\nfields:\n  static_a: {boundary: edge}\n  static_h: {axes: [x]}\n"
      "  static_c: {axes: []}\nupdate:\n  - static_b: static_a[-3,1] + static_h[1] + static_c\n"
      "  - static_a: static_b[2,0] - static_h[-1]\nhardware: {cells_per_cycle: 4, steps: 2, hops: 1}\n"
      "monitor:\n  static_sum: {of: static_a, reduce: sum}\n");
  const hw::Design design = elaborate::elaborate(p);
  std::size_t count = 0;
  for (const hw::Module& m : design.modules) {
    if (m.name != design.top) continue;
    for (const hw::Item& item : m.items) {
      const auto* r = std::get_if<hw::Register>(&item);
      if (r == nullptr || !m.signals[r->q].name.starts_with(contract::kStaticPrefix)) continue;
      ++count;
      for (const char* field : {"static_a", "static_h", "static_c", "static_b", "static_sum"})
        EXPECT_FALSE(m.signals[r->q].name.starts_with(field)) << m.signals[r->q].name;
    }
  }
  EXPECT_GT(count, 3U);
}

/// The most expressions of `kind` one behind the other between registers of a module.
int depth_of(const hw::Module& module, hw::ExprKind kind) {
  std::map<hw::SignalId, hw::ExprId> values;
  for (const hw::Item& item : module.items) {
    if (const auto* assign = std::get_if<hw::Assign>(&item)) values[assign->target] = assign->value;
  }
  std::map<hw::ExprId, int> known;
  const std::function<int(hw::ExprId)> depth = [&](hw::ExprId id) {
    const auto found = known.find(id);
    if (found != known.end()) return found->second;
    const hw::Expr& e = module.exprs[id];
    int deepest = 0;
    for (const hw::ExprId arg : e.args) deepest = std::max(deepest, depth(arg));
    const auto value = e.kind == hw::ExprKind::kSignal ? values.find(e.signal) : values.end();
    if (value != values.end()) deepest = depth(value->second);
    return known[id] = deepest + (e.kind == kind ? 1 : 0);
  };
  int most = 0;
  for (const hw::ExprId id : module.exprs.ids()) most = std::max(most, depth(id));
  return most;
}

/// The plan counts the levels of a tree, whether it fits one cycle or takes several.
TEST(Design, FarReadsAreTrees) {
  for (const auto& [rule, kind] : {std::pair{"edge", hw::ExprKind::kMux}, {"{constant: 3}", hw::ExprKind::kOr}}) {
    const plan::Plan p =
        plan_of(fmt::format("name: far\ngrid: [128, 8]\ntype: uint8\nfields: {{a: {{boundary: {}}}, b: "
                            "{{}}}}\nupdate:\n  - b: a[60,0] + 1\nhardware: {{clock_mhz: 150}}\n",
                            rule));
    const plan::TapPlan& tap = p.executor.stages[spec::StageId(0)].taps[0];
    EXPECT_EQ(std::max(tap.cell_mux_stages[0], tap.constant_mux_stages[0]), 1);
    const hw::Design design = elaborate::elaborate(p);
    const auto executor = std::find_if(design.modules.begin(), design.modules.end(),
                                       [](const hw::Module& m) { return m.name == "far_executor"; });
    ASSERT_NE(executor, design.modules.end());
    EXPECT_EQ(depth_of(*executor, kind), 6) << rule;
  }
}

TEST(Design, EveryShippedConfigurationIsSound) {
  for (const auto& entry : std::filesystem::directory_iterator(test::source_folder() + "/configs")) {
    if (entry.path().extension() != ".yaml") continue;
    const plan::Plan p = plan_of_config(entry.path().stem().string());
    const hw::Design design = elaborate::elaborate(p);
    EXPECT_NO_THROW(hw::verify(design)) << entry.path();
    EXPECT_EQ(design.top, p.core.module);
  }
}

TEST(Design, HasTheModulesOfTheDocumentation) {
  const plan::Plan p = plan_of(kTiny);
  const hw::Design design = elaborate::elaborate(p);
  std::vector<std::string> names;
  for (const hw::Module& m : design.modules) names.push_back(m.name);
  for (const char* name : {"tiny_core", "tiny_executor", "tiny_frame_in", "tiny_frame_out", "tiny_a_dimension",
                           "tiny_kernel_0_d", "tiny_kernel_1_a", "tiny_position_0_d", "tiny_position_1_a"}) {
    EXPECT_NE(std::find(names.begin(), names.end(), name), names.end()) << name;
  }
  EXPECT_EQ(names.back(), "tiny_core");
  // One Executor module, instantiated once a step; one Kernel instance a lane.
  int executors = 0, kernels = 0;
  for (const hw::Module& m : design.modules) {
    for (const hw::Item& item : m.items) {
      const auto* i = std::get_if<hw::Instance>(&item);
      if (i == nullptr) continue;
      executors += i->module == "tiny_executor";
      kernels += i->module == "tiny_kernel_1_a";
    }
  }
  EXPECT_EQ(executors, 2);
  EXPECT_EQ(kernels, 2);
}

TEST(Design, PortsAreThoseOfThePlan) {
  const plan::Plan p = plan_of(kTiny);
  const hw::Design design = elaborate::elaborate(p);
  const hw::Module& core = design.modules.back();
  for (const contract::Port& port : p.core.ports) {
    if (port.role == contract::PortRole::kClock || port.role == contract::PortRole::kReset) continue;
    const auto found = std::find_if(core.signals.begin(), core.signals.end(),
                                    [&](const hw::Signal& s) { return s.name == port.name; });
    ASSERT_NE(found, core.signals.end()) << port.name;
    EXPECT_EQ(found->width, port.width) << port.name;
    EXPECT_EQ(found->kind, port.is_input ? hw::SignalKind::kInput : hw::SignalKind::kOutput) << port.name;
  }
}

std::string everything(const std::string& text) {
  const plan::Plan p = plan_of(text);
  const hw::Design design = elaborate::elaborate(p);
  std::string all;
  for (const auto language : {emit::Language::kVerilog, emit::Language::kVhdl}) {
    for (const emit::File& f : emit::emit_design(design, language, {"1", OutsideText("test.yaml"), "0"}))
      all += f.path + "\n" + f.text;
  }
  return all;
}

TEST(Design, IsTheSameEveryTimeEverywhere) {
  std::mt19937 random(3);
  const auto folder = std::filesystem::current_path();
  for (int i = 0; i < 12; ++i) {
    const std::string text = random_program(random, i % 3 != 0);
    const std::string first = everything(text);
    std::filesystem::current_path("/");
    // A locale with other digits and separators, where the machine has one.
    for (const char* name : {"de_DE.UTF-8", "tr_TR.UTF-8", "C.UTF-8"}) {
      std::setlocale(LC_ALL, name);
      EXPECT_EQ(everything(text), first) << name << "\n" << text;
    }
    std::setlocale(LC_ALL, "C");
    std::filesystem::current_path(folder);
  }
}

}  // namespace
}  // namespace rtlgen::test
