// manifest.json holds the plan: ports, sizes, schedules; and is the same every time.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "contract/core_interface.hpp"
#include "plan/plan.hpp"
#include "programs.hpp"

namespace rtlgen::test {
namespace {

using Json = nlohmann::json;

constexpr const char* kProgram = R"yaml(name: plate
grid: [64, 48]
type: float32
fields:
  t: {boundary: reflect}
  power: {}
params:
  cap: {value: 0.5, runtime: true}
update:
  - d: (t[0,-1] + t[0,1] - 2.0*t) * 0.25
  - t: t + cap*(power + d[1,0])
iterations: 5
hardware: {cells_per_cycle: 4, steps: 3, clock_mhz: 250}
)yaml";

TEST(Manifest, HoldsTheWholePlan) {
  const plan::Plan p = plan_of(kProgram);
  const Json j = Json::parse(plan::manifest_json(p));
  EXPECT_EQ(j["format"], "rtlgen-manifest-1");
  EXPECT_EQ(j["name"], "plate");
  EXPECT_EQ(j["top"], "plate_core");
  EXPECT_EQ(j["cells_per_cycle"], 4);
  EXPECT_EQ(j["steps"], 3);
  EXPECT_EQ(j["period_ps"], 4000);
  EXPECT_EQ(j["extents"]["mode"], "runtime");
  EXPECT_EQ(j["extents"]["maximum"], Json({64, 48, 1}));
  EXPECT_EQ(j["frame"], Json({{"row_words", 16}, {"rows", 48}, {"planes", 1}}));
  EXPECT_EQ(j["total_lag_words"], p.frame.count(p.core.total_lag));
  EXPECT_EQ(j["total_latency"], p.entrance_latency + 3 * j["executor"]["latency"].get<int>() + p.exit_latency);
  EXPECT_EQ(j["gap"], Json({{"most_slices", p.core.gap.most}, {"way_back", p.core.gap.way_back}}));
  EXPECT_EQ(j["output_fifo"]["depth"], p.fifo_depth);
  EXPECT_EQ(j["output_fifo"]["width"], 4 * 32);
  EXPECT_EQ(j["executor"]["bypass"], true);
}

TEST(Manifest, PortsAreThoseOfThePlanInOrder) {
  const plan::Plan p = plan_of(kProgram);
  const Json ports = Json::parse(plan::manifest_json(p))["ports"];
  ASSERT_EQ(ports.size(), p.core.ports.size());
  for (std::size_t i = 0; i < ports.size(); ++i) {
    const contract::Port& want = p.core.ports[i];
    EXPECT_EQ(ports[i]["name"], want.name);
    EXPECT_EQ(ports[i]["width"], want.width);
    EXPECT_EQ(ports[i]["direction"], want.is_input ? "in" : "out");
    EXPECT_NE(ports[i]["role"], "?");
  }
  const auto named = [&](const std::string& name) {
    for (const Json& port : ports) {
      if (port["name"] == name) return port;
    }
    return Json();
  };
  EXPECT_EQ(named("in_power")["field"], "power");
  EXPECT_EQ(named("in_power")["type"], "float32");
  EXPECT_EQ(named("in_power")["width"], 128);
  EXPECT_EQ(named("out_t")["role"], "out_data");
  EXPECT_TRUE(named("out_power").is_null());
  EXPECT_EQ(named("param_cap")["default_bits"], "0x3f000000");
}

TEST(Manifest, BuffersAndSchedulesAreThoseOfThePlan) {
  const plan::Plan p = plan_of(kProgram);
  const Json e = Json::parse(plan::manifest_json(p))["executor"];
  ASSERT_EQ(e["streams"].size(), p.executor.streams.size());
  for (std::size_t i = 0; i < e["streams"].size(); ++i) {
    const plan::StreamPlan& s = p.executor.streams[spec::StreamId(i)];
    EXPECT_EQ(e["streams"][i]["buffered_cells"], s.buffered_cells);
    EXPECT_EQ(e["streams"][i]["words"].size(), s.words.size());
  }
  ASSERT_EQ(e["stages"].size(), 2U);
  EXPECT_EQ(e["stages"][0]["target"], "d");
  EXPECT_EQ(e["stages"][0]["expression"], "(t[0,-1] + t[0,1] - 2.0*t) * 0.25");
  std::vector<std::string> operators;
  for (const Json& o : e["stages"][0]["operators"]) operators.push_back(o["operator"]);
  EXPECT_EQ(operators,
            (std::vector<std::string>{"hex32_add", "hex32_mul_k100800000", "hex32_sub", "hex32_mul_byf9000000"}));
  ASSERT_EQ(e["memories"].size(), p.executor.memories.size());
  for (std::size_t i = 0; i < e["memories"].size(); ++i) {
    EXPECT_EQ(e["memories"][i]["depth"], p.executor.memories[i].depth);
    EXPECT_EQ(e["memories"][i]["width"], p.executor.memories[i].width);
    EXPECT_EQ(e["memories"][i]["ram_blocks"], p.executor.memories[i].ram_blocks);
  }
}

TEST(Manifest, SaysHowExtentsAreTreated) {
  const auto mode = [](const std::string& grid, const std::string& extents) {
    const plan::Plan p = plan_of(
        "name: m\ngrid: " + grid +
        "\ntype: uint8\nfields: {a: {}}\nupdate:\n  - a: a[-2,0] + a[0,2]\nhardware: {extents: " + extents + "}\n");
    return Json::parse(plan::manifest_json(p))["extents"]["mode"].get<std::string>();
  };
  EXPECT_EQ(mode("[16, 16]", "runtime"), "runtime");
  EXPECT_EQ(mode("[16, 16]", "fixed"), "fixed");
  EXPECT_EQ(mode("[16, 1]", "runtime"), "fixed, window as large as the grid");
}

TEST(Manifest, IsTheSameEveryTime) {
  std::mt19937 random(5);
  for (int i = 0; i < 40; ++i) {
    const std::string text = random_program(random, false);
    EXPECT_EQ(plan::manifest_json(plan_of(text)), plan::manifest_json(plan_of(text))) << text;
  }
}

}  // namespace
}  // namespace rtlgen::test
